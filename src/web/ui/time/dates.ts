import { t } from '#domain/language/translate.ts'
import { daysBetween, madridDay, parseDay, writtenDay } from '#domain/values/day.ts'
import { locale } from '#web/ui/language/spoken.ts'

// Dates use the time zone of CCI's office, wherever the browser is.
const timeZone = 'Europe/Madrid'
const dayFormat = new Intl.DateTimeFormat('es-ES', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat('es-ES', { timeZone, hour: '2-digit', minute: '2-digit' })
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

const minute = 60_000
const calendarDate = /^\d{4}-\d{2}-\d{2}$/

/** 'YYYY-MM-DD' or an ISO instant as 'DD/MM/YYYY'. */
export function dayText(value: string): string {
  if (calendarDate.test(value)) return value.split('-').reverse().join('/')
  return dayFormat.format(new Date(value))
}

/** An ISO instant as 'HH:MM'. */
export function timeText(value: string): string {
  return timeFormat.format(new Date(value))
}

/** The calendar date, 'YYYY-MM-DD', of an instant. */
export const dayOf = (instant: Date): string => madridDay(instant.toISOString())

function relativeFormat(): Intl.RelativeTimeFormat {
  const inUse = locale()
  const format = relativeFormats.get(inUse) ?? new Intl.RelativeTimeFormat(inUse, { numeric: 'auto' })
  relativeFormats.set(inUse, format)
  return format
}

/** 'hace 3 días', 'ayer', 'hace 12 minutos', 'dentro de 23 días'; value as in dayText. */
export function relativeText(value: string, now: Date): string {
  const isDate = calendarDate.test(value)
  const relative = relativeFormat()
  const days = daysBetween(dayOf(now), isDate ? value : dayOf(new Date(value)))
  if (days === 0) {
    if (isDate) return t('hoy')
    const minutes = Math.round((Date.parse(value) - now.getTime()) / minute)
    if (Math.abs(minutes) < 1) return t('ahora mismo')
    return Math.abs(minutes) < 60
      ? relative.format(minutes, 'minute')
      : relative.format(Math.round(minutes / 60), 'hour')
  }
  if (Math.abs(days) < 60) return relative.format(days, 'day')
  if (Math.abs(days) < 730) return relative.format(Math.round(days / 30.44), 'month')
  return relative.format(Math.round(days / 365.25), 'year')
}

/** Error of a typed day, or null; an empty text is no error. */
export function dayFault(text: string): string | null {
  if (text.trim() === '' || parseDay(text)) return null
  return writtenDay(text) ? t('Ese día no existe') : t('Escriba la fecha como DD/MM/AAAA')
}
