import { daysBetween } from '#web/ui/time/dates.ts'

export interface TimelinePlace {
  /** 0 to 1 along the rule. */
  at: number
  /** Level of the pin: 0 is the highest. */
  level: number
  /** The label is left of the pin, because there is no room at the right. */
  flipped: boolean
}
export interface TimelineMonth {
  /** 'YYYY-MM-01'. */
  start: string
  label: string
}

const monthFormat = new Intl.DateTimeFormat('es-ES', { month: 'short', timeZone: 'UTC' })
const levels = 4

/** Twelve months from the month of `today`, with short Spanish names; January includes its year. */
export function timelineMonths(today: string, months = 12): TimelineMonth[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: months }, (_, index) => {
    const date = new Date(Date.UTC(year, month - 1 + index, 1))
    const name = monthFormat.format(date).replace('.', '').slice(0, 3)
    const january = date.getUTCMonth() === 0
    return { start: date.toISOString().slice(0, 10), label: january ? `${name} ${date.getUTCFullYear()}` : name }
  })
}

/** Position of a day, 0 to 1, on a rule of equal months, clamped at both ends. */
export function timelinePosition(day: string, months: readonly TimelineMonth[]): number {
  const index = months.findLastIndex(month => month.start <= day)
  if (index < 0) return 0
  const start = months[index]?.start ?? day
  const [year = 0, month = 1] = start.split('-').map(Number)
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Math.min(1, (index + Math.min(1, daysBetween(start, day) / length)) / months.length)
}

/**
 * Position and level of each pin, so that no labels overlap and no pin crosses a lower label: a pin within an earlier
 * label gets a lower level. `widths` are the label widths as fractions of the rule; days are in order.
 */
export function timelineLayout(
  days: readonly string[],
  widths: readonly number[],
  months: readonly TimelineMonth[],
): TimelinePlace[] {
  const spans = days.map((day, index) => {
    const at = timelinePosition(day, months)
    const width = widths[index] ?? 0
    const flipped = at + width > 1
    return { index, at, flipped, from: flipped ? at - width : at, to: flipped ? at : at + width, level: 0 }
  })
  const taken: typeof spans = []
  // From both ends inwards: each pin lies within a label already placed, never the reverse.
  const turned = spans.filter(span => span.flipped).reverse()
  for (const own of [...turned, ...spans.filter(span => !span.flipped)]) {
    const free = (level: number) =>
      taken.every(span => span.level !== level || span.to <= own.from || span.from >= own.to)
    const crosses = (level: number) =>
      taken.some(
        span =>
          (span.level > level && span.from < own.at && own.at < span.to) ||
          (span.level < level && own.from < span.at && span.at < own.to),
      )
    const heights = Array.from({ length: levels }, (_, level) => level)
    // When no level is free of both, readable labels matter more: they cover a pin with their own background.
    own.level = heights.find(each => free(each) && !crosses(each)) ?? heights.find(free) ?? levels - 1
    taken.push(own)
  }
  return spans.map(({ at, level, flipped }) => ({ at, level, flipped }))
}
