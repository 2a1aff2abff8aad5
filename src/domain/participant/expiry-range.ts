import type { Day } from '#domain/values/day.ts'
import { addDays, addMonths, madridDay } from '#domain/values/day.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * The expiry days between two instants, where a day ends at 23:59 in Madrid. Section 7 ends its filters at 22:59 UTC,
 * which in summer is 00:59 of the next day in Madrid: that next day is not meant, and is left out.
 */
export function expiryDays(from: string | undefined, to: string | undefined): { from: Day | null; to: Day | null } {
  return {
    from: from === undefined ? null : madridDay(from),
    to: to === undefined ? null : madridDay(new Date(Date.parse(to) + MINUTE - DAY).toISOString()),
  }
}

/** What the agenda looks at: the last 60 days and the next twelve months. */
export function agendaDays(today: Day): { from: Day; to: Day } {
  return { from: addDays(today, -60), to: addMonths(today, 12) }
}
