import { t } from '#domain/language/translate.ts'
import type { Day } from '#domain/values/day.ts'
import { addMonths, formatDay } from '#domain/values/day.ts'

/** For how many months a confirmation counts (CHAIN-09). */
export const CONFIRMED_MONTHS = 12

/** Whether a chain was confirmed within the last twelve months. */
export const isConfirmedOn = (confirmedOn: Day | null, today: Day): boolean =>
  confirmedOn !== null && addMonths(confirmedOn, CONFIRMED_MONTHS) >= today

/**
 * The words of a chain's confirmation.
 * @param declaredOn the day of its first declaration, or null without any
 */
export function confirmationText(confirmedOn: Day | null, declaredOn: Day | null, today: Day): string {
  if (confirmedOn !== null && isConfirmedOn(confirmedOn, today)) return t`Confirmada el ${formatDay(confirmedOn)}`
  const since = confirmedOn ?? declaredOn
  return since === null ? t('Sin declarar') : t`Sin confirmar desde ${formatDay(since)}`
}
