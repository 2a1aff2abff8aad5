import type { Edition, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { byTable, tableCodes } from '#domain/supervision/register/edition/edition.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'

/** The texts of all tables, as a package keeps them. */
export type KeptTables = Readonly<Record<TableCode, readonly (readonly string[])[]>>

export const keptOf = (tables: Tables): KeptTables => byTable(table => tables[table].map(({ cells }) => cells))

export type RowChange = {
  table: TableCode
  key: string
  kind: 'NEW' | 'GONE' | 'CHANGED'
  /** Of a changed row. */
  columns: { column: string; name: string; before: string; after: string }[]
}

/** What differs between two packages: rows new, gone and changed, by their key (DORA-24). */
export function packageChanges(edition: Edition, before: KeptTables, after: KeptTables): RowChange[] {
  return tableCodes.flatMap(table => {
    const { columns } = edition.tables[table]
    const keys = [...columns.keys()].filter(at => columns[at]!.isKey)
    const keyOf = (cells: readonly string[]) => keys.map(at => cells[at]).join(' · ') || table
    const byKey = (rows: readonly (readonly string[])[]) => new Map(rows.map(cells => [keyOf(cells), cells]))
    const [old, now] = [byKey(before[table]), byKey(after[table])]
    const changeOf = (key: string): RowChange | null => {
      const [was, is] = [old.get(key), now.get(key)]
      if (!was || !is) return { table, key, kind: was ? 'GONE' : 'NEW', columns: [] }
      const changed = columns.flatMap(({ code, name }, at) =>
        was[at] === is[at] ? [] : { column: code, name, before: was[at] ?? '', after: is[at] ?? '' },
      )
      return changed.length > 0 ? { table, key, kind: 'CHANGED', columns: changed } : null
    }
    return [...new Set([...old.keys(), ...now.keys()])].flatMap(key => changeOf(key) ?? [])
  })
}
