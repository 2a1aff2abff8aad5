import type { Day } from '#domain/values/day.ts'
import { addDays, addMonths } from '#domain/values/day.ts'

/** Range of the agenda: the last 60 days and the next twelve months. */
export function agendaDays(today: Day): { from: Day; to: Day } {
  return { from: addDays(today, -60), to: addMonths(today, 12) }
}
