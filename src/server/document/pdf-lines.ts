import type { PDFFont } from '@cantoo/pdf-lib'
import { writableIn } from '#server/document/pdf-letters.ts'

/** The text in letters of the font, broken between words, and within a word that is wider than the column. */
export function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => widthOf(line, font) * size <= width
  const lines: string[] = []
  let line = ''
  for (const word of writableIn(font, text).split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const char of word) {
      if (!fits(line + char)) {
        lines.push(line)
        line = ''
      }
      line += char
    }
  }
  return [...lines, line]
}

const widths = new WeakMap<PDFFont, Map<string, number>>()

/** The width of a text at size 1. Each letter is measured once: an embedded font takes long to lay a line out. */
function widthOf(text: string, font: PDFFont): number {
  const known = widths.get(font) ?? new Map<string, number>()
  widths.set(font, known)
  let sum = 0
  for (const letter of text) {
    const width = known.get(letter) ?? font.widthOfTextAtSize(letter, 1)
    known.set(letter, width)
    sum += width
  }
  return sum
}
