import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import { formatInstant, isDay, timeInMadrid } from '#domain/values/day.ts'

/* Moments as a field holds them: '2026-11-21T09:05', in Madrid time. */

/** The moment of an instant; '' for none. */
export function momentOf(instant: string | null): string {
  if (!instant) return ''
  const [day = '', time = ''] = formatInstant(instant).split(' ')
  return `${day.split('/').toReversed().join('-')}T${time}`
}

/** The instant of a moment; null for none or half of one. */
export function instantOf(moment: string): string | null {
  const [day = '', time = ''] = moment.split('T')
  return isDay(day) && /^\d\d:\d\d/.test(time) ? timeInMadrid(day, time.slice(0, 5)) : null
}

/** The errors of moments that are half given or no moment, by field. */
export const momentErrors = (moments: Readonly<Record<string, string>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(moments).flatMap(([field, moment]) =>
      moment !== '' && instantOf(moment) === null ? [[field, t('Escriba el día y la hora: DD/MM/AAAA y HH:MM')]] : [],
    ),
  )
