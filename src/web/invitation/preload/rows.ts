import type { EntityColumn } from '#domain/invitation/entity-columns.ts'
import {
  type EntityRow,
  IMPORT_MAX,
  normaliseEntity,
  preloadCheck,
  takenFault,
  uniqueColumns,
} from '#domain/invitation/preload.ts'

/** A row of the sheet under review; a row left out is not checked and not sent. */
export type PreloadRow = EntityRow & { out: boolean }

/** The values that the portal already has, as far as the server has said. */
export type Taken = { email: readonly string[]; codNRBE: readonly string[] }

export type RowFaults = Partial<Record<EntityColumn, string>>

/** The rows as first shown: those beyond one sending are left out. */
export const firstRows = (rows: readonly EntityRow[]): PreloadRow[] =>
  rows.map((row, index) => ({ ...row, out: index >= IMPORT_MAX }))

/** The rows to send, normalised. */
export const included = (rows: readonly PreloadRow[]): EntityRow[] =>
  rows.filter(row => !row.out).map(({ out: _out, ...row }) => ({ line: row.line, ...normaliseEntity(row) }))

/** The faults of the included rows by line, by the server's own rule. */
export function faultsByLine(rows: readonly PreloadRow[], taken: Taken, product: string): Map<number, RowFaults> {
  const check = preloadCheck()
  const known = { email: new Set(taken.email), codNRBE: new Set(taken.codNRBE) }
  const found = new Map<number, RowFaults>()
  for (const row of included(rows)) {
    const existing = uniqueColumns
      .filter(column => known[column].has(row[column]))
      .map(column => takenFault(column, row, product))
    const faults = [...existing, ...check(row)]
    if (faults.length > 0) {
      found.set(row.line, Object.fromEntries(faults.map(({ column, reason }) => [column, reason])))
    }
  }
  return found
}

/** What the server has refused as existing since the sheet was read, added to what it said then. */
export function withRefused(
  taken: Taken,
  rows: readonly PreloadRow[],
  refused: readonly { line: number; column: string }[],
): Taken {
  const byLine = new Map(included(rows).map(row => [row.line, row]))
  const valuesOf = (column: 'email' | 'codNRBE') =>
    refused.flatMap(fault => (fault.column === column ? (byLine.get(fault.line)?.[column] ?? []) : []))
  return {
    email: [...taken.email, ...valuesOf('email')],
    codNRBE: [...taken.codNRBE, ...valuesOf('codNRBE')],
  }
}

/** The rows that remain after a sending; the next ones are included. */
export const remaining = (rows: readonly PreloadRow[]): PreloadRow[] => firstRows(rows.filter(row => row.out))
