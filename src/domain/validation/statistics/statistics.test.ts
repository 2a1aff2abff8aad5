import { expect, test } from 'vitest'
import { monthText, quantile, twelveMonths } from '#domain/validation/statistics/statistics.ts'

test('a quantile is a value that occurs, by weight', () => {
  expect(quantile([], 0.5)).toBeNull()
  const values = [
    { value: 9, count: 1 },
    { value: 1, count: 8 },
    { value: 4, count: 1 },
  ]
  expect([0.5, 0.8, 0.9, 1].map(share => quantile(values, share))).toEqual([1, 1, 4, 9])
})

test('twelve months from or until one, over the year', () => {
  const after = twelveMonths('2026-11-21')
  expect([after.length, after[0], after[2], after[11]]).toEqual([12, '2026-11', '2027-01', '2027-10'])
  const until = twelveMonths('2026-01-31', true)
  expect([until[0], until[11]]).toEqual(['2025-02', '2026-01'])
  expect(monthText('2026-01')).toBe('ene 2026')
})
