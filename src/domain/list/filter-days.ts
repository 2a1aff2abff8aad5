import type { Day } from '#domain/values/day.ts'
import { endOfDayInMadrid, isDay, madridDay, startOfDayInMadrid } from '#domain/values/day.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** When a day of section 7's filters ends: at 23:59 in Madrid, in winter. */
const LAST = 22 * 60 * MINUTE + 59 * MINUTE

/** No day comes after it. */
const LAST_DAY: Day = '9999-12-31'

/**
 * The days between two instants of a filter. Section 7 ends its filters at 22:59 UTC (API-09), which in summer is 00:59 of
 * the next day in Madrid: that next day is not meant, and is left out.
 */
export function filterDays(from: string | undefined, to: string | undefined): { from: Day | null; to: Day | null } {
  return {
    from: from === undefined ? null : madridDay(from),
    to: to === undefined ? null : madridDay(new Date(Date.parse(to) + MINUTE - DAY).toISOString()),
  }
}

/**
 * The instants that a filter lets through, both included. Those of section 7 mean whole days of Madrid (D4), so that each
 * moment is in one; who sends another instant means it.
 */
export function filterInstants(
  from: string | undefined,
  to: string | undefined,
): { from: string | null; to: string | null } {
  const days = filterDays(from, to)
  return {
    from: days.from !== null && isDayAt(from!, 0, days.from) ? startOfDayInMadrid(days.from) : (from ?? null),
    to: days.to !== null && isDayAt(to!, LAST, days.to) ? endOfDayInMadrid(days.to) : (to ?? null),
  }
}

/** An instant stands for a day at this time of UTC, and the day and the next are in the calendar. */
function isDayAt(instant: string, time: number, day: Day): boolean {
  const isAt = ((Date.parse(instant) % DAY) + DAY) % DAY === time
  return isAt && isDay(day) && day !== LAST_DAY
}
