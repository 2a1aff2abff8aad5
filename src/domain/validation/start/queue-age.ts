import { t } from '#domain/language/translate.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, daysBetween, madridDay } from '#domain/values/day.ts'

/** Number of days after which a waiting item is late. */
const LATE_DAYS = 7

/** How long an item has waited for CCI: whole days of Madrid, and whether that is more than a week. */
export function queueAge(receivedAt: string, today: Day): { days: number; late: boolean } {
  const days = Math.max(0, daysBetween(madridDay(receivedAt), today))
  return { days, late: days > LATE_DAYS }
}

/** The last day on which an item is not late. */
export const lateAfter = (receivedAt: string): Day => addDays(madridDay(receivedAt), LATE_DAYS)

/** 'hoy', '1 día', '9 días'. */
export function ageText(days: number): string {
  if (days === 0) return 'hoy'
  return days === 1 ? t('1 día') : t`${days} días`
}
