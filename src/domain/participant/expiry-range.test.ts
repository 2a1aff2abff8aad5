import { describe, expect, it } from 'vitest'
import { agendaDays, expiryDays } from '#domain/participant/expiry-range.ts'

describe('expiryDays', () => {
  it.each(['2026-01-15', '2026-07-15', '2026-03-29', '2026-10-25', '2026-10-24', '2026-12-31'])(
    'API-09: the filters of section 7 mean the day %s, in winter and in summer',
    day => {
      expect(expiryDays(`${day}T00:00:00.000Z`, `${day}T22:59:00.000Z`)).toEqual({ from: day, to: day })
    },
  )

  it('API-09: each end may be missing', () =>
    expect(expiryDays(undefined, undefined)).toEqual({ from: null, to: null }))

  it('API-09: a day that is not over is not reached', () =>
    expect(expiryDays(undefined, '2026-07-15T12:00:00.000Z').to).toBe('2026-07-14'))

  it.each(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])('API-09: %s is an instant too', instant =>
    expect(() => expiryDays(instant, instant)).not.toThrow(),
  )
})

it('PART-07: the agenda looks 60 days back and twelve months ahead', () =>
  expect(agendaDays('2026-11-21')).toEqual({ from: '2026-09-22', to: '2027-11-21' }))
