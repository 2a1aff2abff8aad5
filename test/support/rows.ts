import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'

/** Activity notes, which a refusal may leave. */
const NOTES = ['session', 'trail', 'sign_in_attempt', 'guess_budget', 'idempotent_call']

/** Cached: listing the tables takes as long as reading them, and no test creates one. */
const tablesOf = new WeakMap<Db, { name: string }[]>()

/** One hash over all rows of all tables except the activity notes. */
export async function hashOfRows(db: Db): Promise<string> {
  const tables = tablesOf.get(db) ?? (await listTables(db))
  tablesOf.set(db, tables)
  const parts = tables.map(
    ({ name }) => sql`(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${sql.table(name)} t)`,
  )
  const { rows } = await sql<{
    hash: string
  }>`select md5(array_to_string(array[${sql.join(parts)}], ',')) as hash`.execute(db)
  return rows[0]!.hash
}

/** The rows of all tables except the activity notes, as JSON in the order of their text. */
export async function rowsOfAll(
  db: Db,
  { without = [], columns = [] }: { without?: readonly string[]; columns?: readonly string[] },
): Promise<Record<string, unknown[]>> {
  const tables = (await listTables(db)).filter(({ name }) => !without.includes(name))
  const parts = tables.map(
    ({ name }) =>
      sql`(select ${name}::text as name, coalesce(jsonb_agg(r order by r::text), '[]') as rows
        from (select to_jsonb(t) - ${columns}::text[] as r from ${sql.table(name)} t) x)`,
  )
  const { rows } = await sql<{ name: string; rows: unknown[] }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

/** A point in the history of the rows; rows that are written later are newer. */
export async function rowsNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db)
  return rows[0]!.now
}

/** How many rows of each table were last written before a point. A write of such a row makes them fewer. */
export async function olderRows(db: Db, point: string): Promise<Record<string, number>> {
  const tables = tablesOf.get(db) ?? (await listTables(db))
  tablesOf.set(db, tables)
  const counts = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, count(*)::integer as rows from ${sql.table(name)}
        where xmin::text::bigint < ${point}::bigint`,
  )
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

async function listTables(db: Db): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name <> all(${NOTES}) and table_name not like 'kysely%' order by 1`.execute(db)
  return rows
}
