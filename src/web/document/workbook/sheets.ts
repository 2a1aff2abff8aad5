import { foldForSearch } from '#domain/values/collate.ts'

/** A sheet as displayed text. The first `head` rows are its headings; `cut` when there is more. */
export interface Sheet {
  name: string
  rows: readonly (readonly string[])[]
  head: number
  cut: boolean
}

/** The texts that a search compares, by row. */
export const foldedRows = ({ rows }: Sheet): string[] => rows.map(row => row.map(foldForSearch).join('\n'))

/** The rows below the headings, by index; only those with `wanted`, if it is not blank. */
export function rowsWith({ rows, head }: Sheet, folded: readonly string[], wanted: string): number[] {
  const text = foldForSearch(wanted)
  const all = [...rows.keys()].slice(head)
  return text === '' ? all : all.filter(at => folded[at]?.includes(text))
}

/** The letters over a column, as spreadsheet programs count: A … Z, AA, AB … */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

/** Whether a cell is aligned as a figure. */
export const isFigure = (text: string): boolean => /^[-+]?[\d.,]*\d[\d.,]*\s?[%€]?$/.test(text.trim())

/** The width of a column for its texts, in characters: their longest line, within limits. */
export function columnWidth({ rows }: Sheet, column: number): number {
  const lines = rows.flatMap(row => (row[column] ?? '').split('\n', 3))
  return Math.min(40, Math.max(7, ...lines.map(line => line.length)))
}
