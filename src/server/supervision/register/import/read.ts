import { readFile } from 'node:fs/promises'
import { DomainError } from '#domain/contract/domain-error.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import type { RegisterFields } from '#domain/supervision/register/entry/fields.ts'
import type { SheetFault, SheetKey, SheetRow } from '#domain/supervision/register/import/sheets.ts'
import {
  EXAMPLE,
  ROWS_MAX,
  readSheetRow,
  required,
  sheetFields,
  sheetKeys,
  sheetNames,
} from '#domain/supervision/register/import/sheets.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import { findHeadings } from '#server/platform/spreadsheet/headings.ts'
import { readSheets } from '#server/platform/spreadsheet/read.ts'
import type { SheetText } from '#server/platform/spreadsheet/sheets.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** The rows of a workbook by sheet; those of a sheet that it lacks are none. */
export type WorkbookRows = Record<SheetKey, SheetRow[]>

const reach = { rows: ROWS_MAX + 50, columns: 40 }
const SHEETS = 8
/** The faults that an answer lists. */
const LISTED = 500

/** The refusal of a workbook, with each wrong row. */
export const workbookWrong = (rows: readonly SheetFault[], file?: string) =>
  new DomainError('rowsWrong', {
    values: { n: String(Math.max(1, rows.length)) },
    fields: file === undefined ? undefined : { file },
    details: { rows: rows.slice(0, LISTED) },
  })

async function sheetsOf({ name, path }: Upload): Promise<SheetText[]> {
  const kind = workbookFormat(name)
  if (!kind) throw new DomainError('importExtension')
  try {
    return await readSheets({ bytes: new Uint8Array(await readFile(path)), kind, reach, most: SHEETS })
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    throw workbookWrong([], error.message)
  }
}

/**
 * Reads the sheets of a register's workbook by their names; blank rows and the template's examples are skipped (DORA-09).
 * @throws DomainError importExtension, rowsWrong
 */
export async function readWorkbook(upload: Upload): Promise<WorkbookRows> {
  const sheets = await sheetsOf(upload)
  const faults: SheetFault[] = []
  const rows: WorkbookRows = { functions: [], arrangements: [], lines: [] }
  const bare = (name: string) => foldForSearch(name).toLowerCase()
  for (const key of sheetKeys) {
    const sheet = sheets.find(({ name }) => bare(name) === bare(sheetNames[key]))
    if (!sheet) continue
    const read = await readSheet(key, sheet)
    rows[key] = read.rows
    faults.push(...read.faults)
  }
  if (faults.length > 0) throw workbookWrong(faults)
  if (sheetKeys.every(key => rows[key].length === 0)) {
    throw workbookWrong([], `El libro no tiene filas en las hojas ${Object.values(sheetNames).join(', ')}.`)
  }
  const long = sheetKeys.find(key => rows[key].length > ROWS_MAX)
  if (long)
    throw workbookWrong([], `La hoja «${sheetNames[long]}» pasa de ${ROWS_MAX} filas. Repártalas en varios libros.`)
  return rows
}

async function readSheet(key: SheetKey, { rows: table }: SheetText) {
  const fields = sheetFields[key] as RegisterFields
  const columns = Object.fromEntries(
    Object.entries(fields).map(([name, { label }]) => [
      name,
      { heading: label, also: [], ...(required[key].includes(name) ? {} : { optional: true as const }) },
    ]),
  )
  const { line: headings, at, errors } = await findHeadings(table, columns)
  const faults: SheetFault[] = errors.map(({ line, column, message }) => ({
    sheet: sheetNames[key],
    line,
    column,
    message: `Hoja «${sheetNames[key]}»: ${message}`,
  }))
  const rows: SheetRow[] = []
  for (const [index, cells] of errors.length > 0 ? [] : table.entries()) {
    const line = index + 1
    if (line <= headings || cells.every(text => text.trim() === '')) continue
    const named = Object.fromEntries(Object.keys(fields).map(name => [name, cells[at.get(name) ?? -1] ?? '']))
    if (Object.values(named).includes(EXAMPLE)) continue
    const read = readSheetRow(key, line, named)
    rows.push(read.row)
    faults.push(...read.faults)
  }
  return { rows, faults }
}
