import { expect, test } from 'vitest'
import { fromInstant, toInstant } from '#domain/list/instants.ts'

test('API-09: a filter by dates goes from midnight to 22:59 UTC', () => {
  expect(fromInstant('2026-11-21')).toBe('2026-11-21T00:00:00.000Z')
  expect(toInstant('2026-11-21')).toBe('2026-11-21T22:59:00.000Z')
  expect([fromInstant(undefined), toInstant(undefined)]).toEqual([undefined, undefined])
})
