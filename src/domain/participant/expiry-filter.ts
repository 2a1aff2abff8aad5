import type { Day } from '#domain/values/day.ts'

/**
 * An expiry filter as section 7 writes it (API-08): `from=...T00:00:00.000Z` and `to=...T22:59:00.000Z`. `filterDays`
 * reads it back as the same two days.
 */
export function expiryFilter(from: Day | null, to: Day | null): { from?: string; to?: string } {
  return {
    ...(from === null ? {} : { from: `${from}T00:00:00.000Z` }),
    ...(to === null ? {} : { to: `${to}T22:59:00.000Z` }),
  }
}
