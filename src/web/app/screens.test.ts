import { expect, test } from 'vitest'
import { screens } from '#test/support/screens.ts'
import { allScreens, mainScreens, pathsOf } from '#web/app/screens.ts'

test('every screen is looked at in each of its states, and no other', () => {
  const defined = allScreens.flatMap(pathsOf)
  expect([...new Set(screens.map(screen => screen.route))].sort()).toEqual(defined.sort())
  expect(defined.length).toBeGreaterThan(25)
})

test('a menu or Ctrl-K leads to every screen whose address needs no object; the lists lead to the comparison', () => {
  const unreachable = mainScreens.filter(
    ({ path, menu, own, FoundIcon }) => !(path.includes('$') || menu || own || FoundIcon),
  )
  expect(unreachable.map(({ path }) => path)).toEqual(['/provider-comparison'])
})

test('who meets a screen meets it once, and each that reads lists shows what it is when there is nothing', () => {
  const met = screens.map(({ route, who, path }) => `${route} ${who} ${path}`)
  expect(met.filter((one, index) => met.indexOf(one) !== index)).toEqual([])
})
