import type { Cell } from '#domain/list/cell.ts'
import { bytesOf } from '#server/platform/reader/given-file.ts'
import type { GivenFile } from '#server/platform/reader/reader.ts'
import { guardArchive } from '#server/platform/spreadsheet/archive-guard.ts'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'
import {
  excelSheets,
  hasText,
  openDocumentSheets,
  type Reach,
  type SheetCells,
} from '#server/platform/spreadsheet/sheets.ts'
import { SpreadsheetError, type SpreadsheetFault } from '#server/platform/spreadsheet/spreadsheet-error.ts'

export type WorkbookKind = 'xlsx' | 'ods'
export type SpreadsheetKind = WorkbookKind | 'csv'

const maxFileBytes = 25 * 1024 * 1024
const maxRows = 50_000
const whole: Reach = { rows: maxRows + 1, columns: Number.POSITIVE_INFINITY }

/* Run in a reader, because the file determines the cost. */

/** What a reader answers instead of a SpreadsheetError. */
export type Fault = { fault: SpreadsheetFault; detail: string }

/** The work of a reader with a spreadsheet: a refusal is an answer. */
export const answering =
  <Input, Output>(work: (input: Input, file: GivenFile) => Promise<Output>) =>
  async (input: Input, file: GivenFile): Promise<{ read: Output } | Fault> => {
    try {
      return { read: await work(input, file) }
    } catch (error) {
      if (error instanceof SpreadsheetError) return { fault: error.code, detail: error.detail }
      throw error
    }
  }

/**
 * Parses the rows of the first visible sheet that has any. Row `i` is line `i + 1` of the file; blank rows stay.
 *
 * @throws SpreadsheetError
 */
export async function parse(file: GivenFile, kind: SpreadsheetKind): Promise<Cell[][]> {
  const bytes = await bytesWithin(file)
  const rows: Cell[][] = kind === 'csv' ? readCsv(bytes) : await firstSheet(bytes, kind)
  if (rows.length > maxRows) throw new SpreadsheetError('too-large', `more than ${maxRows} rows`)
  if (!rows.some(hasText)) throw new SpreadsheetError('empty')
  return rows
}

async function bytesWithin(file: GivenFile): Promise<Uint8Array> {
  const bytes = await bytesOf(file)
  if (bytes.byteLength > maxFileBytes) throw new SpreadsheetError('too-large', 'file size')
  return bytes
}

async function firstSheet(bytes: Uint8Array, kind: WorkbookKind): Promise<Cell[][]> {
  return (await sheetsIn(bytes, kind, whole)).find(({ rows }) => rows.some(hasText))?.rows ?? []
}

function sheetsIn(bytes: Uint8Array, kind: WorkbookKind, reach: Reach): Promise<SheetCells[]> {
  guardArchive(bytes)
  return kind === 'xlsx' ? excelSheets(bytes, reach) : openDocumentSheets(bytes, reach)
}

export type SheetsWanted = { kind: WorkbookKind; reach: Reach; most: number }

/**
 * Parses the first `most` visible sheets, each up to `reach`.
 *
 * @throws SpreadsheetError
 */
export async function parseSheets(file: GivenFile, { kind, reach, most }: SheetsWanted): Promise<SheetCells[]> {
  return (await sheetsIn(await bytesWithin(file), kind, reach)).slice(0, most)
}
