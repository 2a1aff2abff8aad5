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

async function listTables(db: Db): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name <> all(${NOTES}) and table_name not like 'kysely%' order by 1`.execute(db)
  return rows
}
