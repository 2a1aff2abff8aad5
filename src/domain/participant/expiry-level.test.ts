import { expect, test } from 'vitest'
import { expiryLevel } from '#domain/participant/expiry-level.ts'

test('an expiry is late from the day after it, and soon within sixty days', () => {
  const today = '2026-11-21'
  expect(expiryLevel('2026-11-20', today)).toBe('late')
  expect(expiryLevel('2026-11-21', today)).toBe('soon')
  expect(expiryLevel('2027-01-20', today)).toBe('soon')
  expect(expiryLevel('2027-01-21', today)).toBe('fine')
})
