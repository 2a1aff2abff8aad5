import type { Cell } from '#domain/list/cell.ts'
import { amountEntered, entered, isBlankCell, shownIn } from '#domain/list/cell.ts'
import type { TableCode } from '#domain/supervision/register/edition/edition.ts'
import { tableCodes, tableFile } from '#domain/supervision/register/edition/edition.ts'
import { editions } from '#domain/supervision/register/edition/editions.ts'
import type { ReadTable, ReadTables } from '#domain/supervision/register/import/tables.ts'
import { columnNamed, TABLE_ROWS_MAX, tableNamed } from '#domain/supervision/register/import/tables.ts'
import { bytesOf } from '#server/platform/reader/given-file.ts'
import type { GivenFile } from '#server/platform/reader/reader.ts'
import { archiveNames, archiveText } from '#server/platform/spreadsheet/archive-entry.ts'
import { guardArchive } from '#server/platform/spreadsheet/archive-guard.ts'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'
import type { SheetCells } from '#server/platform/spreadsheet/sheets.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/* Run in a reader, because the file determines the cost. */

/** Answers hold so many characters, with room for what JSON adds. */
const CHARACTERS_MAX = 6_000_000

/** The tables of a ZIP: a file each, in whatever folder, as xBRL-CSV and the plain CSV have them. */
export async function readTableFiles(file: GivenFile): Promise<ReadTables> {
  const bytes = await bytesOf(file)
  guardArchive(bytes)
  const names = archiveNames(bytes)
  const baseOf = (name: string) => name.replace(/^.*\//, '').toLowerCase()
  const isReport = names.some(name => baseOf(name) === 'parameters.csv')
  const tables: ReadTables['tables'] = {}
  for (const table of tableCodes) {
    const [name, other] = names.filter(each => baseOf(each) === tableFile(table))
    if (other !== undefined) throw new SpreadsheetError('unreadable', `two files of ${table}`)
    if (name === undefined) continue
    const rows = recordsOf(archiveText(bytes, name)).map(cells => (isReport ? cells : cells.map(unprotected)))
    const read = tableIn(table, rows)
    if (read) tables[table] = read
  }
  const parameters = names.find(name => baseOf(name) === 'parameters.csv')
  const stated = parameters === undefined ? [] : recordsOf(archiveText(bytes, parameters))
  const referenceDate = stated.find(([name]) => String(name).trim().toLowerCase() === 'refperiod')?.[1] ?? null
  return bounded({ tables, referenceDate: referenceDate && String(referenceDate).trim(), isPlain: true })
}

/** The cells of a CSV; one without any has none. */
function recordsOf(text: Uint8Array): string[][] {
  return text.byteLength === 0 ? [] : readCsv(text)
}

/** What the plain CSV writes before a sign that a spreadsheet program would take for a formula. */
const unprotected = (text: string) => text.replace(/^'(?='*[=+\-@\t\r\n])/, '')

/** The tables of a workbook: each a sheet that its name, or a heading above its columns, calls so. */
export function readTableSheets(sheets: readonly SheetCells[]): ReadTables {
  const tables: ReadTables['tables'] = {}
  for (const { name, rows } of sheets) {
    const table = tableNamed(name) ?? titledIn(rows)
    const read = table && tableIn(table, rows)
    if (!read) continue
    if (tables[table]) throw new SpreadsheetError('unreadable', `two sheets of ${table}`)
    tables[table] = read
  }
  return bounded({ tables, referenceDate: null, isPlain: false })
}

/** The rows that may be above the columns, and name the table. */
const TITLES = 10

/** The row with the most codes of columns, and these; none in a sheet that has no row with two. */
function headingsIn(rows: readonly (readonly Cell[])[]): { at: number; columns: string[] } | null {
  const codes = rows.slice(0, TITLES).map(row => row.map(cell => columnNamed(shownIn(cell)) ?? ''))
  const counts = codes.map(row => new Set(row.filter(Boolean)).size)
  const most = Math.max(0, ...counts)
  const at = counts.indexOf(most)
  return most < 2 ? null : { at, columns: codes[at]! }
}

/** The table that a cell above the columns names, or one of them: 'B_02.01.0010'. */
function titledIn(rows: readonly (readonly Cell[])[]): TableCode | null {
  const headings = headingsIn(rows)
  const above = headings ? rows.slice(0, headings.at + 1).flat() : []
  return above.map(cell => tableNamed(shownIn(cell))).find(table => table !== null) ?? null
}

/** A table below the codes of its columns; null where there are none. */
function tableIn(table: TableCode, rows: readonly (readonly Cell[])[]): ReadTable | null {
  const headings = headingsIn(rows)
  if (!headings) return null
  const { at, columns } = headings
  const amounts = new Set(
    editions()
      .flatMap(({ tables }) => tables[table].columns)
      .flatMap(({ code, kind }) => (kind === 'amount' ? columns.indexOf(code) : [])),
  )
  const textIn = (cell: Cell | undefined, c: number) => (amounts.has(c) ? amountEntered(cell) : entered(cell))
  const width = columns.length
  const below = rows.flatMap((row, index): ReadTable['rows'][number][] => {
    if (index <= at || row.slice(0, width).every(isBlankCell)) return []
    return [[index + 1, ...Array.from({ length: width }, (_, c) => textIn(row[c], c))]]
  })
  if (below.length > TABLE_ROWS_MAX)
    throw new SpreadsheetError('too-large', `more than ${TABLE_ROWS_MAX} rows of ${table}`)
  return { columns, rows: below }
}

function bounded(read: ReadTables): ReadTables {
  const tables = Object.values(read.tables)
  if (tables.length === 0) throw new SpreadsheetError('empty')
  let characters = 0
  for (const { rows } of tables) {
    for (const row of rows) for (const cell of row) characters += String(cell).length + 3
  }
  if (characters > CHARACTERS_MAX) throw new SpreadsheetError('too-large', `${characters} characters`)
  return read
}
