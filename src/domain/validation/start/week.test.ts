import { expect, test } from 'vitest'
import { weekFrom } from '#domain/validation/start/week.ts'

test('a week has seven days from today, over the end of a month, with what falls on each, and then the next', () => {
  const items = ['2026-12-04', '2026-11-30', '2026-11-29', '2027-01-01', '2026-12-05', '2026-11-30'].map(day => ({
    day,
  }))
  const { days, next } = weekFrom('2026-11-28', items)
  expect(days.map(({ day }) => day.slice(5))).toEqual(['11-28', '11-29', '11-30', '12-01', '12-02', '12-03', '12-04'])
  expect(days.map(each => each.items.length)).toEqual([0, 1, 2, 0, 0, 0, 1])
  expect(next).toEqual({ day: '2026-12-05' })
  expect(weekFrom('2026-11-28', []).next).toBeNull()
})
