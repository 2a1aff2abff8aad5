import { endingOf } from '#domain/document/file-types.ts'

/** How much of a workbook is shown beside a decision; the rest is in the download. */
export const workbookLimits = {
  sheets: 20,
  rows: 1000,
  columns: 60,
  /** Characters of a cell. */
  cell: 1000,
  /** Cells and characters of all sheets together. */
  cells: 40_000,
  characters: 1_000_000,
} as const

const endings = ['.xlsx', '.ods'] as const
type WorkbookEnding = (typeof endings)[number]

/** The format of a workbook that the portal shows, by its name; null for other files, also the older .xls. */
export function workbookFormat(name: string): 'xlsx' | 'ods' | null {
  const ending = endingOf(name)
  return endings.includes(ending as WorkbookEnding) ? (ending.slice(1) as 'xlsx' | 'ods') : null
}

const isNumber = (text: string) => /^[-+]?[\d.,\s]+[%€]?$/.test(text.trim())

/**
 * The number of rows at the top of a sheet that are its headings: those that its author froze, else the first row when
 * it has a text over every column.
 */
export function headingRows(rows: readonly (readonly string[])[], frozen: number): number {
  if (frozen > 0 && frozen <= 4) return Math.min(frozen, rows.length)
  const width = Math.max(0, ...rows.map(row => row.length))
  const first = rows[0] ?? []
  const named = first.filter(text => text.trim() !== '' && !isNumber(text)).length
  return width > 1 && named === width ? 1 : 0
}
