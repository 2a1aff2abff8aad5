import type { Day } from '#domain/values/day.ts'

/** The dates of what a provider had evaluated, behind a rating in force. */
export type EvaluationDates = {
  evaluation: { periodTo: Day | null; reportDate: Day | null } | null
  /** Given with the request. */
  requestReportDate: Day | null
}

/**
 * The latest date of a provider's evaluation that is known, or null. It informs a bank and is no audit of its own: the law
 * excludes certifications and reports of the provider (REG-08).
 */
export function evaluatedOn({ evaluation, requestReportDate }: EvaluationDates): Day | null {
  const known = [evaluation?.periodTo, evaluation?.reportDate, requestReportDate].filter(day => day != null)
  return known.toSorted().at(-1) ?? null
}
