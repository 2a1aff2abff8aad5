import { expect, it } from 'vitest'
import { agendaDays } from '#domain/participant/expiry-range.ts'

it('the agenda looks 60 days back and twelve months ahead', () =>
  expect(agendaDays('2026-11-21')).toEqual({ from: '2026-09-22', to: '2027-11-21' }))
