import { type Cells, cellFault, entered, isBlankCell } from '#domain/document/cell.ts'
import type { RegisterFields } from '#domain/supervision/register/entry/fields.ts'
import type { SheetFault, SheetKey, SheetRow } from '#domain/supervision/register/import/sheets.ts'
import {
  EXAMPLE,
  ROWS_MAX,
  readSheetRow,
  required,
  sheetFault,
  sheetFields,
  sheetKeys,
  sheetNames,
} from '#domain/supervision/register/import/sheets.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { findHeadings } from '#server/platform/spreadsheet/headings.ts'
import { answering, parseSheets, type WorkbookKind } from '#server/platform/spreadsheet/parse.ts'
import type { SheetCells } from '#server/platform/spreadsheet/sheets.ts'

/** The rows of a workbook by sheet; those of a sheet that it lacks are none. */
export type WorkbookRows = Record<SheetKey, SheetRow[]>

const reach = { rows: ROWS_MAX + 50, columns: 40 }
const SHEETS = 8
const bare = (name: string) => foldForSearch(name).toLowerCase()

/** The rows of the sheets of a register's workbook, or the faults of all; blank rows and the template's examples are skipped. */
export const work = answering(async (kind: WorkbookKind, file) => {
  const sheets = await parseSheets(file, { kind, reach, most: SHEETS })
  const faults: SheetFault[] = []
  const rows: WorkbookRows = { functions: [], arrangements: [], lines: [], subcontracts: [] }
  for (const key of sheetKeys) {
    const sheet = sheets.find(({ name }) => bare(name) === bare(sheetNames[key]))
    if (!sheet) continue
    const read = readSheet(key, sheet)
    rows[key] = read.rows
    faults.push(...read.faults)
  }
  return faults.length > 0 ? { faults } : { rows }
})

function readSheet(key: SheetKey, { rows: table }: SheetCells) {
  const fields = sheetFields[key] as RegisterFields
  const columns = Object.fromEntries(
    Object.entries(fields).map(([name, { label, also = [] }]) => [
      name,
      { heading: label, also, ...(required[key].includes(name) ? {} : { optional: true as const }) },
    ]),
  )
  const { line: headings, at, errors } = findHeadings(table, columns)
  const faults: SheetFault[] = errors.map(({ line, column, message }) => ({
    sheet: sheetNames[key],
    line,
    column,
    message: `Hoja «${sheetNames[key]}»: ${message}`,
  }))
  const rows: SheetRow[] = []
  for (const [index, cells] of errors.length > 0 ? [] : table.entries()) {
    const line = index + 1
    if (line <= headings || cells.every(isBlankCell)) continue
    const named = Object.fromEntries(Object.keys(fields).map(name => [name, entered(cells[at.get(name) ?? -1])]))
    if (Object.values(named).includes(EXAMPLE)) continue
    const unread = unreadIn(key, line, cells, at)
    faults.push(...unread)
    if (unread.length > 0) continue
    const read = readSheetRow(key, line, named)
    rows.push(read.row)
    faults.push(...read.faults)
  }
  return { rows, faults }
}

/** The faults of the cells that have no value. */
function unreadIn(key: SheetKey, line: number, cells: Cells, at: ReadonlyMap<string, number>): SheetFault[] {
  return [...at].flatMap(([column, place]) => {
    const fault = cellFault(cells[place], line, place)
    return fault ? [sheetFault(key, line, column, fault)] : []
  })
}
