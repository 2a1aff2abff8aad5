import type pg from 'pg'
import { onlyOf } from '#domain/values/certain.ts'
import { tableNames } from '#server/platform/database/tables.ts'

/* The database catalogue lists the tables of a backup, also for earlier schemas, so none is forgotten. */

export type TableShape = { name: string; columns: string[] }

/**
 * Tables that another role created in the schema are not the portal's and may be unreadable. A portal table with
 * another owner is still copied, or the copy fails and names it.
 */
const ofTheOwner = "c.relowner = (select relowner from pg_class where oid = to_regclass('public.kysely_migration'))"
const ours = `n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely%'
  and (${ofTheOwner} or c.relname in (${tableNames.map(name => `'${name}'`).join(', ')}))`

/** Every table with the columns of a copy; generated columns are left out. */
export async function tableShapes(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where ${ours} group by c.relname order by c.relname`)
  return rows
}

export type SequenceState = { name: string; value: string; nameMatches: boolean }

export async function sequencesOf(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'S' and ${ofTheOwner} order by 1`)
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; nameMatches: boolean }>(
      `select last_value::text as value, is_called as "nameMatches" from public.${quotedName(name)}`,
    )
    states.push({ name, ...onlyOf(state.rows) })
  }
  return states
}

export type ForeignKey = { table: string; name: string; definition: string }

export async function foreignKeysOf(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and k.contype = 'f' order by 1, 2`)
  return rows
}

/** The migrations that built this database, in order; empty if none did. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query(`select to_regclass('public.kysely_migration') as name`)
  if (found[0].name === null) return []
  const { rows } = await client.query<{ name: string }>('select name from public.kysely_migration order by name')
  return rows.map(row => row.name)
}

export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`

export const columnsText = (columns: readonly string[]) => columns.map(quotedName).join(', ')

/** Makes a copy read the same under any settings of the server or the role. */
export const copySettings = [
  "set local datestyle to 'ISO'",
  "set local intervalstyle to 'postgres'",
  "set local timezone to 'UTC'",
  "set local extra_float_digits to '1'",
  "set local bytea_output to 'hex'",
  "set local client_encoding to 'UTF8'",
  'set local statement_timeout to 0',
].join('; ')
