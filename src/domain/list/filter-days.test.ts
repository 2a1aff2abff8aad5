import { describe, expect, it } from 'vitest'
import { filterDays, filterInstants } from '#domain/list/filter-days.ts'
import { addDays, madridDay } from '#domain/values/day.ts'

/** A filter for one day, in the format of section 7. */
const asked = (day: string) => [`${day}T00:00:00.000Z`, `${day}T22:59:00.000Z`] as const

describe('the days of a filter', () => {
  it.each(['2026-01-15', '2026-07-15', '2026-03-29', '2026-10-25', '2026-10-24', '2026-12-31'])(
    'API-09: the filters of section 7 mean the day %s, in winter and in summer',
    day => {
      expect(filterDays(...asked(day))).toEqual({ from: day, to: day })
    },
  )

  it('API-09: each end may be missing', () =>
    expect(filterDays(undefined, undefined)).toEqual({ from: null, to: null }))

  it('API-09: a day that is not over is not reached', () =>
    expect(filterDays(undefined, '2026-07-15T12:00:00.000Z').to).toBe('2026-07-14'))

  it.each(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])('API-09: %s is an instant too', instant =>
    expect(() => filterDays(instant, instant)).not.toThrow(),
  )
})

describe('the instants of a filter', () => {
  const isIn = (at: string, day: string) => {
    const { from, to } = filterInstants(...asked(day))
    return at >= from! && at <= to!
  }

  it.each(['2026-01-15', '2026-07-15', '2026-03-29', '2026-10-25'])(
    'API-09 D4: every quarter of an hour around %s is in one day, which is that of Madrid',
    day => {
      for (let quarter = -8; quarter < 104; quarter++) {
        const at = new Date(Date.parse(`${day}T00:00:00.000Z`) + quarter * 900_000).toISOString()
        const days = [-1, 0, 1].map(offset => addDays(day, offset)).filter(one => isIn(at, one))
        expect([at, ...days]).toEqual([at, madridDay(at)])
      }
    },
  )

  it.each([
    ['2026-11-21T22:59:59.999Z', '2026-11-21'],
    ['2026-11-21T23:30:00.000Z', '2026-11-22'],
    ['2026-07-15T22:30:00.000Z', '2026-07-16'],
    ['2026-07-15T21:59:59.999Z', '2026-07-15'],
  ])('API-09 D4: %s is on %s', (at, day) => expect(isIn(at, day)).toBe(true))

  it('another instant than those of section 7 means itself; an end may be missing', () => {
    const [from, to] = ['2026-11-21T10:00:00.000Z', '2026-11-21T22:58:59.999Z']
    expect(filterInstants(from, to)).toEqual({ from, to })
    expect(filterInstants(undefined, undefined)).toEqual({ from: null, to: null })
  })

  it.each(['0001-01-01T00:00:00.000Z', '9999-12-31T22:59:00.000Z', '0999-12-31T22:59:00Z'])(
    '%s, beyond the calendar of days, means itself',
    instant => {
      expect(filterInstants(instant, instant)).toEqual({ from: instant, to: instant })
    },
  )
})
