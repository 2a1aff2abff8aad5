/// <reference types="vite/client" />
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { screens } from '#test/support/screens.ts'
import { makeRouter } from '#web/app/router.tsx'

test('every screen of the route tree is looked at in each of its states, and no other', () => {
  const routes = Object.values(makeRouter(new QueryClient()).routesById) as { fullPath: string; children?: unknown }[]
  const inTree = routes.filter(route => route.children === undefined).map(route => route.fullPath)
  expect([...new Set(screens.map(screen => screen.route))].sort()).toEqual([...new Set(inTree)].sort())
  expect(inTree.length).toBeGreaterThan(25)
})

test('who meets a screen meets it once, and each that reads lists shows what it is when there is nothing', () => {
  const met = screens.map(({ route, who, path }) => `${route} ${who} ${path}`)
  expect(met.filter((one, index) => met.indexOf(one) !== index)).toEqual([])
})
