import { expect, test } from 'vitest'
import { screens } from '#test/support/screens.ts'
import { allScreens, mainScreens, pathsOf } from '#web/app/screens.ts'

test('every screen is looked at in each of its states, and no other', () => {
  const defined = allScreens.flatMap(pathsOf)
  expect([...new Set(screens.map(screen => screen.route))].sort()).toEqual(defined.sort())
  expect(defined.length).toBeGreaterThan(25)
})

test('a menu or Ctrl-K leads to every screen without an object in its address; lists lead to the comparison', () => {
  const unreachable = mainScreens.filter(
    ({ path, menu, own, FoundIcon }) => !(path.includes('$') || menu || own || FoundIcon),
  )
  expect(unreachable.map(({ path }) => path)).toEqual(['/provider-comparison'])
})

test('no screen is visited twice, and every list is also visited empty', () => {
  const met = screens.map(({ route, who, path }) => `${route} ${who} ${path}`)
  expect(met.filter((one, index) => met.indexOf(one) !== index)).toEqual([])
})
