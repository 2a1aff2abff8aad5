import { expect, test } from 'vitest'
import { filterDays } from '#domain/list/filter-days.ts'
import { expiryFilter } from '#domain/participant/expiry-filter.ts'

test('API-08: an expiry filter is written as section 7 writes it, and only the ends that are set', () => {
  expect(expiryFilter('2026-11-01', '2026-11-30')).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-30T22:59:00.000Z',
  })
  expect(expiryFilter(null, '2026-11-30')).toEqual({ to: '2026-11-30T22:59:00.000Z' })
  expect(expiryFilter(null, null)).toEqual({})
})

test.each(['2026-01-15', '2026-07-15', '2026-03-29', '2026-10-25'])('the server reads %s back as that day', day => {
  const { from, to } = expiryFilter(day, day)
  expect(filterDays(from, to)).toEqual({ from: day, to: day })
})
