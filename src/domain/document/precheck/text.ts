import { foldForSearch } from '#domain/values/collate.ts'

/** What is read of a file, whatever the file (DESK-14). */
export const readingLimits = { ms: 20_000, pages: 200, megabytes: 256, characters: 2_000_000 } as const

/** The text of each page, the first page first; of a workbook, each sheet. */
export type Pages = readonly string[]

/** A place in a text: its page, from 1, and the words there. */
export type Place = { page: number; words: string }

/** The text of one page from the items of its text layer. */
export function pageText(items: readonly object[]): string {
  let text = ''
  for (const item of items) {
    if (!('str' in item) || typeof item.str !== 'string') continue
    text += 'hasEOL' in item && item.hasEOL ? `${item.str}\n` : item.str
  }
  return text
}

/** The pages on which something is written. */
export const writtenPages = (pages: Pages): number => pages.filter(page => /[\p{L}\p{N}]{2}/u.test(page)).length

/** A text in lower case and without accents, of the same length as it was, so that places stay where they are. */
export function foldInPlace(text: string): string {
  return [...text].map(sign => (sign.length === 1 ? foldSign(sign) : sign)).join('')
}

const folded = new Map<string, string>()

function foldSign(sign: string): string {
  const known = folded.get(sign)
  if (known !== undefined) return known
  const plain = /\s/.test(sign) ? ' ' : foldForSearch(sign)
  const kept = plain.length === 1 ? plain : sign
  folded.set(sign, kept)
  return kept
}

/** The words around a place, on one line. */
export const wordsAt = (text: string, from: number, to: number): string =>
  text.slice(from, to).replace(/\s+/g, ' ').trim()
