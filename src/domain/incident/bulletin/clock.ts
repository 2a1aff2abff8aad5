import { addMonths, madridDay, startOfDayInMadrid } from '#domain/values/day.ts'

/** The moments that a bank writes about an incident that affects it; null: not yet. Instants in UTC. */
export type ClockMoments = {
  awareAt: string | null
  classifiedAt: string | null
  initialSentAt: string | null
  intermediateSentAt: string | null
}
type Deadlines = { initial: string | null; intermediate: string | null; final: string | null }

const HOUR = 3_600_000
const hoursAfter = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * HOUR).toISOString()

/** The same time of day in Madrid, one month later. */
function monthAfter(instant: string): string {
  const day = madridDay(instant)
  const sinceMidnight = Date.parse(instant) - Date.parse(startOfDayInMadrid(day))
  return new Date(Date.parse(startOfDayInMadrid(addMonths(day, 1))) + sinceMidnight).toISOString()
}

/**
 * The deadlines of Delegated Regulation (EU) 2025/301, art. 5 (AFFECT-11): the initial notification 4 hours after the
 * classification and 24 after awareness at the latest, the intermediate report 72 hours after it, the final one a month
 * after that. An aid: the bank answers for its dates.
 */
export function deadlinesOf({ awareAt, classifiedAt, initialSentAt, intermediateSentAt }: ClockMoments): Deadlines {
  const first = [classifiedAt && hoursAfter(classifiedAt, 4), awareAt && hoursAfter(awareAt, 24)].filter(
    each => each !== null,
  )
  return {
    initial: first.toSorted()[0] ?? null,
    intermediate: initialSentAt && hoursAfter(initialSentAt, 72),
    final: intermediateSentAt && monthAfter(intermediateSentAt),
  }
}
