import { t } from '#domain/language/translate.ts'
import { parseDay, writtenDay } from '#domain/values/day.ts'
import { locale } from '#web/ui/language/spoken.ts'

// Dates use the time zone of CCI's office, wherever the browser is.
const timeZone = 'Europe/Madrid'
const dayFormat = new Intl.DateTimeFormat('es-ES', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat('es-ES', { timeZone, hour: '2-digit', minute: '2-digit' })
const isoFormat = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

const minute = 60_000
const day = 24 * 60 * minute
const calendarDate = /^\d{4}-\d{2}-\d{2}$/

/** 'YYYY-MM-DD' or an ISO instant as 'DD/MM/YYYY'. */
export function dayText(value: string): string {
  if (calendarDate.test(value)) return value.split('-').reverse().join('/')
  return dayFormat.format(new Date(value))
}

const longFormat = new Intl.DateTimeFormat('es-ES', { timeZone: 'UTC', dateStyle: 'full' })
const weekdayFormat = new Intl.DateTimeFormat('es-ES', { timeZone: 'UTC', weekday: 'long', day: 'numeric' })

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('es-ES') + text.slice(1)

/** 'YYYY-MM-DD' as 'Sábado, 21 de noviembre de 2026'. */
export const longDayText = (value: string) => capital(longFormat.format(new Date(`${value}T12:00:00Z`)))

/** 'YYYY-MM-DD' as 'Sábado 21'. */
export const weekdayText = (value: string) =>
  capital(weekdayFormat.format(new Date(`${value}T12:00:00Z`)).replace(',', ''))

/** An ISO instant as 'HH:MM'. */
export function timeText(value: string): string {
  return timeFormat.format(new Date(value))
}

/** The calendar date, 'YYYY-MM-DD', of an instant. */
export function dayOf(instant: Date): string {
  return isoFormat.format(instant)
}

/** Whole days from `from` to `to`, both 'YYYY-MM-DD'; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / day)
}

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
