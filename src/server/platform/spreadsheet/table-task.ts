import { findHeadings, type HeadingError, type SheetColumns } from '#server/platform/spreadsheet/headings.ts'
import { answering, parse, type SpreadsheetKind } from '#server/platform/spreadsheet/parse.ts'

/** The rows with a text below the headings: the line of each, and its cells in the order of the columns. */
export type Table = { errors: HeadingError<string>[]; rows: [line: number, ...cells: string[]][] }

type Wanted = { kind: SpreadsheetKind; columns: SheetColumns }

export const work = answering(async ({ kind, columns }: Wanted, file): Promise<Table> => {
  const table = await parse(file, kind)
  const headings = findHeadings(table, columns)
  if (headings.errors.length > 0) return { errors: headings.errors, rows: [] }
  const places = Object.keys(columns).map(column => headings.at.get(column) ?? -1)
  const rows = table.flatMap((cells, index): Table['rows'] => {
    const line = index + 1
    if (line <= headings.line || cells.every(text => text.trim() === '')) return []
    return [[line, ...places.map(place => cells[place] ?? '')]]
  })
  return { errors: [], rows }
})
