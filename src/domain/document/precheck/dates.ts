import { foldInPlace, type Pages, type Place, wordsAt } from '#domain/document/precheck/text.ts'
import type { Day } from '#domain/values/day.ts'
import { parseDay } from '#domain/values/day.ts'

/** A date in a text, from the sign `from` to before `to`. */
export type WrittenDay = { day: Day; from: number; to: number }

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const FIGURES = /(?<!\d)(\d{1,2})\s?([/.-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?![\d/-])/g
const ISO = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g
const WORDS = /(?<!\d)(\d{1,2})\s+(?:de\s+)?([a-z]{3,10})\.?\s+(?:de\s+|del\s+)?(\d{4})(?!\d)/g

/** The dates of a folded text, in their order: '31/12/2026', '31-12-2026', '31.12.26', '31 de diciembre de 2026', '2026-12-31'. */
export function daysIn(plain: string): WrittenDay[] {
  const found = [
    ...of(plain, FIGURES, ([, day = '', , month = '', year = '']) => [
      day,
      month,
      year.length === 2 ? `20${year}` : year,
    ]),
    ...of(plain, ISO, ([, year = '', month = '', day = '']) => [day, month, year]),
    ...of(plain, WORDS, ([, day = '', month = '', year = '']) => [day, monthOf(month), year]),
  ]
  return found.sort((a, b) => a.from - b.from)
}

const monthOf = (word: string) => String(MONTHS.indexOf(word.replace('setiembre', 'sep').slice(0, 3)) + 1)

function of(
  plain: string,
  pattern: RegExp,
  parts: (match: RegExpMatchArray) => [day: string, month: string, year: string],
): WrittenDay[] {
  return [...plain.matchAll(pattern)].flatMap(match => {
    const day = parseDay(parts(match).join('/'))
    return day === null ? [] : [{ day, from: match.index, to: match.index + match[0].length }]
  })
}

/** What announces the last day of something. */
const ANNOUNCED = /valid[oa]s? hasta|vencimiento|vence\b|caduca\b|caducidad|vigencia|validez/g
/** How far after those words the date may be, and how far apart the ends of a period. */
const REACH = 80
const APART = 12
/** What joins the two ends of a period: 'del 1/1/2026 al 31/12/2026'. */
const JOINED = /^\s*(?:,?\s*(?:y\s+)?(?:hasta|a|al)(?:\s+el)?(?:\s+dia)?|[-–—/])\s*$/

/** What precedes the first day of a period. */
const SINCE = /\b(?:desde|a partir)(?:\s+del?)?(?:\s+el)?(?:\s+dia)?\s*$/

const SINCE_REACH = 30

/** The first of some dates that is no beginning: of a period its end, and not one since which something holds. */
function endAmong(plain: string, days: readonly WrittenDay[], within: number): WrittenDay | null {
  for (const [index, day] of days.entries()) {
    if (day.from > within) return null
    const next = days[index + 1]
    const between = next ? plain.slice(day.to, next.from) : ''
    if (next && between.length <= APART && JOINED.test(between)) return next
    if (!SINCE.test(plain.slice(Math.max(0, day.from - SINCE_REACH), day.from))) return day
  }
  return null
}

/** An expiry that a file states, where, and in which words. */
export type StatedExpiry = Place & { day: Day }

/** The expiries that a file states: of a period, its end. */
export function expiriesIn(pages: Pages): StatedExpiry[] {
  return pages.flatMap((text, index) => {
    const plain = foldInPlace(text)
    const days = daysIn(plain)
    // Of several words before one date, the last announces it.
    const stated = new Map<number, StatedExpiry>()
    for (const { index: at, 0: words } of plain.matchAll(ANNOUNCED)) {
      const end = at + words.length
      const near = days.filter(({ from }) => from >= end && from - end <= REACH + APART)
      const day = endAmong(plain, near, end + REACH)
      if (day) stated.set(day.from, { day: day.day, page: index + 1, words: wordsAt(text, at, day.to) })
    }
    return [...stated.values()]
  })
}
