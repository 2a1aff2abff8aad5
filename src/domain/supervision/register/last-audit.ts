import type { Day } from '#domain/values/day.ts'

/** The dates from which the date of the last audit of a provider follows. No other date counts (DORA-10). */
export type AuditDates = {
  /** Of the evaluation behind the rating in force. */
  evaluation: { periodTo: Day | null; reportDate: Day | null } | null
  /** Given with the request behind the rating in force. */
  requestReportDate: Day | null
  /** The bank's own audit. */
  ownAuditOn: Day | null
}

/** The latest of the dates that are known, or null. */
export function lastAuditOf({ evaluation, requestReportDate, ownAuditOn }: AuditDates): Day | null {
  const known = [evaluation?.periodTo, evaluation?.reportDate, requestReportDate, ownAuditOn]
  return known.reduce<Day | null>((latest, day) => (day && (latest === null || day > latest) ? day : latest), null)
}
