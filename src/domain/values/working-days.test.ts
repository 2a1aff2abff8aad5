import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/values/day.ts'
import { addWorkingDays, isWorkingDay, nextWorkingDays, workingDaysBetween } from '#domain/values/working-days.ts'

// A Friday that is a holiday, one on a Sunday, and Christmas.
const HOLIDAYS = ['2026-12-25', '2026-12-06', '2026-12-08']

test.each([
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['2026-11-22', false],
  ['2026-11-23', true],
  ['2026-12-08', false],
  ['2026-12-25', false],
  ['2026-12-28', true],
])('DESK-03: %s is a working day: %s', (day, is) => expect(isWorkingDay(day, HOLIDAYS)).toBe(is))

test.each([
  ['Friday and one', '2026-11-20', 1, '2026-11-23'],
  ['Saturday and one', '2026-11-21', 1, '2026-11-23'],
  ['Monday and five', '2026-11-23', 5, '2026-11-30'],
  ['over a holiday in the week', '2026-12-07', 1, '2026-12-09'],
  ['over a holiday before a weekend', '2026-12-24', 1, '2026-12-28'],
  ['over the year', '2026-12-31', 2, '2027-01-04'],
  ['over the change of the clock', '2026-10-23', 1, '2026-10-26'],
  ['none, on a working day', '2026-11-20', 0, '2026-11-20'],
  ['none, on a holiday', '2026-12-25', 0, '2026-12-28'],
  ['at the end of the calendar', '9999-12-31', 3, '9999-12-31'],
])('DESK-03: %s', (_title, day, count, sum) => expect(addWorkingDays(day, count, HOLIDAYS)).toBe(sum))

describe('working days between two days', () => {
  test.each([
    ['the same day', '2026-11-20', '2026-11-20', 0],
    ['Friday to Monday', '2026-11-20', '2026-11-23', 1],
    ['Saturday to Sunday', '2026-11-21', '2026-11-22', 0],
    ['Sunday to Friday', '2026-11-22', '2026-11-27', 5],
    ['two weeks and a day', '2026-11-19', '2026-12-04', 11],
    ['with a holiday', '2026-12-04', '2026-12-11', 4],
    ['a holiday on a Sunday takes none', '2026-12-04', '2026-12-07', 1],
    ['never backwards', '2026-11-20', '2026-11-10', 0],
  ])('DESK-03: %s', (_title, from, to, days) => expect(workingDaysBetween(from, to, HOLIDAYS)).toBe(days))

  test('DESK-03: counts what addWorkingDays adds, from every day', () => {
    const anyDay = fc.integer({ min: 0, max: 400 }).map(days => addDays('2026-06-01', days))
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 80 }), (day, count) => {
        const sum = addWorkingDays(day, count, HOLIDAYS)
        expect(isWorkingDay(sum, HOLIDAYS)).toBe(true)
        expect(workingDaysBetween(day, sum, HOLIDAYS)).toBe(count)
      }),
    )
  })
})

test('EXP-04: the next working days leave out weekends and holidays, and begin with the day itself', () => {
  expect(nextWorkingDays('2026-12-04', 3, ['2026-12-07', '2026-12-08'])).toEqual([
    '2026-12-04',
    '2026-12-09',
    '2026-12-10',
  ])
})
