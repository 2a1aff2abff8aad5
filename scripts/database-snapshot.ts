/**
 * Writes db/schema.sql and src/server/platform/database/tables.ts from a freshly migrated database, so that both say what the
 * migrations build. With `--check` it compares instead, and fails when one is stale.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { optionsOf } from './usage.ts'

type Column = {
  table: string
  column: string
  type: string
  full: string
  nullable: boolean
  default: string | null
  generated: boolean
}

const scalar: Record<string, string> = {
  text: 'string',
  identifier: 'string',
  date: 'string',
  timestamptz: 'string',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  xid8: 'string',
  jsonb: 'Json',
  bytea: 'Buffer',
  _text: 'string[]',
}

const isOurs = "n.nspname = 'public' and c.relname not like 'kysely%'"
const notOfAnExtension = "not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')"

async function columns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, t.typname as type, format_type(a.atttypid, a.atttypmod) as full,
      not a.attnotnull as nullable, pg_get_expr(d.adbin, d.adrelid) as default, a.attgenerated <> '' as generated
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${isOurs} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`)
  return rows
}

async function lines(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(query)
  return rows.map(row => row.line)
}

async function schemaText(client: pg.Client): Promise<string> {
  const all = await columns(client)
  const domains = await lines(
    client,
    `select 'create domain ' || t.typname || ' as ' || format_type(t.typbasetype, t.typtypmod) || ' ' ||
       pg_get_constraintdef(k.oid) || ';' as line
     from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_constraint k on k.contypid = t.oid
     where n.nspname = 'public' and t.typtype = 'd' order by 1`,
  )
  const functions = await lines(
    client,
    `select pg_get_functiondef(p.oid) || ';' as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public' and ${notOfAnExtension} order by p.proname`,
  )
  const constraints = await lines(
    client,
    `select 'alter table ' || c.relname || ' add constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) || ';' as line
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where ${isOurs} and k.contype <> 'n' order by c.relname, k.contype desc, k.conname`,
  )
  const indexes = await lines(
    client,
    `select pg_get_indexdef(i.indexrelid) || ';' as line
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where ${isOurs} and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`,
  )
  const triggers = await lines(
    client,
    `select pg_get_triggerdef(g.oid) || ';' as line
     from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where ${isOurs} and not g.tgisinternal order by 1`,
  )
  const tables = [...Map.groupBy(all, column => column.table)].map(([table, own]) => {
    const body = own.map(column => {
      const value =
        column.default === null
          ? ''
          : column.generated
            ? ` generated always as (${column.default}) stored`
            : ` default ${column.default}`
      return `  ${column.column} ${column.full}${value}${column.nullable ? '' : ' not null'}`
    })
    return `create table ${table} (\n${body.join(',\n')}\n);`
  })
  const views = await lines(
    client,
    `select 'create view ' || c.relname || ' as' || chr(10) || pg_get_viewdef(c.oid) as line
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${isOurs} and c.relkind = 'v' order by c.relname`,
  )
  const parts = [domains, functions, tables, views, constraints, indexes, triggers].map(part => part.join('\n'))
  return `-- What the migrations build, written by \`npm run database:snapshot\`. Do not edit.\n\n${parts.join('\n\n')}\n`
}

function typeOf(column: Column): string {
  const base = scalar[column.type]
  if (!base) throw new Error(`${column.table}.${column.column}: no TypeScript type for ${column.type}`)
  if (base === 'Json') return column.nullable ? 'NullableJson' : column.default === null ? 'Json' : 'DefaultedJson'
  const type = column.nullable ? `${base} | null` : base
  if (column.generated) return `GeneratedAlways<${type}>`
  return column.default === null ? type : `Generated<${type}>`
}

async function tablesText(client: pg.Client): Promise<string> {
  const all = await columns(client)
  const camel = (name: string) => name.replace(/(^|_)(\w)/g, (_w, _u, letter: string) => letter.toUpperCase())
  const grouped = [...Map.groupBy(all, column => column.table)]
  const types = grouped.map(([table, own]) => {
    const body = own.map(column => {
      return `  ${column.column}: ${typeOf(column)}`
    })
    return `type ${camel(table)} = {\n${body.join('\n')}\n}`
  })
  return `// What the migrations build, written by \`npm run database:snapshot\`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a JSON column's shape is checked by the schema that reads it
type Read = any
/** JSON is written as text. */
type Json = ColumnType<Read, string, string>
type NullableJson = ColumnType<Read, string | null, string | null>
type DefaultedJson = ColumnType<Read, string | undefined, string>

${types.join('\n\n')}

export type Tables = {
${grouped.map(([table]) => `  ${table}: ${camel(table)}`).join('\n')}
}

/** The portal's own tables: those that the serving role gets its rights on. */
export const tableNames: readonly (keyof Tables)[] = [
${grouped.map(([table]) => `  '${table}',`).join('\n')}
]
`
}

const { check } = optionsOf('npm run database:snapshot [-- --check]', { check: { type: 'boolean' } })
const root = join(import.meta.dirname, '..')
const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-snapshot-'))
const embedded = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } })
const client = new pg.Client(embedded.connection)
let stale = false
try {
  await migrate(embedded.connection)
  await client.connect()
  for (const [path, text] of [
    ['db/schema.sql', await schemaText(client)],
    ['src/server/platform/database/tables.ts', await tablesText(client)],
  ] as const) {
    if (check) {
      const committed = await readFile(join(root, path), 'utf8').catch(() => '')
      if (committed !== text) {
        stale = true
        console.error(`${path} is not what the migrations build: run npm run database:snapshot`)
      }
    } else {
      await writeFile(join(root, path), text)
      console.log(`wrote ${path}`)
    }
  }
} finally {
  await client.end()
  await embedded.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(stale ? 1 : 0)
