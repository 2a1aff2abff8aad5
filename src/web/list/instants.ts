import type { Day } from '#domain/values/day.ts'

/** The two ends of a filter by dates, as section 7 writes them (API-09); undefined without a day. */
export const fromInstant = (day: Day | undefined) => (day ? `${day}T00:00:00.000Z` : undefined)
export const toInstant = (day: Day | undefined) => (day ? `${day}T22:59:00.000Z` : undefined)

/** Filters with their two days as the API takes them. */
export function withInstants({ from, to, ...rest }: Record<string, Day | undefined>) {
  return { ...rest, from: fromInstant(from), to: toInstant(to) }
}
