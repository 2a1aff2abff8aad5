import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { connectPatiently } from '#server/platform/database/connect.ts'
import { appliedMigrations, migrate, migrationNames, migrationTexts } from '#server/platform/database/migrate.ts'
import type { TestDatabase } from '#test/support/postgres.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'
import { inDatabase } from '#test/support/test-server.ts'

const root = join(import.meta.dirname, '../../../..')
let database: TestDatabase
let client: pg.Client
let folder: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  client = await connected()
  folder = await mkdtemp(join(tmpdir(), 'almotacen-migrations-'))
})
afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function connected(as = database.owner): Promise<pg.Client> {
  const one = new pg.Client(as)
  one.on('error', () => {})
  await one.connect()
  return one
}

/** Migrates with the test's own files, by name. */
async function migrateWith(files: Record<string, string>, patienceMs?: number): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await migrate(database.owner, { folder, ...(patienceMs && { patienceMs }) })
}

const ask = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows as unknown[][]
const isValid = async (index: string) =>
  (await ask(`select indisvalid from pg_index where indexrelid = to_regclass('${index}')`)).flat()

/** Waits until one session waits for the lock of another. @returns the process id of the waiting one */
async function somebodyWaits(): Promise<number> {
  for (;;) {
    const [row] = await ask('select pid from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0')
    if (row) return row[0] as number
    await sleep(5)
  }
}

test('a failed migration is named and leaves nothing, and runs once its obstacle is gone', async () => {
  expect(await appliedMigrations(client)).toEqual([])
  const names = await migrationNames()
  await migrate(database.owner, { last: names[1]! })
  expect(await appliedMigrations(client)).toEqual(names.slice(0, 2))
  const tables = async () => (await ask("select relname from pg_class where relkind = 'r' order by relname")).length
  await client.query('create table file_verdict (somebody text)')
  const before = await tables()
  await expect(migrate(database.owner)).rejects.toThrow(/could not be migrated \(0003-file-verdict\.sql\)/)
  expect(await appliedMigrations(client)).toEqual(names.slice(0, 2))
  expect(await tables()).toBe(before)
  await client.query('drop table file_verdict')
  await migrate(database.owner)
  expect(await appliedMigrations(client)).toEqual(names)
})

test('a database that Kysely migrated goes on, Kysely finds what it knows in it, and that of a later portal is left alone', async () => {
  const texts = await migrationTexts()
  const { db } = connectPatiently(database.owner, 2)
  const up = (text: string) => ({ up: async (tx: typeof db) => void (await sql.raw(text).execute(tx)) })
  const kysely = (names: string[]) => {
    const migrations = Object.fromEntries(names.map(name => [name, up(texts[name]!)]))
    return new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  }
  const names = Object.keys(texts)
  expect(await kysely(names.slice(0, 5))).not.toHaveProperty('error')
  await migrate(database.owner)
  expect(await kysely(names)).toEqual({ results: [] })
  await db.destroy()
  await client.query("insert into kysely_migration values ('9999-later.sql', now()::text)")
  await expect(migrate(database.owner)).rejects.toThrow(
    'Another version of the portal migrated this database with 9999-later.',
  )
})

test('creates the same tables as Kysely in a new database', async () => {
  const shape = () =>
    ask(`select c.relname, a.attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)
      from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = attnum
      where c.relname like 'kysely%' order by 1, 2`)
  await migrateWith({ '0001-one.sql': 'create table one (id int)' })
  const ours = await shape()
  await client.query('drop table kysely_migration, kysely_migration_lock')
  const { db } = connectPatiently(database.owner, 2)
  const getMigrations = async () => ({})
  await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
  await db.destroy()
  expect(ours).toEqual(await shape())
})

describe('a file marked on line', () => {
  test('runs statement by statement, between files that run together and are kept as far as they came', async () => {
    const files = {
      '0001-tables.sql': 'create table one (id int, word text);',
      '0002-index.sql': `-- on line
        -- Not the end; of a statement.
        create index concurrently if not exists one_id on one (id); /* nor; this */
        insert into one select 1, 'a;b' where not exists (select from one);
        create or replace function two() returns int language plpgsql as $body$ begin return 2; end $body$;
        create or replace function two() returns int language sql as $$ select 1; select 2; $$;
        -- Nothing comes any more.`,
      '0003-more.sql': 'create table three (id int);',
      '0004-wrong.sql': 'create table four (id int); select 1 / 0;',
    }
    await expect(migrateWith(files)).rejects.toThrow('(0004-wrong.sql): division by zero')
    expect(await appliedMigrations(client)).toEqual(['0001-tables.sql', '0002-index.sql'])
    expect(await ask("select id, word, two(), to_regclass('three'), to_regclass('four') from one")).toEqual([
      [1, 'a;b', 2, null, null],
    ])
    expect(await isValid('one_id')).toEqual([true])
  })

  test('a statement is repeated until it changes nothing, each time in a transaction of its own', async () => {
    const files = {
      '0001-table.sql': 'create table one (id int, done xid8); insert into one select generate_series(1, 10);',
      '0002-fill.sql': `-- on line
        -- Three at a time.
        -- until none
        update one set done = pg_current_xact_id() where id in (select id from one where done is null limit 3);`,
    }
    await migrateWith(files)
    expect(await ask('select count(*)::int from one group by done order by 1')).toEqual([[1], [3], [3], [3]])
  })

  test('an interrupted index is built again', async () => {
    const files = {
      '0001-table.sql': 'create table one (id int); insert into one values (1), (1);',
      '0002-index.sql': '-- on line\ncreate unique index concurrently if not exists one_id on one (id);',
    }
    await expect(migrateWith(files)).rejects.toThrow(/\(0002-index\.sql\): could not create unique index/)
    expect(await isValid('one_id')).toEqual([false])
    await client.query('delete from one where ctid = (select min(ctid) from one)')
    await migrateWith(files)
    expect(await isValid('one_id')).toEqual([true])
  })

  const inTheMiddle = {
    '0001-table.sql': 'create table one (id int); insert into one select generate_series(1, 10);',
    '0002-index.sql': `-- on line
      alter table one add column if not exists more int;
      create index concurrently if not exists one_id on one (id);
      create table if not exists three (id int);`,
  }

  test('is run again from its beginning when the database broke off in its middle', async () => {
    const old = await connected()
    await old.query('begin isolation level repeatable read; select 1')
    const first = migrateWith(inTheMiddle)
    first.catch(() => {})
    const waiting = await somebodyWaits()
    await ask(`select pg_terminate_backend(${waiting})`)
    await expect(first).rejects.toThrow('(0002-index.sql)')
    expect(await isValid('one_id')).toEqual([false])
    expect(await appliedMigrations(client)).toEqual(['0001-table.sql'])
    await old.end()
    await migrateWith(inTheMiddle)
    expect(await appliedMigrations(client)).toEqual(Object.keys(inTheMiddle))
  })

  test('is run again by the next server when one is killed in its middle, once the database has done with that', async () => {
    await writeFile(join(folder, '0001-table.sql'), inTheMiddle['0001-table.sql'])
    await migrateWith({})
    const old = await connected()
    await old.query('begin isolation level repeatable read; select 1')
    await writeFile(join(folder, '0002-index.sql'), inTheMiddle['0002-index.sql'])
    const script = `import { migrate } from '#server/platform/database/migrate.ts'
      await migrate(${JSON.stringify(database.owner)}, { folder: ${JSON.stringify(folder)} })`
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, stdio: 'ignore' })
    await somebodyWaits()
    server.kill('SIGKILL')
    await once(server, 'exit')
    const second = migrateWith({})
    await sleep(300)
    expect(await appliedMigrations(client)).toEqual(['0001-table.sql'])
    await old.end()
    await second
    expect(await appliedMigrations(client)).toEqual(Object.keys(inTheMiddle))
  })

  test('yields in a deadlock with another session, and is tried again', async () => {
    await migrateWith({ '0001-table.sql': 'create table one (id int);' })
    // PostgreSQL ends the session that looks for the deadlock first. This one never looks, which only a superuser may set.
    const writer = await connected(inDatabase(inject('database').administration, database.name))
    await writer.query("set deadlock_timeout = '1h'")
    await writer.query('begin; insert into one values (1)')
    const index = '-- on line\ncreate index concurrently if not exists one_id on one (id);'
    const migrating = migrateWith({ '0002-index.sql': index })
    await somebodyWaits()
    await writer.query('lock table one in share row exclusive mode')
    await writer.query('commit')
    await writer.end()
    await migrating
    expect(await isValid('one_id')).toEqual([true])
  })

  test('two servers that start at once run it once, and neither waits for the other’s transaction', async () => {
    const files = {
      '0001-tables.sql': 'create table one (id int); create table ran (at timestamptz default now());',
      '0002-index.sql': `-- on line
        insert into ran default values;
        select pg_sleep(0.3);
        create index concurrently if not exists one_id on one (id);`,
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    await Promise.all([migrateWith({}), migrateWith({}), migrateWith({})])
    expect(await ask('select count(*)::int from ran')).toEqual([[1]])
    expect(await isValid('one_id')).toEqual([true])
  })
})

describe('a table under a long read', () => {
  const table = {
    '0001-table.sql': 'create table one (id int); create table two (id int); insert into one values (1);',
  }
  const more = 'alter table one add column if not exists more int;'
  let reader: pg.Client

  beforeEach(async () => {
    await migrateWith(table)
    reader = await connected()
    await reader.query('begin; select from one')
  })
  afterEach(() => reader.end())

  /**
   * Writes rows until a migration is done and ends the reader when `mayGo` allows it. Returns how long each write
   * waited.
   */
  /** How long the reader stays. */
  const HELD_MS = 2000

  async function whileWorking(migrating: Promise<void>, mayGo: (tookMs: number) => unknown) {
    let over = false
    const done = migrating.finally(() => {
      over = true
    })
    const worker = await connected()
    const waits: number[] = []
    const begin = performance.now()
    while (!over) {
      const from = performance.now()
      await worker.query('insert into one values (2)')
      waits.push(performance.now() - from)
      if (await mayGo(performance.now() - begin)) await reader.query('commit')
      await sleep(5)
    }
    await done
    await worker.end()
    return { waits, tookMs: performance.now() - begin }
  }

  test.each([
    ['together', more],
    ['on line', `-- on line\n${more}`],
  ])('%s: no query waits longer than one try, and the migration succeeds when the reader goes', async (_how, text) => {
    const { waits, tookMs } = await whileWorking(migrateWith({ '0002-more.sql': text }), ms => ms > HELD_MS)
    expect(tookMs).toBeGreaterThan(HELD_MS)
    // The 400 ms of an attempt; a wait near it shows that there was an attempt.
    expect(waits.length).toBeGreaterThan(20)
    expect(Math.max(...waits)).toBeGreaterThan(300)
    expect(Math.max(...waits)).toBeLessThan(HELD_MS)
    expect(await ask('select more from one limit 1')).toEqual([[null]])
  })

  test('after the first try waits for a vacuum without blocking queries', async () => {
    await reader.query('commit; begin; lock table one in share update exclusive mode')
    // PostgreSQL cancels an automatic vacuum for a session that has waited a second.
    const waiting = "select from pg_locks where pid <> pg_backend_pid() and waitstart < now() - interval '1.2 seconds'"
    let served = 0
    const longEnough = async () => {
      served += (await ask(waiting)).length
      return served >= 20
    }
    await whileWorking(migrateWith({ '0002-more.sql': more }), longEnough)
    expect(served).toBeGreaterThanOrEqual(20)
  })

  test.each([
    ['together', 'alter table two add column more int; alter table one add column more int;', 200],
    ['concurrently', '-- on line\ncreate index concurrently if not exists one_id on one (id);', 1000],
  ])('%s: one that stays ends the migration in time, by name, and nothing is half done', async (_how, text, least) => {
    // An index made concurrently waits for transactions that have written.
    await reader.query('insert into one values (3)')
    const { pid } = (await reader.query('select pg_backend_pid() as pid')).rows[0]
    const begin = performance.now()
    await expect(migrateWith({ '0002-more.sql': text }, 1000)).rejects.toThrow(
      new RegExp(`\\(0002-more\\.sql\\): other database sessions lock what has to change: ${pid} \\(`),
    )
    expect(performance.now() - begin).toBeGreaterThan(least)
    expect(await appliedMigrations(client)).toEqual(['0001-table.sql'])
    expect(await ask("select attname::text from pg_attribute where attrelid = 'two'::regclass and attnum > 0")).toEqual(
      [['id']],
    )
    await reader.query('commit')
    await migrateWith({})
    expect(await appliedMigrations(client)).toHaveLength(2)
  })

  test('CARE-07: tries the audit log’s lock again at commit, and the log names its holder', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    const lines = () => said.mock.calls.map(([line]) => String(line)).filter(line => line.includes('migration-waits'))
    try {
      await reader.query('select pg_advisory_xact_lock(72616001)')
      const { pid } = (await reader.query('select pg_backend_pid() as pid')).rows[0]
      const text = `-- on line
        create or replace function late() returns trigger language plpgsql as
          $$ begin perform pg_advisory_xact_lock(72616001); return null; end $$;
        create table if not exists noted (id int primary key);
        drop trigger if exists noted_late on noted;
        create constraint trigger noted_late after insert on noted deferrable initially deferred
          for each row execute function late();
        insert into noted values (1) on conflict do nothing;`
      await writeFile(join(folder, '0002-late.sql'), text)
      const migrating = migrate(database.owner, { folder, sayMs: 50 })
      await expect.poll(lines, { timeout: 10_000 }).not.toEqual([])
      await expect.poll(() => lines().some(line => line.includes(`${pid} (`)), { timeout: 10_000 }).toBe(true)
      await reader.query('commit')
      await migrating
      expect(await ask('select id from noted')).toEqual([[1]])
    } finally {
      said.mockRestore()
    }
  })
})
