import { expect, test } from 'vitest'
import type { Due } from '#domain/identity/due.ts'
import { linesBefore, queueLines } from '#domain/start/queue.ts'
import type { DueGroup } from '#domain/validation/desk/due.ts'
import { dueGroup } from '#domain/validation/desk/due.ts'

// A Thursday.
const today = '2026-11-26'
const step = (thing: string, dueAt: string | null, overdue = false): Due => ({
  act: 'answerClarification',
  id: thing,
  thing,
  counterpart: null,
  dueAt,
  overdue,
  since: null,
})
const days = ['2026-11-24', '2026-11-26', '2026-11-27', '2026-11-30', '2026-12-04', null]
const groups: Record<DueGroup, number> = { overdue: 1, today: 1, week: 1, later: 3 }
const steps = [
  step('later', '2026-12-02'),
  step('free', null),
  step('today', '2026-11-26T20:00:00.000Z'),
  step('late', '2026-11-20', true),
]
const shown = (lines: ReturnType<typeof queueLines>) =>
  lines.map(({ group, item, step: other }) => `${group} ${item ? item.dueOn : other.thing}`)
const pageOf = (page: number, size: number, numbers: typeof groups | undefined = groups) =>
  shown(
    queueLines(
      { items: days.slice(page * size, (page + 1) * size).map(dueOn => ({ dueOn })), groups: numbers, page, size },
      steps,
      today,
    ),
  )

test.each([
  ['2026-11-25', 'overdue'],
  ['2026-11-26', 'today'],
  ['2026-11-29', 'week'],
  ['2026-11-30', 'later'],
  [null, 'later'],
])('EXP-02: on a Thursday, a deadline on %s is in the group %s', (due, group) =>
  expect(dueGroup(due, today)).toBe(group),
)

test('EXP-02: a Sunday ends its week', () => {
  expect(dueGroup('2026-11-30', '2026-11-29')).toBe('later')
  expect(dueGroup('2026-12-06', '2026-11-30')).toBe('week')
})

test('EXP-02: the steps of other areas are in the queue, by group and last day', () => {
  expect(pageOf(0, 10)).toEqual([
    'overdue late',
    'overdue 2026-11-24',
    'today today',
    'today 2026-11-26',
    'week 2026-11-27',
    'later 2026-11-30',
    'later later',
    'later free',
    'later 2026-12-04',
    'later null',
  ])
})

test('EXP-02: on several pages each item and each step is there once, a step where its group begins', () => {
  for (const size of [1, 2, 3, 4]) {
    const pages = Array.from({ length: Math.ceil(days.length / size) }, (_, page) => pageOf(page, size))
    expect(pages.flat().toSorted()).toEqual(pageOf(0, 10).toSorted())
  }
  expect(pageOf(1, 2).slice(0, 2)).toEqual(['week 2026-11-27', 'later 2026-11-30'])
})

test('EXP-28: the lines of each page follow those of the pages before, and all are as many as items and steps', () => {
  for (const numbers of [groups, undefined]) {
    for (const size of [1, 2, 3, 4, 10]) {
      let before = 0
      for (let page = 0; page * size < days.length; page++) {
        expect(linesBefore({ groups: numbers, page, size }, steps, today)).toBe(before)
        const items = days.slice(page * size, (page + 1) * size).map(dueOn => ({ dueOn }))
        before += queueLines({ items, groups: numbers, page, size }, steps, today).length
      }
      expect(before).toBe(days.length + steps.length)
    }
  }
})

test('EXP-02: steps are there when nothing is to be verified, and once in any other order', () => {
  const none = { overdue: 0, today: 0, week: 0, later: 0 }
  expect(shown(queueLines({ items: [], groups: none, page: 0, size: 3 }, steps, today))).toEqual([
    'overdue late',
    'today today',
    'later later',
    'later free',
  ])
  const other = (page: number) => shown(queueLines({ items: [], groups: undefined, page, size: 3 }, steps, today))
  expect([other(0).length, other(1).length]).toEqual([4, 0])
})

test('EXP-02: steps of a group that begins after the last item are on the last page, which may be full', () => {
  const late = [step('free', null)]
  const numbers = { overdue: 4, today: 0, week: 0, later: 0 }
  const items = Array.from({ length: 2 }, () => ({ dueOn: '2026-11-20' }))
  const has = (page: number) => shown(queueLines({ items, groups: numbers, page, size: 2 }, late, today)).length
  expect([has(0), has(1)]).toEqual([2, 3])
  expect(linesBefore({ groups: numbers, page: 1, size: 2 }, late, today)).toBe(2)
})
