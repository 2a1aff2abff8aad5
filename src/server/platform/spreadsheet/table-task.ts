import { t } from '#domain/language/translate.ts'
import { cellFault, entered, isBlankCell } from '#domain/list/cell.ts'
import { findHeadings, type HeadingError, type SheetColumns } from '#server/platform/spreadsheet/headings.ts'
import { answering, parse, type SpreadsheetKind } from '#server/platform/spreadsheet/parse.ts'

/** The rows with a cell that is not blank below the headings: the line of each, and its texts in the order of the columns. */
export type Table = { errors: HeadingError<string>[]; rows: [line: number, ...cells: string[]][] }

type Wanted = { kind: SpreadsheetKind; columns: SheetColumns }

/** The faults that an answer lists. */
const LISTED = 500

export const work = answering(async ({ kind, columns }: Wanted, file): Promise<Table> => {
  const table = await parse(file, kind)
  const headings = findHeadings(table, columns)
  if (headings.errors.length > 0) return { errors: headings.errors, rows: [] }
  const places = Object.entries(columns).map(([column, { heading }]) => ({
    column,
    heading,
    place: headings.at.get(column) ?? -1,
  }))
  const errors: Table['errors'] = []
  const rows = table.flatMap((cells, index): Table['rows'] => {
    const line = index + 1
    if (line <= headings.line || cells.every(isBlankCell)) return []
    for (const { column, heading, place } of places) {
      const fault = cellFault(cells[place], line, place)
      if (!fault) continue
      errors.push({ line, column, message: t`Fila ${line}, «${heading}»: ${fault}` })
    }
    return [[line, ...places.map(({ place }) => entered(cells[place]))]]
  })
  return errors.length > 0 ? { errors: errors.slice(0, LISTED), rows: [] } : { errors, rows }
})
