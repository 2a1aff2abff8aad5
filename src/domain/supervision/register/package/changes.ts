import type { Edition, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { byTable, tableCodes } from '#domain/supervision/register/edition/edition.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'

/** The texts of all tables, as a package keeps them. */
export type KeptTables = Readonly<Record<TableCode, readonly (readonly string[])[]>>

export const keptOf = (tables: Tables): KeptTables => byTable(table => tables[table].map(({ cells }) => cells))

/** The key of a row, by which files are compared: 'CT-01 · F1'. */
export const rowKey = ({ tables }: Edition, table: TableCode, cells: readonly string[]): string =>
  cells.filter((_, at) => tables[table].columns[at]?.isKey).join(' · ') || table

export type RowChange = {
  table: TableCode
  key: string
  kind: 'NEW' | 'GONE' | 'CHANGED'
  /** Of a changed row. */
  columns: { column: string; name: string; before: string; after: string }[]
}

/** The rows of a package with the edition that it follows. */
export type EditionRows = { edition: Edition; rows: KeptTables }

/** What differs between two packages: rows new, gone and changed, by their key, in the columns that both editions have (DORA-24). */
export function packageChanges(before: EditionRows, after: EditionRows): RowChange[] {
  return tableCodes.flatMap(table => {
    const now = after.edition.tables[table].columns
    const then = before.edition.tables[table].columns
    const columns = now.flatMap((column, at) => {
      const was = then.findIndex(({ code }) => code === column.code)
      return was < 0 ? [] : { ...column, at, was }
    })
    const keys = columns.filter(({ isKey }) => isKey)
    const byKey = (rows: readonly (readonly string[])[], place: 'at' | 'was') =>
      new Map(rows.map(cells => [keys.map(key => cells[key[place]]).join(' · ') || table, cells]))
    const [old, current] = [byKey(before.rows[table], 'was'), byKey(after.rows[table], 'at')]
    const changeOf = (key: string): RowChange | null => {
      const [was, is] = [old.get(key), current.get(key)]
      if (!was || !is) return { table, key, kind: was ? 'GONE' : 'NEW', columns: [] }
      const changed = columns.flatMap(({ code, name, at, was: place }) =>
        was[place] === is[at] ? [] : { column: code, name, before: was[place] ?? '', after: is[at] ?? '' },
      )
      return changed.length > 0 ? { table, key, kind: 'CHANGED', columns: changed } : null
    }
    return [...new Set([...old.keys(), ...current.keys()])].flatMap(key => changeOf(key) ?? [])
  })
}
