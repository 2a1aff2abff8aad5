import { expect, test } from 'vitest'
import { ageText, daysWaited } from '#domain/start/queue-age.ts'

test('counts the days of waiting in Madrid', () => {
  expect(daysWaited('2026-11-12T08:14:00Z', '2026-11-21')).toBe(9)
  expect(daysWaited('2026-11-13T23:30:00Z', '2026-11-21')).toBe(7)
  expect(daysWaited('2026-11-21T08:00:00Z', '2026-11-21')).toBe(0)
})

test('its words agree in number', () => {
  expect([0, 1, 9].map(ageText)).toEqual(['hoy', '1 día', '9 días'])
})
