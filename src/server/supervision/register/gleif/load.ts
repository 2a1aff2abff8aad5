import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { GleifKind } from '#domain/supervision/register/gleif/gleif.ts'
import { gleifFiles, gleifKindOf, isLei, publishedOn } from '#domain/supervision/register/gleif/gleif.ts'
import type { Day } from '#domain/values/day.ts'
import { appending } from '#server/platform/audit-log/append.ts'
import type { Connection } from '#server/platform/database/connect.ts'
import { configOf } from '#server/platform/database/connect.ts'
import { jobLocks } from '#server/platform/database/lock.ts'
import { CutFile, rowsOf } from '#server/supervision/register/gleif/rows.ts'
import { unpack } from '#server/supervision/register/gleif/unpack.ts'

/** A file that cannot be loaded. Its message says why; nothing was changed. */
export class GleifError extends Error {}

type Given = {
  paths: readonly string[]
  /** The day of publication, where it is not the one in the file's name. */
  on: Day | null
  isPart: boolean
  now: string
}
export type Loaded = { kind: GleifKind; on: Day; rows: number }
type Source = { path: string; kind: GleifKind; on: Day }

/** What each table holds, and its index: made once the rows are there, and named as it is in the schema. */
const tables = {
  gleif_lei: { kinds: ['LEI'], index: 'gleif_lei_pkey', make: 'alter table gleif_lei_new add primary key (lei)' },
  gleif_parent: {
    kinds: ['PARENT', 'EXCEPTION'],
    index: 'gleif_parent_lei',
    make: 'create index gleif_parent_new_lei on gleif_parent_new (lei)',
  },
} as const
type TableName = keyof typeof tables
const tableNames = Object.keys(tables) as TableName[]
const tableOf = (kind: GleifKind): TableName => (kind === 'LEI' ? 'gleif_lei' : 'gleif_parent')

/** A whole file with fewer LEIs than this part of those of the one before is not whole. */
const LEAST = 0.9

/**
 * Loads files of GLEIF's golden copy (REG-23): the rows of each kind take the place of all of that kind. Every row is copied
 * into a new table in one transaction, which readers see when it ends; they wait only for the exchange. The connection is
 * the tables' owner's.
 * @throws GleifError for a file that is not one of GLEIF's, is cut, or has no date; nothing is changed
 */
export async function loadGleif(connection: Connection, given: Given): Promise<Loaded[]> {
  const sources = await Promise.all(given.paths.map(path => sourceOf(path, given.on)))
  const kinds = sources.map(({ kind }) => kind)
  const twice = sources.find(({ kind }, at) => kinds.indexOf(kind) !== at)
  if (twice) throw new GleifError(`${twice.path} is of the same kind as another file.`)
  const client = new pg.Client({ ...configOf(connection), keepAlive: true, application_name: 'almotacen-gleif' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [jobLocks.gleif])
    const loaded: Loaded[] = []
    const filled = tableNames.filter(name => kinds.some(kind => tableOf(kind) === name))
    for (const name of filled) await client.query(`create table ${name}_new (like ${name})`)
    for (const source of sources) loaded.push({ ...source, rows: await copy(client, source) })
    await refuseFewer(client, loaded, given.isPart)
    if (filled.includes('gleif_parent')) await keepOther(client, kinds)
    for (const name of filled) await finish(client, name)
    // A back-up copies all tables as of one moment. It cannot see rows that were there before under another table.
    await client.query('select pg_advisory_xact_lock($1)', [jobLocks.removeFiles])
    for (const name of filled) await exchange(client, name)
    // Last, because every write of the portal waits for who appends to the audit log.
    await note(client, loaded, given)
    await client.query('commit')
    return loaded
  } finally {
    await client.end().catch(() => {})
  }
}

async function sourceOf(path: string, on: Day | null): Promise<Source> {
  const { name, header } = await headOf(path)
  const kind = gleifKindOf(header)
  if (!kind) {
    const known = Object.values(gleifFiles).map(({ columns }) => columns.join(', '))
    throw new GleifError(`${path} is no CSV of GLEIF's golden copy. One has the columns ${known.join('; or ')}.`)
  }
  const day = on ?? publishedOn(name) ?? publishedOn(path)
  if (!day) throw new GleifError(`The name of ${path} does not say when it was published. Add --date 2026-11-28.`)
  return { path, kind, on: day }
}

async function headOf(path: string): Promise<{ name: string; header: string[] }> {
  return explained(path, async () => {
    const { name, content } = await unpack(path)
    let header: string[] = []
    const rows = rowsOf(content, found => {
      header = found
      return []
    })
    for await (const _first of rows) break
    return { name, header }
  })
}

/** Says of what went wrong in a file which one it was. @throws GleifError */
async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof CutFile) throw new GleifError(`${path} is cut or damaged: ${message}.`, { cause: error })
    if (code === '23505') throw new GleifError(`${path} names a LEI twice.`, { cause: error })
    if (error instanceof pg.DatabaseError || code === undefined) throw error
    throw new GleifError(`${path} cannot be read (${code}).`, { cause: error })
  }
}

/** Copies the rows of a file into its new table. @returns how many */
async function copy(client: pg.Client, { path, kind }: Source): Promise<number> {
  return explained(path, async () => {
    const { content } = await unpack(path)
    // Frozen: the table is of this transaction, and no vacuum has to write its rows once more.
    const into = client.query(copyFrom(`copy ${tableOf(kind)}_new from stdin with (freeze)`))
    await pipeline(content, chunks => textOf(chunks, kind), into)
    return into.rowCount
  })
}

async function* textOf(content: AsyncIterable<Buffer>, kind: GleifKind): AsyncGenerator<string> {
  const { columns, row: rowOf } = gleifFiles[kind]
  for await (const rows of rowsOf(content, header => columns.map(column => header.indexOf(column)))) {
    let text = ''
    for (const values of rows) {
      const row = rowOf(values)
      if (!row) continue
      if (!isLei(row[0]!)) throw new CutFile(`«${row[0]}» stands where a LEI should`)
      text += `${row.map(cellText).join('\t')}\n`
    }
    if (text !== '') yield text
  }
}

/** A value in the text form of COPY, on one line. Nearly all are so already. */
function cellText(value: string | null): string {
  if (value === null) return '\\N'
  return /[\p{Cc}\\]/u.test(value) ? value.replace(/\p{Cc}+/gu, ' ').replaceAll('\\', '\\\\') : value
}

/** @throws GleifError when a whole file has fewer LEIs than the one before */
async function refuseFewer(client: pg.Client, loaded: readonly Loaded[], isPart: boolean): Promise<void> {
  const leis = loaded.find(({ kind }) => kind === 'LEI')
  if (!leis || isPart) return
  const { rows } = await client.query("select rows from gleif_load where kind = 'LEI' and not is_part")
  const before: number = rows[0]?.rows ?? 0
  if (leis.rows < before * LEAST) {
    throw new GleifError(
      `The file has ${leis.rows} LEIs, and the one before had ${before}: it is cut. If it is meant to be a part, add --part.`,
    )
  }
}

/** Relationships and exceptions stand in one table: those of the kind that is not loaded stay. */
async function keepOther(client: pg.Client, kinds: readonly GleifKind[]): Promise<void> {
  const [isPair, isExceptions] = [kinds.includes('PARENT') && kinds.includes('EXCEPTION'), kinds.includes('EXCEPTION')]
  if (isPair) return
  await client.query(
    `insert into gleif_parent_new select * from gleif_parent where parent_lei ${isExceptions ? '<>' : '='} lei`,
  )
}

async function finish(client: pg.Client, name: TableName): Promise<void> {
  await explained('The file', () => client.query(tables[name].make))
  await client.query(`analyze ${name}_new`)
  // The rights of everybody else, as they are on the table that goes.
  const { rows } = await client.query<{ statement: string }>(
    `select format('grant %s on %I to %s', privilege_type, $1 || '_new', case grantee when 0 then 'public' else grantee::regrole::text end) as statement
     from pg_class, aclexplode(relacl) where oid = ('public.' || $1)::regclass and grantee <> relowner`,
    [name],
  )
  for (const { statement } of rows) await client.query(statement)
}

async function exchange(client: pg.Client, name: TableName): Promise<void> {
  const { index } = tables[name]
  await client.query(`drop table ${name}`)
  await client.query(`alter table ${name}_new rename to ${name}`)
  await client.query(`alter index ${index.replace(name, `${name}_new`)} rename to ${index}`)
}

/** Notes what was loaded, for those who read it and in the audit log. */
async function note(client: pg.Client, loaded: readonly Loaded[], { isPart, now }: Given): Promise<void> {
  for (const { kind, on, rows } of loaded) {
    await client.query(
      `insert into gleif_load (kind, published_on, is_part, rows, loaded_at) values ($1, $2, $3, $4, $5)
       on conflict (kind) do update set published_on = excluded.published_on, is_part = excluded.is_part,
         rows = excluded.rows, loaded_at = excluded.loaded_at`,
      [kind, on, isPart, rows, now],
    )
  }
  await client.query(
    appending([
      {
        at: now,
        event: 'gleif.loaded',
        actorId: null,
        actorRole: null,
        participantId: null,
        objectKind: 'gleif',
        objectId: loaded
          .map(({ on }) => on)
          .toSorted()
          .at(-1)!,
        data: { files: loaded.map(({ kind, on, rows }) => ({ kind, on, rows })), isPart },
      },
    ]),
  )
}
