import type { Day } from '#domain/values/day.ts'
import { endOfDayInMadrid, isDay, madridDay, startOfDayInMadrid } from '#domain/values/day.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The end of a day in section 7's filters, as UTC time: 23:59 of Madrid's winter time. */
const LAST = 22 * 60 * MINUTE + 59 * MINUTE

/** The last day of the calendar. */
const LAST_DAY: Day = '9999-12-31'

/**
 * The days between two filter instants. Section 7 ends its filters at 22:59 UTC (API-09). In summer that is 00:59 of
 * the next day in Madrid, and that day is excluded.
 */
export function filterDays(from: string | undefined, to: string | undefined): { from: Day | null; to: Day | null } {
  return {
    from: from === undefined ? null : madridDay(from),
    to: to === undefined ? null : madridDay(new Date(Date.parse(to) + MINUTE - DAY).toISOString()),
  }
}

/**
 * The inclusive bounds of a filter. Section 7's instants mean whole days in Madrid (D4), so no moment falls between two
 * days. Any other instant is taken literally.
 */
export function filterInstants(
  from: string | undefined,
  to: string | undefined,
): { from: string | null; to: string | null } {
  const days = filterDays(from, to)
  return {
    from:
      from !== undefined && days.from !== null && isDayAt(from, 0, days.from)
        ? startOfDayInMadrid(days.from)
        : (from ?? null),
    to: to !== undefined && days.to !== null && isDayAt(to, LAST, days.to) ? endOfDayInMadrid(days.to) : (to ?? null),
  }
}

/**
 * Whether an instant stands for a whole day: it has this UTC time, and the day and the next one are in the calendar.
 */
function isDayAt(instant: string, time: number, day: Day): boolean {
  const isAt = ((Date.parse(instant) % DAY) + DAY) % DAY === time
  return isAt && isDay(day) && day !== LAST_DAY
}
