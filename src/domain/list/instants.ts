import type { Day } from '#domain/values/day.ts'

/** Both ends of a date filter in the format of section 7 (API-09); undefined without a date. */
export const fromInstant = (day: Day | undefined) => (day ? `${day}T00:00:00.000Z` : undefined)
export const toInstant = (day: Day | undefined) => (day ? `${day}T22:59:00.000Z` : undefined)

/** Filters with both dates in the API's format. */
export function withInstants({ from, to, ...rest }: Record<string, Day | undefined>) {
  return { ...rest, from: fromInstant(from), to: toInstant(to) }
}
