import { expect, test } from 'vitest'
import { acts } from '#domain/identity/due.ts'
import { roles } from '#domain/identity/roles.ts'
import { menus } from '#web/shell/menus.tsx'
import { menuCounts } from '#web/shell/useMenuCounts.ts'

test('EXP-10: a menu entry counts what waits under it, and the queue of CCI all of it', () => {
  const counts = menuCounts(['decideAppeal', 'answerClarification', 'verifyMeasure', 'giveRegisterData'], 8)
  expect([...counts].toSorted()).toEqual([
    ['/', 12],
    ['/clarifications', 2],
    ['/findings', 1],
  ])
  expect(menuCounts(['acknowledgeBulletin'], null)).toEqual(new Map([['/bulletins', 1]]))
})

test('EXP-10: each count belongs to an entry of a menu', () => {
  const keys = roles.flatMap(role =>
    menus[role].flatMap(entry => (entry.entries ? entry.entries.map(({ key }) => key) : [entry.key])),
  )
  expect([...menuCounts(acts, null).keys()].filter(key => !keys.includes(key))).toEqual([])
})
