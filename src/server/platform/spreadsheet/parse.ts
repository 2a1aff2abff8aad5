import { readFile, stat } from 'node:fs/promises'
import { guardArchive } from '#server/platform/spreadsheet/archive-guard.ts'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'
import {
  excelSheets,
  hasText,
  openDocumentSheets,
  type Reach,
  type SheetText,
} from '#server/platform/spreadsheet/sheets.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

export type WorkbookKind = 'xlsx' | 'ods'
export type SpreadsheetKind = WorkbookKind | 'csv'

const maxFileBytes = 25 * 1024 * 1024
const maxRows = 50_000
const whole: Reach = { rows: maxRows + 1, columns: Number.POSITIVE_INFINITY }

/**
 * Parses the rows of the first visible sheet that has any, as displayed. Row `i` is line `i + 1` of the file; blank
 * rows stay. Runs in a worker, because the file determines the cost.
 *
 * @throws SpreadsheetError
 */
export async function parse(path: string, kind: SpreadsheetKind): Promise<string[][]> {
  if ((await stat(path)).size > maxFileBytes) throw new SpreadsheetError('too-large', 'file size')
  const bytes = await readFile(path)
  const rows = kind === 'csv' ? readCsv(bytes) : await firstSheet(bytes, kind)
  if (rows.length > maxRows) throw new SpreadsheetError('too-large', `more than ${maxRows} rows`)
  if (!rows.some(hasText)) throw new SpreadsheetError('empty')
  return rows
}

async function firstSheet(bytes: Uint8Array, kind: WorkbookKind): Promise<string[][]> {
  guardArchive(bytes)
  if (kind === 'xlsx') return (await excelSheets(bytes, whole)).find(({ rows }) => rows.some(hasText))?.rows ?? []
  const first = (sheets: string[][][]) => sheets.flatMap((rows, at) => (rows.some(hasText) ? [at] : [])).slice(0, 1)
  return (await openDocumentSheets(bytes, whole, first))[0]?.rows ?? []
}

/**
 * Parses the first `most` visible sheets, each up to `reach`. Runs in a worker, like `parse`.
 *
 * @throws SpreadsheetError
 */
export async function parseSheets(
  bytes: Uint8Array,
  kind: WorkbookKind,
  reach: Reach,
  most: number,
): Promise<SheetText[]> {
  if (bytes.byteLength > maxFileBytes) throw new SpreadsheetError('too-large', 'file size')
  guardArchive(bytes)
  if (kind === 'xlsx') return (await excelSheets(bytes, reach)).slice(0, most)
  return openDocumentSheets(bytes, reach, sheets => [...sheets.keys()].slice(0, most))
}
