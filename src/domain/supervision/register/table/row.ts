import type { Column, Edition, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { isInList } from '#domain/supervision/register/edition/edition.ts'
import type { Place } from '#domain/supervision/register/facts.ts'

export type Value = string | number | boolean | null

/** A row before it is written for an edition: its values by column. */
export type Draft = { place: Place; values: Readonly<Record<string, Value>> }

/** A row as a file carries it: texts in the order of the columns, '' where empty. */
export type Row = {
  place: Place
  cells: readonly string[]
  /** Values outside their list: they are reported, never exported (DORA-12). */
  unlisted: readonly { column: string; value: string }[]
}

export type Tables = Readonly<Record<TableCode, readonly Row[]>>

/** An amount with a decimal point and at most two decimals: '1200000', '0.5'. */
const amountText = (amount: number) => String(Math.round(amount * 100) / 100)

/** Writes a draft for an edition. @throws RangeError for a column that the table does not have */
export function rowOf(edition: Edition, table: TableCode, { place, values }: Draft): Row {
  const { columns } = edition.tables[table]
  const known = new Set(columns.map(({ code }) => code))
  for (const code of Object.keys(values)) {
    if (!known.has(code)) throw new RangeError(`${table} has no column ${code}`)
  }
  const unlisted: { column: string; value: string }[] = []
  const textOf = (column: Column): string => {
    const value = values[column.code] ?? null
    if (value === null || value === '') return ''
    if (column.kind === 'amount') return amountText(Number(value))
    if (column.kind === 'text' || column.kind === 'day' || column.kind === 'number' || column.kind === 'link') {
      return String(value).trim()
    }
    const list = edition.lists[column.kind]
    if (isInList(list, String(value))) return list.prefix + value
    unlisted.push({ column: column.code, value: String(value) })
    return ''
  }
  const cells = columns.map(column => textOf(column) || (column.isKey ? (column.notApplicable ?? '') : ''))
  return { place, cells, unlisted }
}

/** The text of a column of a row. */
export function cellAt(edition: Edition, table: TableCode, row: Row, column: string): string {
  return row.cells[edition.tables[table].columns.findIndex(({ code }) => code === column)] ?? ''
}

/** The key of a row, as people can read it: 'CT-01 · F1 · S17'. */
export function keyText(edition: Edition, table: TableCode, row: Row): string {
  const { columns } = edition.tables[table]
  const keys = row.cells.filter((text, at) => columns[at]?.isKey && text !== '')
  return keys.join(' · ') || row.cells.find(text => text !== '') || '-'
}
