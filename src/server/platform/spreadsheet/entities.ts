import { setImmediate as letOthersPass } from 'node:timers/promises'
import { entityColumns, entityExample } from '#domain/invitation/entity-columns.ts'
import { type EntityRow, type EntityRowFault, normaliseEntity, preloadCheck } from '#domain/invitation/preload.ts'
import { readTable, type SpreadsheetFile } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** Rows checked before yielding to the event loop; a long file at once would block it for 50 ms. */
const STRETCH = 500

export type EntityRowError = Omit<EntityRowFault, 'reason'>

/** The entity rows of a file, normalised, with the faults of its headings; any such fault leaves no row. */
export type EntitySheet = { rows: EntityRow[]; errors: EntityRowError[] }

/**
 * Reads the entities of a mass preload file (D28, INV-08), right and wrong.
 *
 * The four columns may be in any order, under their keys or Spanish headings, below other rows. Skips blank rows and
 * the template's example.
 *
 * @throws SpreadsheetError, 'empty' also when there are headings and nothing below
 */
export async function readEntitySheet(file: SpreadsheetFile): Promise<EntitySheet> {
  const { errors, rows: table } = await readTable(file, entityColumns)
  if (errors.length > 0) return { rows: [], errors }

  const rows: EntityRow[] = []
  for (const [index, { line, ...cells }] of table.entries()) {
    if (index % STRETCH === STRETCH - 1) await letOthersPass()
    const row = { line, ...normaliseEntity(cells) }
    if (row.codNRBE === entityExample.codNRBE && row.email === entityExample.email) continue
    rows.push(row)
  }
  if (rows.length === 0) throw new SpreadsheetError('empty', 'no row below the headings')
  return { rows, errors: [] }
}

/** The valid rows, and every fault with its line, its column and a Spanish sentence with the remedy. */
export async function checkEntityRows(all: readonly EntityRow[]): Promise<EntitySheet> {
  const errors: EntityRowError[] = []
  const rows: EntityRow[] = []
  const check = preloadCheck()
  for (const [index, row] of all.entries()) {
    if (index % STRETCH === STRETCH - 1) await letOthersPass()
    const faults = check(row)
    if (faults.length === 0) rows.push(row)
    for (const { reason: _reason, ...fault } of faults) errors.push(fault)
  }
  return { rows, errors }
}

/** Reads and checks a file. The caller creates nothing if there is any fault. */
export async function readEntityRows(file: SpreadsheetFile): Promise<EntitySheet> {
  const { rows, errors } = await readEntitySheet(file)
  return errors.length > 0 ? { rows, errors } : checkEntityRows(rows)
}
