import { expect, test } from 'vitest'
import { ageText, lateAfter, queueAge } from '#domain/validation/start/queue-age.ts'

test('what waits is counted in days of Madrid and is late after a week', () => {
  expect(queueAge('2026-11-12T08:14:00Z', '2026-11-21')).toEqual({ days: 9, late: true })
  expect(queueAge('2026-11-13T23:30:00Z', '2026-11-21')).toEqual({ days: 7, late: false })
  expect(queueAge('2026-11-21T08:00:00Z', '2026-11-21')).toEqual({ days: 0, late: false })
})

test('the week of an item ends on the last day on which it is not late', () => {
  expect(lateAfter('2026-11-13T23:30:00Z')).toBe('2026-11-21')
  expect(queueAge('2026-11-13T23:30:00Z', lateAfter('2026-11-13T23:30:00Z')).late).toBe(false)
})

test('its words agree in number', () => {
  expect([0, 1, 9].map(ageText)).toEqual(['hoy', '1 día', '9 días'])
})
