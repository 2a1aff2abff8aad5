import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { AppCommand } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import { openApp } from '#server/app/app-start.ts'
import { appendToAuditLog } from '#server/platform/audit-log/append.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { takeBackup } from '#server/platform/backup/take.ts'
import { systemClock } from '#server/platform/clock.ts'
import { migrationNames } from '#server/platform/database/migrate.ts'
import {
  databaseRoleOf,
  excessOf,
  grant,
  PrivilegesError,
  prepareDatabase,
} from '#server/platform/database/privileges.ts'
import { tableNames } from '#server/platform/database/tables.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import type { TestDatabase } from '#test/support/postgres.ts'
import { createEmptyDatabase, createTestDatabase } from '#test/support/postgres.ts'
import { inDatabase } from '#test/support/test-server.ts'

let portal: TestPortal
let database: TestDatabase

beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  database = await createTestDatabase()
  // A copied database lacks the grants on the database itself.
  await prepareDatabase(database.connection, database.owner)
})
afterAll(async () => {
  await portal.stop()
  await database.drop()
})

/** Runs statements on the portal's connection and rolls them back. @returns null, or PostgreSQL's error code. */
async function attempt(connection: pg.PoolConfig, ...statements: string[]): Promise<string | null> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    return null
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

/** Runs statements with the given connection, as a database administrator does. @returns the rows of the last. */
async function asked(connection: pg.ClientConfig, statements: string): Promise<any[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return [await client.query(statements)].flat().at(-1)!.rows
  } finally {
    await client.end()
  }
}

const entry = `insert into trail values (1, now(), 'session.started', null, null, null, 'user', 'u', '{}',
  '${'0'.repeat(64)}', '${'1'.repeat(64)}')`

describe('S12: the portal’s connection', () => {
  const NO_PRIVILEGE = '42501'

  test.each([
    'update trail set event = event',
    'delete from trail',
    'truncate trail',
    'truncate trail, participant cascade',
    'alter table trail disable trigger user',
    'alter table trail drop constraint trail_pkey',
    'alter table trail rename to trail_of_yesterday',
    'alter table trail owner to current_user',
    'drop trigger trail_no_change on trail',
    'create trigger mine before insert on trail execute function trail_is_append_only()',
    'create rule mine as on insert to trail do instead nothing',
    "create or replace function trail_is_append_only() returns trigger language plpgsql as 'begin return old; end'",
    'drop function trail_is_append_only() cascade',
    'drop table trail',
    'drop table notification',
    'drop schema public cascade',
    'create table mine (a int)',
    'create temporary table mine (a int)',
    'create view mine as select * from trail',
    'create index mine on trail (at)',
    'create schema mine',
    'create extension hstore',
    'create function mine() returns int language sql return 1',
    'lock table trail in access exclusive mode',
    'select * from trail for update',
    'insert into kysely_migration values ($$9999$$, $$now$$)',
    'delete from kysely_migration',
    'set session_replication_role = replica',
    'create role mine',
    'alter role current_user superuser',
    'alter database template1 rename to mine',
    "copy trail to program 'cat'",
    "copy trail from '/etc/passwd'",
    "select pg_read_file('/etc/passwd')",
    "select lo_import('/etc/passwd')",
    'grant all on trail to current_user',
    'update passkey set public_key = credential_id',
    'update passkey set user_id = id',
  ])('may not: %s', async statement => {
    const code = await attempt(database.connection, statement)
    // Granting a right that the role lacks is a warning in PostgreSQL; it must not grant anything.
    if (statement.startsWith('grant')) {
      expect(await attempt(database.connection, statement, 'delete from trail')).toBe(NO_PRIVILEGE)
    } else expect(code).toBe(NO_PRIVILEGE)
  })

  test('may not make a database', async () => {
    const client = new pg.Client(database.connection)
    await client.connect()
    await expect(client.query('create database mine')).rejects.toMatchObject({ code: NO_PRIVILEGE })
    await client.end()
  })

  test('may not become its owner, neither by setting a role nor by resetting one', async () => {
    const owner = await databaseRoleOf(database.owner)
    expect(owner).not.toBe(await databaseRoleOf(database.connection))
    for (const way of [`set role "${owner}"`, `set session authorization "${owner}"`]) {
      expect(await attempt(database.connection, way)).toBe(NO_PRIVILEGE)
    }
    for (const way of ['reset role', 'reset session authorization', 'set role none', 'discard all']) {
      const statements = way === 'discard all' ? ['reset all'] : [way]
      expect(await attempt(database.connection, ...statements, 'delete from trail')).toBe(NO_PRIVILEGE)
    }
  })

  test('may add entries, read them, and change every other table', async () => {
    expect(await attempt(database.connection, entry, 'select * from trail')).toBeNull()
    const tables = (await database.asOwner(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not like 'kysely%' and relname <> 'trail'`,
    )) as { name: string }[]
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      // Triggers alone write the rows of overviews.
      const refusal = name.startsWith('overview_') ? NO_PRIVILEGE : null
      expect(await attempt(database.connection, `delete from "${name}" where false`), name).toBe(refusal)
    }
  })

  test('the same attempts succeed for the owner: it is the role that refuses them', async () => {
    const disable = 'alter table trail disable trigger user'
    for (const statement of ['update trail set event = event', 'delete from trail', 'truncate trail']) {
      expect(await attempt(database.owner, disable, statement)).toBeNull()
    }
    expect(await attempt(database.owner, 'create temporary table mine (a int)')).toBeNull()
  })
})

describe('excess privileges of the connection', () => {
  test('nothing of the portal’s own, and of an owner’s what it may do', async () => {
    expect(await excessOf(database.connection)).toEqual([])
    expect(await excessOf(database.owner)).toEqual(expect.arrayContaining(['can create tables', 'owns the audit log']))
  })

  test('reports privileges granted by hand, and revokes them at the next start', async () => {
    const role = await databaseRoleOf(database.connection)
    await database.asOwner(`grant update, delete on trail to "${role}"`)
    expect(await excessOf(database.connection)).toEqual(['can change the audit log'])
    await prepareDatabase(database.connection, database.owner)
    expect(await excessOf(database.connection)).toEqual([])
  })

  test('20 starts at once give the same rights', async () => {
    const role = await databaseRoleOf(database.connection)
    await Promise.all(Array.from({ length: 20 }, () => grant(database.owner, role)))
    expect(await excessOf(database.connection)).toEqual([])
    expect(await attempt(database.connection, entry)).toBeNull()
  })
})

describe('without the owner’s connection', () => {
  test('a schema that is the newest is served; an older one stops the start and says what to do', async () => {
    await prepareDatabase(database.connection, null)
    const [newest = ''] = (await migrationNames()).slice(-1)
    await database.asOwner(`delete from kysely_migration where name = '${newest}'`)
    try {
      await expect(prepareDatabase(database.connection, null)).rejects.toThrow(
        `The database needs migrations (${newest}) that the user of DATABASE_URL cannot run.`,
      )
    } finally {
      await database.asOwner(`insert into kysely_migration values ('${newest}', now()::text)`)
    }
  })

  test('the schema of a later portal stops the start', async () => {
    await database.asOwner("insert into kysely_migration values ('9999-later.sql', now()::text)")
    try {
      await expect(prepareDatabase(database.connection, null)).rejects.toThrow(
        'Another version of the portal migrated this database with 9999-later.sql.',
      )
    } finally {
      await database.asOwner("delete from kysely_migration where name = '9999-later.sql'")
    }
  })

  test('a connection that owns its tables serves as before', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-owner-'))
    const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir })
    const running = await openApp(settings, database.owner, { autoMail: false, poolSize: 2 })
    try {
      await running.app.db.transaction().execute(tx => appendToAuditLog(tx, []))
    } finally {
      await running.stop()
      await rm(dataDir, { recursive: true })
    }
  })
})

describe('a table of another role in the schema', () => {
  let foreign: string
  let copied: TestDatabase

  beforeAll(async () => {
    const { administration } = inject('database')
    foreign = `dba_${randomBytes(4).toString('hex')}`
    await asked(administration, `create role ${foreign}`)
    copied = await createTestDatabase()
    const place = inDatabase(administration, copied.name)
    await asked(place, `create table dba_copia as select 1 a; alter table dba_copia owner to ${foreign}`)
    await asked(place, `create sequence dba_numeros; alter sequence dba_numeros owner to ${foreign}`)
  })
  afterAll(async () => {
    await copied.drop()
    await asked(inject('database').administration, `drop role ${foreign}`)
  })

  test('stops no start: the rights are given on the portal’s own tables and on no other', async () => {
    await prepareDatabase(copied.connection, copied.owner)
    const denied = await attempt(copied.connection, 'select * from dba_copia')
    expect([denied, await attempt(copied.connection, 'select * from trail')]).toEqual(['42501', null])
    expect(await excessOf(copied.connection)).toEqual([])
  })

  test('stops no back-up, which leaves it out, and no restore beside it', async () => {
    const place = await mkdtemp(join(tmpdir(), 'almotacen-foreign-'))
    const key = { appSecret: 'k'.repeat(40) }
    try {
      await mkdir(join(place, 'data'))
      const source = { ...key, connection: copied.owner, dataDir: join(place, 'data'), clock: systemClock() }
      const { tables, sequences } = await takeBackup(source, join(place, 'copy'))
      expect(tables.map(({ name }) => name)).toEqual(tableNames)
      expect(sequences).toEqual([])
      const target = await createEmptyDatabase()
      try {
        const administration = inDatabase(inject('database').administration, target.name)
        await asked(administration, `create table dba_copia as select 1 a; alter table dba_copia owner to ${foreign}`)
        await restoreBackup({ ...source, connection: target.owner, dataDir: join(place, 'new') }, join(place, 'copy'))
      } finally {
        await target.drop()
      }
    } finally {
      await rm(place, { recursive: true })
    }
  })

  test('in the place of one of the portal’s stops the start in one sentence that names it', async () => {
    const place = inDatabase(inject('database').administration, copied.name)
    const [{ owner }] = await asked(place, "select tableowner as owner from pg_tables where tablename = 'score'")
    await asked(place, `alter table score owner to ${foreign}`)
    try {
      const refused = prepareDatabase(copied.connection, copied.owner)
      await expect(refused).rejects.toThrow(PrivilegesError)
      await expect(refused).rejects.toThrow(
        new RegExp(
          `cannot grant rights on table public\\.score, because its owner is ${foreign}\\. .*ALTER TABLE public\\."score" OWNER TO`,
        ),
      )
    } finally {
      await asked(place, `alter table score owner to "${owner}"`)
    }
  })
})

describe('npm run admin -- database roles', () => {
  const roles = (...words: string[]) =>
    (commands.database as AppCommand).run(portal.app, ['roles', ...words], {
      connection: database.connection,
      owner: database.owner,
      stop: async () => {},
    })

  test('prints what the owner runs, with the making of a role that is not there', async () => {
    const text = await roles('portal_banco')
    expect(text).toContain('CREATE ROLE "portal_banco" LOGIN')
    expect(text).toContain('GRANT SELECT, INSERT ON trail TO "portal_banco";')
    expect(text).not.toMatch(/GRANT[^;]*(UPDATE|DELETE)[^;]* ON trail /)
  })

  test('gives them with --aplicar, and says when the role is not there', async () => {
    const role = await databaseRoleOf(database.connection)
    await database.asOwner(`grant delete on trail to "${role}"`)
    expect(await roles(role, '--apply')).toBe(`The user "${role}" can serve the portal and nothing else.`)
    expect(await excessOf(database.connection)).toEqual([])
    await expect(roles('portal_banco', '--aplicar')).rejects.toThrow('This server has no user "portal_banco"')
  })
})
