import type { Day } from '#domain/values/day.ts'
import { addMonths, madridDay, startOfDayInMadrid } from '#domain/values/day.ts'
import { addWorkingDays, isWorkingDay } from '#domain/values/working-days.ts'

/** The moments that a bank writes about an incident that affects it; null: not yet. Instants in UTC. */
export type ClockMoments = {
  awareAt: string | null
  classifiedAt: string | null
  initialSentAt: string | null
  intermediateSentAt: string | null
}
type Deadlines = { initial: string | null; intermediate: string | null; final: string | null }

const HOUR = 3_600_000
export const hoursAfter = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * HOUR).toISOString()

/** The same time of day in Madrid, one month later. */
function monthAfter(instant: string): string {
  const day = madridDay(instant)
  const sinceMidnight = Date.parse(instant) - Date.parse(startOfDayInMadrid(day))
  return new Date(Date.parse(startOfDayInMadrid(addMonths(day, 1))) + sinceMidnight).toISOString()
}

/** The moments in the order in which they happen. */
const inOrder = ['awareAt', 'classifiedAt', 'initialSentAt', 'intermediateSentAt'] as const

/** Moments before one that comes earlier, by field: each with what to do (REG-30). */
export function clockFaults(moments: ClockMoments): Partial<Record<keyof ClockMoments, string>> {
  const faults: Partial<Record<keyof ClockMoments, string>> = {}
  let before = Number.NEGATIVE_INFINITY
  for (const moment of inOrder) {
    const at = moments[moment]
    if (at === null) continue
    if (Date.parse(at) < before) faults[moment] = 'Es anterior al momento de antes'
    before = Date.parse(at)
  }
  return faults
}

/** A final report that falls on no working day may be sent until noon of the next one (paragraphs 4 and 5). */
function onWorkingDay(instant: string, holidays: readonly Day[]): string {
  const day = madridDay(instant)
  if (isWorkingDay(day, holidays)) return instant
  return hoursAfter(startOfDayInMadrid(addWorkingDays(day, 0, holidays)), 12)
}

/** 4 hours after the classification and 24 after awareness at the latest, unless the classification came later than that. */
function initialOf({ awareAt, classifiedAt }: ClockMoments): string | null {
  const ofAwareness = awareAt && hoursAfter(awareAt, 24)
  if (classifiedAt === null) return ofAwareness
  const ofClassification = hoursAfter(classifiedAt, 4)
  if (ofAwareness === null || Date.parse(classifiedAt) > Date.parse(ofAwareness)) return ofClassification
  return [ofClassification, ofAwareness].toSorted()[0]!
}

/**
 * The deadlines of Delegated Regulation (EU) 2025/301, art. 5 (REG-30): the initial notification 4 hours after the
 * classification and 24 after awareness at the latest, but 4 hours after a classification that came later than that; the
 * intermediate report 72 hours after the initial was sent; the final one a month after the last intermediate. Banks are
 * credit institutions: only the last of the three moves to a working day. An aid: the bank answers for its dates.
 */
export function deadlinesOf(moments: ClockMoments, holidays: readonly Day[]): Deadlines {
  const { initialSentAt, intermediateSentAt } = moments
  return {
    initial: initialOf(moments),
    intermediate: initialSentAt && hoursAfter(initialSentAt, 72),
    final: intermediateSentAt && onWorkingDay(monthAfter(intermediateSentAt), holidays),
  }
}
