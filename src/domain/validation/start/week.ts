import type { Day } from '#domain/values/day.ts'
import { addDays } from '#domain/values/day.ts'

export type WeekDay<Item> = { day: Day; items: Item[] }

/** Seven days from a day on, each with the items that fall on it, and the next item after them. */
export function weekFrom<Item extends { day: Day }>(
  today: Day,
  items: readonly Item[],
): { days: WeekDay<Item>[]; next: Item | null } {
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index))
  const last = days.at(-1) ?? today
  const later = items.filter(({ day }) => day > last).toSorted((a, b) => a.day.localeCompare(b.day))
  return {
    days: days.map(day => ({ day, items: items.filter(item => item.day === day) })),
    next: later[0] ?? null,
  }
}
