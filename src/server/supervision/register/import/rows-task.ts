import { amountEntered, type Cells, cellFault, entered, isBlankCell } from '#domain/list/cell.ts'
import type { RecordFields } from '#domain/record/field.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import type { KnownEditions } from '#domain/supervision/register/edition/editions.ts'
import { bindEditions } from '#domain/supervision/register/edition/editions.ts'
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
import type { ReadTables } from '#domain/supervision/register/import/tables.ts'
import { TABLE_ROWS_MAX } from '#domain/supervision/register/import/tables.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { findHeadings } from '#server/platform/spreadsheet/headings.ts'
import { answering, parseSheets, type WorkbookKind } from '#server/platform/spreadsheet/parse.ts'
import type { SheetCells } from '#server/platform/spreadsheet/sheets.ts'
import { readTableFiles, readTableSheets } from '#server/supervision/register/import/tables-task.ts'

/** The rows of a workbook by sheet, and the faults of its cells; those of a sheet that it lacks are none. */
export type WorkbookRows = { rows: Record<SheetKey, SheetRow[]>; faults: SheetFault[] }
/** What is read of a file: the bank's own workbook, or the tables of a package. */
export type ReadFile = WorkbookRows | ReadTables

const reach = { rows: TABLE_ROWS_MAX + 50, columns: 60 }
/** One sheet a table, that of the faults, and some that others add. */
const SHEETS = tableCodes.length + 10
const bare = (name: string) => foldForSearch(name).toLowerCase()

type Input = {
  kind: WorkbookKind | 'zip'
  /** Whose lists the cells are of. */
  loaded: KnownEditions | null
}

/**
 * The rows of the sheets of a register's workbook with the faults of all cells, or the tables of a package: of a workbook
 * with one sheet a table, or of a ZIP. Blank rows and the template's examples are skipped. `headings`: no row can be
 * understood.
 */
export const work = answering(
  async ({ kind, loaded }: Input, file): Promise<ReadFile | { headings: SheetFault[] } | { long: string }> => {
    bindEditions(() => loaded)
    if (kind === 'zip') return readTableFiles(file)
    const sheets = await parseSheets(file, { kind, reach, most: SHEETS })
    if (sheetKeys.every(key => !sheetOf(sheets, key))) return readTableSheets(sheets)
    const faults: SheetFault[] = []
    const headings: SheetFault[] = []
    const rows: WorkbookRows['rows'] = { functions: [], arrangements: [], lines: [], subcontracts: [] }
    for (const key of sheetKeys) {
      const sheet = sheetOf(sheets, key)
      if (!sheet) continue
      const read = readSheet(key, sheet)
      rows[key] = read.rows
      faults.push(...read.faults)
      headings.push(...read.headings)
      if (read.rows.length > ROWS_MAX) return { long: sheetNames[key] }
    }
    return headings.length > 0 ? { headings: [...headings, ...faults] } : { rows, faults }
  },
)

const sheetOf = (sheets: readonly SheetCells[], key: SheetKey) =>
  sheets.find(({ name }) => bare(name) === bare(sheetNames[key]))

function readSheet(key: SheetKey, { rows: table }: SheetCells) {
  const fields = sheetFields[key] as RecordFields
  const columns = Object.fromEntries(
    Object.entries(fields).map(([name, { label, also = [] }]) => [
      name,
      { heading: label, also, ...(required[key].includes(name) ? {} : { optional: true as const }) },
    ]),
  )
  const { line: below, at, errors } = findHeadings(table, columns)
  const headings: SheetFault[] = errors.map(({ line, column, message }) => ({
    sheet: sheetNames[key],
    line,
    column,
    message: `Hoja «${sheetNames[key]}»: ${message}`,
  }))
  const faults: SheetFault[] = []
  const rows: SheetRow[] = []
  for (const [index, cells] of errors.length > 0 ? [] : table.entries()) {
    const line = index + 1
    if (line <= below || cells.every(isBlankCell)) continue
    const named = Object.fromEntries(
      Object.entries(fields).map(([name, { kind }]) => {
        const cell = cells[at.get(name) ?? -1]
        return [name, kind === 'amount' ? amountEntered(cell) : entered(cell)]
      }),
    )
    if (Object.values(named).includes(EXAMPLE)) continue
    const unread = unreadIn(key, line, cells, at)
    const read = readSheetRow(key, line, named, new Set(unread.map(({ name }) => name)))
    rows.push(read.row)
    faults.push(...unread.map(({ fault }) => fault), ...read.faults)
  }
  return { rows, faults, headings }
}

/** The faults of the cells that have no value, by column. */
function unreadIn(key: SheetKey, line: number, cells: Cells, at: ReadonlyMap<string, number>) {
  return [...at].flatMap(([name, place]) => {
    const fault = cellFault(cells[place], line, place)
    return fault ? [{ name, fault: sheetFault(key, line, name, fault) }] : []
  })
}
