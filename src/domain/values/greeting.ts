import { t } from '#domain/language/translate.ts'
import { formatInstant } from '#domain/values/day.ts'

/** The Spanish greeting at an instant (ISO 8601) in Madrid: morning, afternoon or night. */
export function greetingAt(instantIso: string): string {
  const hour = Number(formatInstant(instantIso).slice(-5, -3))
  if (hour >= 6 && hour < 14) return t('Buenos días')
  return hour >= 14 && hour < 21 ? t('Buenas tardes') : t('Buenas noches')
}
