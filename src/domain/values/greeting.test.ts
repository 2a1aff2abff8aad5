import { expect, test } from 'vitest'
import { greetingAt } from '#domain/values/greeting.ts'

test.each([
  ['2026-11-23T05:00:00Z', 'Buenos días'],
  ['2026-11-23T12:59:59Z', 'Buenos días'],
  ['2026-11-23T13:00:00Z', 'Buenas tardes'],
  ['2026-11-23T19:59:59Z', 'Buenas tardes'],
  ['2026-11-23T20:00:00Z', 'Buenas noches'],
  ['2026-11-24T04:59:59Z', 'Buenas noches'],
  // Madrid is one hour further ahead in summer.
  ['2026-07-23T11:59:59Z', 'Buenos días'],
  ['2026-07-23T12:00:00Z', 'Buenas tardes'],
])('at %s one says %s', (instant, words) => {
  expect(greetingAt(instant)).toBe(words)
})
