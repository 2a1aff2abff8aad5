import { expect, test } from 'vitest'
import { instantOf, momentErrors, momentOf } from '#domain/incident/moment.ts'

test.each([
  ['2026-11-21T08:05:00.000Z', '2026-11-21T09:05'],
  ['2026-07-01T22:30:00.000Z', '2026-07-02T00:30'],
])('%s is %s in Madrid, and back', (instant, moment) => {
  expect(momentOf(instant)).toBe(moment)
  expect(instantOf(moment)).toBe(instant)
})

test('nothing, and half a moment, are none', () => {
  expect(momentOf(null)).toBe('')
  expect(['', '2026-11-21', '2026-11-21T', 'T09:05', '2026-02-30T09:05'].map(instantOf)).toEqual(Array(5).fill(null))
})

test('EXP-29: half a moment is an error of its field, and an empty one is none', () => {
  const moments = { startedAt: '2026-11-21T09:05', detectedAt: '2026-11-21T', endedAt: '' }
  expect(momentErrors(moments)).toEqual({ detectedAt: 'Escriba el día y la hora: DD/MM/AAAA y HH:MM' })
})
