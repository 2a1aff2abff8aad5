import { readFile, stat } from 'node:fs/promises'
import type { Sheet } from 'hucre'
import { readOds, streamOdsRows } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import { guardArchive } from '#server/platform/spreadsheet/archive-guard.ts'
import { cellText } from '#server/platform/spreadsheet/cell-text.ts'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

export type SpreadsheetKind = 'xlsx' | 'ods' | 'csv'

const maxFileBytes = 25 * 1024 * 1024
const maxRows = 50_000

/**
 * Parses the rows of the first visible sheet that has any, as displayed. Row `i` is line `i + 1` of the file; blank
 * rows stay. Runs in a worker, because the file determines the cost.
 *
 * @throws SpreadsheetError
 */
export async function parse(path: string, kind: SpreadsheetKind): Promise<string[][]> {
  if ((await stat(path)).size > maxFileBytes) throw new SpreadsheetError('too-large', 'file size')
  const bytes = await readFile(path)
  if (kind !== 'csv') guardArchive(bytes)
  const rows =
    kind === 'csv' ? readCsv(bytes) : kind === 'xlsx' ? await readExcel(bytes) : await readOpenDocument(bytes)
  if (rows.length > maxRows) throw new SpreadsheetError('too-large', `more than ${maxRows} rows`)
  if (!rows.some(hasText)) throw new SpreadsheetError('empty')
  return rows
}

function hasText(row: string[]): boolean {
  return row.some(text => text.trim() !== '')
}

function sheetText(sheet: Sheet): string[][] {
  return sheet.rows.map((row, r) =>
    Array.from(row, (value, c) => cellText(value, sheet.cells?.get(`${r},${c}`)?.style?.numFmt)),
  )
}

async function readExcel(bytes: Uint8Array): Promise<string[][]> {
  const book = await readXlsx(bytes, {
    readStyles: true,
    maxRows: maxRows + 1,
    sheets: info => !info.hidden && !info.veryHidden,
  })
  return book.sheets.map(sheetText).find(rows => rows.some(hasText)) ?? []
}

/**
 * hucre 1.0.0 has two ODS readers, each with a gap: the tree drops rows inside header rows and outline groups, the
 * stream keeps them but joins paragraphs and loses formats. Uses the tree unless it has lost a row.
 */
async function readOpenDocument(bytes: Uint8Array): Promise<string[][]> {
  const streamed: string[][][] = []
  for await (const row of streamOdsRows(bytes)) {
    if (row.index > maxRows) throw new SpreadsheetError('too-large', `more than ${maxRows} rows`)
    const sheet = row.sheetIndex ?? 0
    streamed[sheet] ??= []
    const rows = streamed[sheet]
    while (rows.length < row.index) rows.push([])
    rows[row.index] = row.values.map(value => cellText(value))
  }
  const index = streamed.findIndex(rows => rows?.some(hasText))
  if (index < 0) return []
  const { sheets } = await readOds(bytes, { readStyles: true, sheets: [index] })
  const tree = sheets[0] ? sheetText(sheets[0]) : []
  const complete = streamed[index]!
  return tree.filter(hasText).length === complete.filter(hasText).length ? tree : complete
}
