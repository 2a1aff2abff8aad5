import type { Day } from '#domain/values/day.ts'
import { addDays, daysBetween } from '#domain/values/day.ts'

/** Monday to Friday and none of the centre's holidays (DESK-03). Days are days in Madrid (D4). */
export function isWorkingDay(day: Day, holidays: readonly Day[]): boolean {
  const weekday = new Date(addDays(day, 0)).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day)
}

/**
 * The working day that is `count` of them after `day`: of Friday plus 1, Monday. What falls on a holiday moves to the
 * next working day. With 0 it is the day itself, or the first working day after it.
 */
export function addWorkingDays(day: Day, count: number, holidays: readonly Day[]): Day {
  let left = count
  let at = day
  while (left > 0 || !isWorkingDay(at, holidays)) {
    const next = addDays(at, 1)
    // The calendar has an end, and a loop must have one too.
    if (next === at) return at
    at = next
    if (isWorkingDay(at, holidays)) left--
  }
  return at
}

/** So many working days from a day on, itself included if it is one. */
export function nextWorkingDays(from: Day, count: number, holidays: readonly Day[]): Day[] {
  const days: Day[] = []
  for (let at = addWorkingDays(from, 0, holidays); days.length < count && at !== days.at(-1); ) {
    days.push(at)
    at = addWorkingDays(at, 1, holidays)
  }
  return days
}

/** Working days from one day to another, not counting the first: 0 on the same day and backwards. */
export function workingDaysBetween(from: Day, to: Day, holidays: readonly Day[]): number {
  const days = Math.max(0, daysBetween(from, to))
  const free = new Set(holidays.filter(day => day > from && day <= to && isWorkingDay(day, [])))
  let rest = 0
  for (let n = 1; n <= days % 7; n++) if (isWorkingDay(addDays(from, n), [])) rest++
  return Math.floor(days / 7) * 5 + rest - free.size
}
