import { MESSAGES } from '#domain/values/messages.ts'
import { withoutStray } from '#domain/values/text.ts'

/** A calendar day as `YYYY-MM-DD`, years 1000 to 9999. "Today" is always the day in Madrid (D4). */
export type Day = string

/** First and last day of the calendar: stored days may be either, and arithmetic on them must work. */
const FIRST_DAY: Day = '1000-01-01'
const LAST_DAY: Day = '9999-12-31'
const [FIRST, LAST] = [Date.parse(FIRST_DAY), Date.parse(LAST_DAY)]

/** Latest expiry that a form or call accepts. */
export const LAST_EXPIRY: Day = '2100-12-31'

const MS_PER_DAY = 86_400_000
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const madridClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Madrid',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

export function isDay(text: string): text is Day {
  const parts = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text)
  return parts !== null && exists(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

/** Negative when `a` is before `b`, zero when equal; for `sort`. */
export function compareDays(a: Day, b: Day): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Adds days. All additions here stop at the first or last day of the years 1000 to 9999, so that every stored day can
 * be read. Throws a RangeError when `day` is invalid.
 */
export function addDays(day: Day, days: number): Day {
  return dayOfUtc(utcOf(day) + days * MS_PER_DAY)
}

/** The same day of another month, or the last day of a shorter month: 31 January plus 1 is 28 February. */
export function addMonths(day: Day, months: number): Day {
  const from = new Date(utcOf(day))
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const last = daysInMonth(first.getUTCFullYear(), first.getUTCMonth() + 1)
  return dayOfUtc(first.getTime() + (Math.min(from.getUTCDate(), last) - 1) * MS_PER_DAY)
}

/** The same day of another year; 29 February becomes 28 in common years. */
export function addYears(day: Day, years: number): Day {
  return addMonths(day, years * 12)
}

/** Days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (utcOf(to) - utcOf(from)) / MS_PER_DAY
}

/** The day in Madrid at an instant (ISO 8601). Throws a RangeError when the text is not an instant. */
export function madridDay(instantIso: string): Day {
  const { year, month, day } = madridParts(timeOf(instantIso))
  return `${year}-${month}-${day}`
}

/** The first instant of a day in Madrid, as ISO 8601 UTC. */
export function startOfDayInMadrid(day: Day): string {
  const midnight = utcOf(day)
  // Madrid changes its clock at 01:00 UTC, so the offset at midnight UTC is that of midnight in Madrid too.
  return new Date(midnight - madridOffset(midnight)).toISOString()
}

/** The last millisecond of a day in Madrid, as ISO 8601 UTC: an expiry on that day is valid until then (D4). */
export function endOfDayInMadrid(day: Day): string {
  const midnight = utcOf(day) + MS_PER_DAY
  return new Date(midnight - madridOffset(midnight) - 1).toISOString()
}

/**
 * A time of day in Madrid, `07:30`, as ISO 8601 UTC. Not for the hours before 03:00: a change of the clock skips or
 * repeats one of them.
 */
export function timeInMadrid(day: Day, time: string): string {
  const utc = Date.parse(`${day}T${time}:00.000Z`)
  return new Date(utc - madridOffset(utc)).toISOString()
}

export const isMonday = (day: Day): boolean => new Date(utcOf(day)).getUTCDay() === 1

/** The Sunday of its week. */
export const endOfWeek = (day: Day): Day => addDays(day, (7 - new Date(utcOf(day)).getUTCDay()) % 7)

/** `2026-11-21` as `21/11/2026` (LIM-29). */
export function formatDay(day: Day): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

/** Formats a day from the audit log for display: entries of earlier versions already contain `DD/MM/YYYY`. */
export function formatRecordedDay(recorded: string): string {
  return isDay(recorded) ? formatDay(recorded) : recorded
}

/** An instant in Madrid time: `21/11/2026 09:05` (LIM-30, LIM-31). */
export function formatInstant(instantIso: string): string {
  const { year, month, day, hour, minute } = madridParts(timeOf(instantIso))
  return `${day}/${month}/${year} ${hour}:${minute}`
}

/** `1/2/27`, `01-02-2027`, `2027-02-01` or `01022027` as `YYYY-MM-DD`, whether or not the day exists; null for others. */
export function writtenDay(text: string): string | null {
  const clean = withoutStray(text).trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(clean)
  const spanish =
    /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/.exec(clean) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(clean)
  const [year, month, date] = iso ? [iso[1], iso[2], iso[3]] : spanish ? [spanish[3], spanish[2], spanish[1]] : []
  if (!year || !month || !date) return null
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

/** The day that people type or a sheet says, in the forms of `writtenDay`; null when there is no such day. */
export function parseDay(text: string): Day | null {
  const day = writtenDay(text)
  return day !== null && isDay(day) ? day : null
}

/** Whether a date input accepts the day: tomorrow is the earliest (FORM-18, D25). */
export function isTomorrowOrLater(day: Day, today: Day): boolean {
  return isDay(day) && compareDays(day, today) > 0
}

/** Why a day cannot be an expiry, or null: tomorrow is the earliest (FORM-18, D25), `LAST_EXPIRY` the latest. */
export function expiryFault(day: Day, today: Day): 'expiryTooEarly' | 'expiryTooLate' | null {
  if (!isTomorrowOrLater(day, today)) return 'expiryTooEarly'
  return compareDays(day, LAST_EXPIRY) > 0 ? 'expiryTooLate' : null
}

/** The field error for an expiry, or null. */
export function expiryRule(day: Day, today: Day): string | null {
  const fault = expiryFault(day, today)
  return fault && MESSAGES[fault]
}

/**
 * Rule `fecha` for `DD/MM/YYYY` (FORM-37 to FORM-39): an existing day, year 1900 to before 2024. No current field uses
 * it (D25).
 */
export function dateRule(value: string): string | null {
  const parts = splitDate(value)
  if (!parts) return MESSAGES.fecha
  const [year, month, date] = parts
  if (!exists(year, month, date)) {
    return month === 2 && date >= 29 && date <= 31 ? MESSAGES.fechaFebruary : MESSAGES.fecha
  }
  return year >= 1900 && year < 2024 ? null : MESSAGES.fechaRange
}

function splitDate(text: string): [year: number, month: number, date: number] | null {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim())
  return parts && [Number(parts[3]), Number(parts[2]), Number(parts[1])]
}

function exists(year: number, month: number, date: number): boolean {
  return date >= 1 && date <= daysInMonth(year, month)
}

/** 0 for a month number that does not exist. */
function daysInMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && isLeap ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0)
}

function utcOf(day: Day): number {
  if (!isDay(day)) throw new RangeError(`Not a day: ${day}`)
  return Date.parse(`${day}T00:00:00Z`)
}

function dayOfUtc(time: number): Day {
  if (time < FIRST) return FIRST_DAY
  return time > LAST ? LAST_DAY : new Date(time).toISOString().slice(0, 10)
}

function timeOf(instantIso: string): number {
  const time = Date.parse(instantIso)
  if (Number.isNaN(time)) throw new RangeError(`Not an instant: ${instantIso}`)
  return time
}

function madridParts(time: number) {
  // Exports call this for every row: formatToParts takes three times as long.
  const [day = '', month = '', year = '', hour = '', minute = '', second = ''] =
    madridClock.format(time).match(/\d+/g) ?? []
  return { year: year.padStart(4, '0'), month, day, hour, minute, second }
}

function madridOffset(time: number): number {
  const { year, month, day, hour, minute, second } = madridParts(time)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - time
}

/** 'HH:MM' of a typed time of day, also '9:05', '905' and '9.05'; null for none. */
export function parseTime(text: string): string | null {
  const [, hour, minute] = /^([01]?\d|2[0-3])[:.h]?([0-5]\d)$/.exec(text.trim()) ?? []
  return hour && minute ? `${hour.padStart(2, '0')}:${minute}` : null
}
