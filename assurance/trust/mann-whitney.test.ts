import { expect, test } from 'vitest'
import { mannWhitney, median } from '#assurance/trust/mann-whitney.ts'
import { random } from '#assurance/trust/random.ts'

test('S5: samples of one source look alike, and a shift that is small beside their spread is seen', () => {
  const next = random(1)
  const times = () => Array.from({ length: 500 }, () => 20 + next(1000) / 100)
  const [one, other] = [times(), times()]
  expect(mannWhitney(one, other)).toBeGreaterThan(0.01)
  const later = other.map(value => value + 1)
  expect(mannWhitney(one, later)).toBeLessThan(0.01)
})

test('S5: the test gives the p of a worked example, ties and all', () => {
  // By hand, and by scipy.stats.mannwhitneyu: the rank sum of the first is 26.5, so U is 5.5 (18 expected); deviation
  // 6.21, so z is 2.012.
  expect(mannWhitney([1, 2, 2, 3, 5, 8], [4, 5, 6, 7, 9, 9])).toBeCloseTo(0.0442, 4)
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5])
})
