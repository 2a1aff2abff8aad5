import {
  IMPORT_MAX,
  type Preload,
  type PreloadSettings,
  preloadCheck,
  type SheetRow,
  takenFaults,
} from '#domain/invitation/preload.ts'

/** A row of the sheet under review; a row left out is not checked and not sent. */
export type PreloadRow<Column extends string> = SheetRow<Column> & { out: boolean }

/** What the portal already has of the values that identify a participant, as far as the server has said. */
export type Taken<Unique extends string> = Readonly<Record<Unique, readonly string[]>>

export type RowFaults<Column extends string> = Partial<Record<Column, string>>

/** The rows as first shown: those beyond one sending are left out. */
export const firstRows = <Column extends string>(rows: readonly SheetRow<Column>[]): PreloadRow<Column>[] =>
  rows.map((row, index) => ({ ...row, out: index >= IMPORT_MAX }))

/** The rows to send, normalised. */
export const included = <Column extends string, Unique extends Column>(
  { normalise }: Preload<Column, Unique>,
  rows: readonly PreloadRow<Column>[],
): SheetRow<Column>[] => rows.filter(row => !row.out).map(row => ({ ...normalise(row), line: row.line }))

/** The faults of the included rows by line, by the server's own rule. */
export function faultsByLine<Column extends string, Unique extends Column>(
  preload: Preload<Column, Unique>,
  rows: readonly PreloadRow<Column>[],
  taken: Taken<Unique>,
  settings: PreloadSettings,
): Map<number, RowFaults<Column>> {
  const check = preloadCheck(preload, settings)
  const known = Object.fromEntries(preload.unique.map(column => [column, new Set(taken[column])])) as Record<
    Unique,
    Set<string>
  >
  const found = new Map<number, RowFaults<Column>>()
  for (const row of included(preload, rows)) {
    const faults = [...takenFaults(preload, row, known, settings), ...check(row)]
    if (faults.length === 0) continue
    const reasons: RowFaults<Column> = {}
    for (const { column, reason } of faults) reasons[column] = reason
    found.set(row.line, reasons)
  }
  return found
}

/** What the server has refused as existing since the sheet was read, added to what it said then. */
export function withRefused<Column extends string, Unique extends Column>(
  preload: Preload<Column, Unique>,
  taken: Taken<Unique>,
  rows: readonly PreloadRow<Column>[],
  refused: readonly { line: number; column: string }[],
): Taken<Unique> {
  const byLine = new Map<number, Record<Column, string>>(included(preload, rows).map(row => [row.line, row]))
  const keysOf = (column: Unique) =>
    refused.flatMap(fault => {
      const row = fault.column === column ? byLine.get(fault.line) : undefined
      return row ? [preload.keyOf(column, row[column])] : []
    })
  const all = preload.unique.map(column => [column, [...taken[column], ...keysOf(column)]])
  return Object.fromEntries(all) as Taken<Unique>
}

/** The rows that remain after a sending; the next ones are included. */
export const remaining = <Column extends string>(rows: readonly PreloadRow<Column>[]): PreloadRow<Column>[] =>
  firstRows(rows.filter(row => row.out))
