import { readCell } from '#domain/record/cell.ts'
import type { FieldValue, RecordField } from '#domain/record/field.ts'
import type { Column, Edition, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { byTable, tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { listField } from '#domain/supervision/register/entry/fields.ts'
import type { CellPlace, SheetFault } from '#domain/supervision/register/import/sheets.ts'
import { tableFault } from '#domain/supervision/register/import/sheets.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'
import { isBlank } from '#domain/values/text.ts'

/* The tables of a package that was filed, or of a workbook with one sheet a table (REG-20). */

/** The most rows of one table that are read. */
export const TABLE_ROWS_MAX = 20_000

/** A table as a file has it: the codes of its columns, and the texts of each row that is not blank, with its line. */
export type ReadTable = {
  columns: readonly string[]
  rows: readonly (readonly [line: number, ...cells: string[]])[]
}
export type ReadTables = {
  tables: Partial<Record<TableCode, ReadTable>>
  /** The reference date that a package says. */
  referenceDate: string | null
  /** Whether amounts have a decimal point, as in a CSV of the authority. */
  isPlain: boolean
}

/** A row of a table with its values by column; what is blank or does not apply is not among them. */
export type TableRow = { table: TableCode; line: number; values: ReadonlyMap<string, FieldValue> }

/** What a table says for none: of any kind, and of a country. */
const NONE = /^(not applicable|eba_[a-z]+:qx2007)$/i

/** The table that a name of a file or a sheet, or a heading, names: 'b_02.01.csv', 'B_02.01 Contratos', 'RT.02.01'. */
export function tableNamed(text: string): TableCode | null {
  const [, group, number] = /(?:^|[^a-z\d])(?:b|rt)[_. ]?(\d\d)[_. ]?(\d\d)(?!\d)/i.exec(text) ?? []
  return tableCodes.find(code => code === `B_${group}.${number}`) ?? null
}

/** The code of a column that a heading names: 'c0010', 'c0010 Referencia', 'B_02.01.0010'. */
export function columnNamed(text: string): string | null {
  const [, number] = /^(?:(?:b|rt)[_. ]?\d\d[_. ]?\d\d[_. ])?c?(\d{4})(?!\d)/i.exec(text.trim()) ?? []
  return number === undefined ? null : `c${number}`
}

/** A day with a time behind it, and an amount with a decimal point, as people write them. */
function asTyped({ kind }: Column, cell: string, isPlain: boolean): string {
  if (kind === 'day') return cell.replace(/T[\d:.Z+-]*$/, '')
  if (kind !== 'amount' || !isPlain || !/^\d+(\.\d+)?$/.test(cell.trim())) return cell
  return (Math.round(Number(cell) * 100) / 100).toFixed(2).replace('.', ',')
}

/** Texts are as long as their field allows, which is asked where they are taken. */
const LONGEST = 1000
function fieldOf({ name: label, kind }: Column): RecordField {
  if (kind === 'link') return { label, kind: 'text', max: 10 }
  if (kind === 'text' || kind === 'day' || kind === 'number' || kind === 'amount') return { label, kind, max: LONGEST }
  return { label, ...listField(kind) }
}

/** The value of a cell: one of a list without the prefix. */
function valueIn(column: Column, cell: string, isPlain: boolean) {
  const text = asTyped(column, cell.trim(), isPlain)
  const isWhole = column.kind === 'number' && /^\d+[.,]0+$/.test(text)
  return readCell(fieldOf(column), isWhole ? text.replace(/[.,]0+$/, '') : text)
}

/**
 * The rows of all tables, and every cell that cannot be understood, lacks what its key needs, or repeats a key. A row without
 * what its key needs that the register would file just so, with its faults, is left out: it says nothing new.
 */
export function tableRows(
  edition: Edition,
  { tables, isPlain }: ReadTables,
  filed?: Tables,
): { rows: Readonly<Record<TableCode, readonly TableRow[]>>; faults: SheetFault[] } {
  const faults: SheetFault[] = []
  const rows = byTable((table): readonly TableRow[] => {
    const read = tables[table]
    if (!read) return []
    const { columns } = edition.tables[table]
    // Numbers may be written in another way.
    const places = columns.flatMap(({ kind }, at) => (kind === 'amount' || kind === 'number' ? [] : [at]))
    const textOf = (cells: readonly string[]) => JSON.stringify(places.map(at => (cells[at] ?? '').trim()))
    const known = new Set(filed?.[table].map(({ cells }) => textOf(cells)))
    const isFiled = (cells: readonly string[]) =>
      known.has(textOf(columns.map(({ code }) => cells[read.columns.indexOf(code)] ?? '')))
    return rowsOf(edition, table, read, { isPlain, isFiled, faults })
  })
  return { rows, faults }
}

type Reader = { isPlain: boolean; isFiled: (cells: readonly string[]) => boolean; faults: SheetFault[] }

function rowsOf(edition: Edition, table: TableCode, read: ReadTable, { isPlain, isFiled, faults }: Reader): TableRow[] {
  const columns = edition.tables[table].columns.map(column => ({ column, at: read.columns.indexOf(column.code) }))
  const missing = columns.filter(({ column, at }) => column.isKey && at < 0)
  for (const { column } of missing) {
    faults.push(tableFault({ table, line: 1, column: column.code }, 'falta la columna. Añádala.'))
  }
  if (missing.length > 0) return []
  const seen = new Map<string, number>()
  const keys = columns.filter(({ column }) => column.isKey).map(({ column }) => column.code)
  const isNeeded = ({ isKey, notApplicable }: Column) => isKey && notApplicable === null
  const isNone = (cell: string) => isBlank(cell) || NONE.test(cell.trim())
  return read.rows.flatMap(([line, ...cells]): TableRow[] => {
    const lacks = columns.some(({ column, at }) => isNeeded(column) && isNone(cells[at] ?? ''))
    if (lacks && isFiled(cells)) return []
    const values = new Map<string, FieldValue>()
    const wrong = new Set<string>()
    const refuse = (column: string, rest: string) => {
      wrong.add(column)
      faults.push(tableFault({ table, line, column }, rest))
    }
    for (const { column, at } of columns) {
      const cell = cells[at] ?? ''
      if (isNone(cell)) {
        if (isNeeded(column)) refuse(column.code, 'está vacío. Escriba un valor o borre la fila.')
        continue
      }
      const found = valueIn(column, cell, isPlain)
      if ('fault' in found) refuse(column.code, found.fault)
      else values.set(column.code, found.value)
    }
    const isKnown = keys.length > 0 && keys.every(column => !wrong.has(column))
    const key = JSON.stringify(keys.map(column => values.get(column) ?? ''))
    const first = seen.get(key)
    if (isKnown && first !== undefined) refuse(keys[0]!, `repite la fila ${first}. Deje solo una.`)
    if (isKnown) seen.set(key, first ?? line)
    return [{ table, line, values }]
  })
}

/** The text of a cell; '' for none. */
export const textAt = ({ values }: TableRow, column: string): string => {
  const value = values.get(column)
  return value === undefined || value === null ? '' : String(value)
}

export const cellPlaceOf = ({ table, line }: TableRow, column: string): CellPlace => ({ table, line, column })
