import { setImmediate as letOthersPass } from 'node:timers/promises'
import {
  type CellFault,
  isExampleRow,
  type Preload,
  type PreloadSettings,
  preloadCheck,
  type SheetRow,
} from '#domain/invitation/preload.ts'
import { readTable, type SpreadsheetFile } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** Rows checked before yielding to the event loop; a long file at once would block it for 50 ms. */
const STRETCH = 500

export type RowError<Column extends string> = Omit<CellFault<Column>, 'reason'>

/** The rows of a file, normalised, with the faults of its headings; any such fault leaves no row. */
export type PreloadSheet<Column extends string> = { rows: SheetRow<Column>[]; errors: RowError<Column>[] }

/**
 * Reads the participants of a mass preload file (D28, INV-08, EASE-13), right and wrong.
 *
 * The columns may be in any order, under their keys or Spanish headings, below other rows. Skips blank rows and the
 * template's example.
 *
 * @throws SpreadsheetError, 'empty' also when there are headings and nothing below
 */
export async function readPreloadSheet<Column extends string, Unique extends Column>(
  preload: Preload<Column, Unique>,
  file: SpreadsheetFile,
): Promise<PreloadSheet<Column>> {
  const { errors, rows: table } = await readTable<Record<Column, Preload<Column, Unique>['columns'][Column]>>(
    file,
    preload.columns,
  )
  if (errors.length > 0) return { rows: [], errors }

  const rows: SheetRow<Column>[] = []
  for (const [index, row] of table.entries()) {
    if (index % STRETCH === STRETCH - 1) await letOthersPass()
    const cells = preload.normalise(row)
    if (!isExampleRow(preload, cells)) rows.push({ ...cells, line: row.line })
  }
  if (rows.length === 0) throw new SpreadsheetError('empty', 'no row below the headings')
  return { rows, errors: [] }
}

/** The valid rows, and every fault with its line, its column and a Spanish sentence with the remedy. */
export async function checkPreloadRows<Column extends string, Unique extends Column>(
  preload: Preload<Column, Unique>,
  all: readonly SheetRow<Column>[],
  settings: PreloadSettings,
): Promise<PreloadSheet<Column>> {
  const errors: RowError<Column>[] = []
  const rows: SheetRow<Column>[] = []
  const check = preloadCheck(preload, settings)
  for (const [index, row] of all.entries()) {
    if (index % STRETCH === STRETCH - 1) await letOthersPass()
    const faults = check(row)
    if (faults.length === 0) rows.push(row)
    for (const { reason: _reason, ...fault } of faults) errors.push(fault)
  }
  return { rows, errors }
}

/** Reads and checks a file. The caller creates nothing if there is any fault. */
export async function readPreloadRows<Column extends string, Unique extends Column>(
  preload: Preload<Column, Unique>,
  file: SpreadsheetFile,
  settings: PreloadSettings,
): Promise<PreloadSheet<Column>> {
  const { rows, errors } = await readPreloadSheet(preload, file)
  return errors.length > 0 ? { rows, errors } : checkPreloadRows(preload, rows, settings)
}
