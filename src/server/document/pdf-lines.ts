import type { PDFFont } from '@cantoo/pdf-lib'
import { toWinAnsi } from '#domain/document/watermark/watermark.ts'

/** The text in WinAnsi, broken between words, and within a word that is wider than the column. */
export function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of toWinAnsi(text).split(/\s+/)) {
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
