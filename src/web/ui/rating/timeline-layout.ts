import { daysBetween } from '#domain/values/day.ts'
import { locale } from '#web/ui/language/spoken.ts'

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

/** Twelve months from the month of `today`, with short names; January includes its year. */
export function timelineMonths(today: string, months = 12): TimelineMonth[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const monthFormat = new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' })
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

/** More labels than this keep their usual side, because every choice of sides is tried. */
const TURNED_MAX = 10

type Label = { at: number; from: number; to: number; flipped: boolean }

/** The pin of one stands within the label of another. */
const covers = (label: Label, pin: Label) => label.from < pin.at && pin.at < label.to
const overlap = (a: Label, b: Label) => a.from < b.to && b.from < a.to

/**
 * A level for each label, with the number of pins that go through a label: a pin that another label covers ends below
 * that label, unless the two cover each other.
 */
function levelsOf(labels: readonly Label[]): { levels: number[]; crossed: number } {
  const levels = new Map<Label, number>()
  let crossed = 0
  while (levels.size < labels.length) {
    const waiting = labels.filter(label => !levels.has(label))
    const free = waiting.find(label => !waiting.some(other => covers(other, label)))
    const own = free ?? waiting[0]
    if (!own) break
    if (!free) crossed++
    let level = 0
    for (const [label, height] of levels) if (covers(label, own)) level = Math.max(level, height + 1)
    const taken = new Set([...levels].flatMap(([label, height]) => (overlap(label, own) ? [height] : [])))
    while (taken.has(level)) level++
    levels.set(own, level)
  }
  return { levels: labels.map(label => levels.get(label) ?? 0), crossed }
}

/**
 * Position and level of each pin, so that no labels overlap and a pin goes through a label only where nothing else is
 * possible: each label stands at the side of its pin that needs the fewest levels. `widths` are the label widths as
 * fractions of the rule; days are in order.
 */
export function timelineLayout(
  days: readonly string[],
  widths: readonly number[],
  months: readonly TimelineMonth[],
): TimelinePlace[] {
  const sides = days.map((day, index) => {
    const at = timelinePosition(day, months)
    const width = widths[index] ?? 0
    const right: Label = { at, from: at, to: at + width, flipped: false }
    const left: Label = { at, from: at - width, to: at, flipped: true }
    const [fitsRight, fitsLeft] = [at + width <= 1, at - width >= 0]
    return fitsRight ? { usual: right, other: fitsLeft ? left : null } : { usual: left, other: null }
  })
  let best: { labels: Label[]; levels: number[]; cost: number } | null = null
  for (let turned = 0; turned < 2 ** Math.min(sides.length, TURNED_MAX); turned++) {
    const isTurned = (index: number) => (turned & (1 << index)) !== 0
    if (sides.some(({ other }, index) => isTurned(index) && !other)) continue
    const labels = sides.map(({ usual, other }, index) => (isTurned(index) && other) || usual)
    const { levels, crossed } = levelsOf(labels)
    const depth = Math.max(0, ...levels)
    const cost = crossed * 10_000 + depth * 100 + labels.filter((_, index) => isTurned(index)).length
    if (!best || cost < best.cost) best = { labels, levels, cost }
  }
  return (best?.labels ?? []).map(({ at, flipped }, index) => ({ at, flipped, level: best?.levels[index] ?? 0 }))
}
