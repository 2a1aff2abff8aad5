import { t } from '#domain/language/translate.ts'
import type { Day } from '#domain/values/day.ts'
import { daysBetween, madridDay } from '#domain/values/day.ts'

/** How long an item has waited for CCI, in whole days of Madrid. */
export const daysWaited = (receivedAt: string, today: Day): number =>
  Math.max(0, daysBetween(madridDay(receivedAt), today))

/** 'hoy', '1 día', '9 días'. */
export function ageText(days: number): string {
  if (days === 0) return t('hoy')
  return days === 1 ? t('1 día') : t`${days} días`
}
