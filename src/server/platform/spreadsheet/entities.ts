import { setImmediate as letOthersPass } from 'node:timers/promises'
import { type EntityColumn, entityColumns, entityExample } from '#domain/invitation/entity-columns.ts'
import { type EntityRow, type EntityRowFault, normaliseEntity, preloadCheck } from '#domain/invitation/preload.ts'
import { findHeadings, STRETCH } from '#server/platform/spreadsheet/headings.ts'
import { readTable, type SpreadsheetFile } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

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
  const { rows: table } = await readTable(file)
  const headings = await findHeadings(table, entityColumns)
  if (headings.errors.length > 0) return { rows: [], errors: headings.errors }

  const rows: EntityRow[] = []
  for (const [index, cells] of table.entries()) {
    const line = index + 1
    if (line % STRETCH === 0) await letOthersPass()
    if (line <= headings.line || cells.every(text => text.trim() === '')) continue
    const row = { line, ...normaliseEntity(fieldsOf(cells, headings.at)) }
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

function fieldsOf(cells: string[], at: Map<EntityColumn, number>): Record<EntityColumn, string> {
  const cell = (column: EntityColumn) => cells[at.get(column) ?? -1] ?? ''
  return {
    name: cell('name'),
    codNRBE: cell('codNRBE'),
    contactPerson: cell('contactPerson'),
    email: cell('email'),
  }
}
