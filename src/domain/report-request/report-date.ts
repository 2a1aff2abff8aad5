import { msg, t } from '#domain/language/translate.ts'
import type { Day } from '#domain/values/day.ts'
import { compareDays } from '#domain/values/day.ts'

export const REPORT_DATE = msg('Fecha del informe')

/** The fault of the date of a report (DORA-11), or null. It may be missing, and lies never in the future. */
export const reportDateFault = (date: Day | null, today: Day): string | null =>
  date !== null && compareDays(date, today) > 0 ? t('La fecha del informe no puede ser futura.') : null

/**
 * The date of a request's report after an edit: the given one, none where '' is given, and otherwise the one that
 * stands, which does not outlive its report.
 */
export function reportDateAfter(given: Day | '' | undefined, stands: Day | null, isReplaced: boolean): Day | null {
  if (given !== undefined) return given || null
  return isReplaced ? null : stands
}
