import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/database/embedded.ts'
import type { SocketConnection } from '#server/platform/database/embedded-process.ts'

const isRoot = process.getuid!() === 0
// Some tests run as an unprivileged user, which must be able to run this Node.
const DAEMON = { uid: 1, gid: 1 }
const canBecomeDaemon = isRoot && spawnSync(process.execPath, ['--version'], { ...DAEMON, cwd: '/' }).status === 0

let top: string
/** Created once, for the tests that do not need a new one. */
let dataDir: string
let said: string[]
let opened: EmbeddedPostgres[]
let portals: ChildProcess[]

beforeAll(() => {
  top = mkdtempSync('/tmp/almotacen-embedded-')
  dataDir = join(top, 'data')
})

beforeEach(() => {
  said = []
  opened = []
  portals = []
})

afterEach(async () => {
  for (const portal of portals) portal.kill('SIGKILL')
  for (const database of opened) await database.stop()
  expect(processesOf(top)).toEqual([])
})

afterAll(() => rmSync(top, { recursive: true, force: true }))

// Without fsync, which only matters in a power cut, each test is a second faster.
async function open(
  dir = dataDir,
  settings: Record<string, string> = { fsync: 'off' },
  stuckMs?: number,
): Promise<EmbeddedPostgres> {
  const database = await startEmbedded({ dataDir: dir, log: sentence => said.push(sentence), settings, stuckMs })
  opened.push(database)
  return database
}

async function ask(connection: SocketConnection, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function leaveSeven(connection: SocketConnection): Promise<void> {
  await ask(connection, 'DROP TABLE IF EXISTS t')
  await ask(connection, 'CREATE TABLE t AS SELECT 7 AS n')
}

/** Another portal: a separate process that opens the data folder and stays. Resolves to its first message. */
async function startPortal(identity: object = {}, dir = dataDir): Promise<{ portal: ChildProcess; word: string }> {
  const script = `
    import { startEmbedded } from '#server/platform/database/embedded.ts'
    setInterval(() => {}, 1000)
    try {
      const database = await startEmbedded({ dataDir: ${JSON.stringify(dir)}, log: () => {} })
      process.on('SIGTERM', () => database.stop().then(() => process.exit()))
      console.log(String(database.pid))
    } catch (error) {
      console.log(error.message)
      process.exit(1)
    }`
  const options = { ...identity, cwd: join(import.meta.dirname, '../../../..') }
  const portal = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  portals.push(portal)
  for await (const word of createInterface(portal.stdout)) return { portal, word }
  throw new Error('the portal said nothing')
}

async function gone(process: ChildProcess): Promise<void> {
  if (process.exitCode === null && process.signalCode === null) await new Promise(done => process.once('exit', done))
}

function processesOf(dir: string): number[] {
  const ids = spawnSync('ps', ['-e', '-o', 'pid=,comm='], { encoding: 'utf8' }).stdout.split('\n')
  return ids
    .filter(line => /postgres$/.test(line))
    .map(line => Number.parseInt(line, 10))
    .filter(pid => spawnSync('readlink', [`/proc/${pid}/cwd`], { encoding: 'utf8' }).stdout.startsWith(dir))
}

describe('the embedded PostgreSQL', () => {
  test('gives a private, durable database to a role without privileges', async () => {
    const { connection, administration } = await open(dataDir, {})
    const settings = await ask(
      administration,
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes',
       'listen_addresses', 'max_connections', 'TimeZone', 'server_encoding', 'random_page_cost')`,
    )
    expect(Object.fromEntries(settings.map(row => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      max_connections: '100',
      TimeZone: 'UTC',
      server_encoding: 'UTF8',
      random_page_cost: '1.1',
    })
    expect(
      await ask(
        connection,
        `SELECT current_user AS role, current_database() AS database, rolsuper, rolcreatedb, rolcreaterole
         FROM pg_roles WHERE rolname = current_user`,
      ),
    ).toEqual([{ role: 'almotacen', database: 'almotacen', rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
    for (const folder of ['', 'pg', 'pg/cluster', 'pg/run'])
      expect(statSync(join(dataDir, folder)).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'pg.log')).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).uid).toBe(process.getuid!())
  })

  test('knows Spanish order, trigrams and words without accents', async () => {
    const { connection } = await open()
    await ask(connection, 'CREATE EXTENSION pg_trgm')
    await ask(connection, 'CREATE EXTENSION unaccent')
    const [row] = await ask(
      connection,
      `SELECT array(SELECT x FROM unnest(array['Ñu', 'Ozono', 'Nube', 'árbol', 'Arco']) x ORDER BY x COLLATE "es-x-icu") AS sorted,
              unaccent('Ñandú') AS plain, lower('ÁÑÜ') AS small, similarity('almotacen', 'almotaceno') > 0.5 AS alike`,
    )
    expect(row).toEqual({ sorted: ['árbol', 'Arco', 'Nube', 'Ñu', 'Ozono'], plain: 'Nandu', small: 'áñü', alike: true })
  })

  test('keeps the values of rows out of its log', async () => {
    const { connection } = await open()
    await ask(connection, 'CREATE TABLE person (email text PRIMARY KEY)')
    await ask(connection, `INSERT INTO person VALUES ('ana@banco.example')`)
    await expect(ask(connection, `INSERT INTO person VALUES ('ana@banco.example')`)).rejects.toThrow('duplicate key')
    await expect(ask(connection, `SELECT 'ana@banco.example'::uuid`)).rejects.toThrow('invalid input')
    expect(readFileSync(join(dataDir, 'pg.log'), 'utf8')).not.toContain('ana@')
  })

  test('is closed by stop and opens again with its rows', async () => {
    const first = await open()
    await leaveSeven(first.connection)
    await first.stop()
    await first.stop()
    expect(processesOf(dataDir)).toEqual([])
    const second = await open()
    expect(second.pid).not.toBe(first.pid)
    expect(await ask(second.connection, 'SELECT n FROM t')).toEqual([{ n: 7 }])
  })

  test('outlives a kill -9 of the portal, and the next start attaches to it', async () => {
    const { portal, word } = await startPortal()
    portal.kill('SIGKILL')
    await gone(portal)
    const database = await open()
    expect(String(database.pid)).toBe(word)
    await database.stop()
    expect(processesOf(dataDir)).toEqual([])
  })

  test('comes back by itself after a kill -9 of the server', async () => {
    const database = await open()
    const before = database.pid
    await leaveSeven(database.connection)
    process.kill(before, 'SIGKILL')
    await expect.poll(() => said.at(-1), { timeout: 15_000 }).toBe('The database is open again.')
    expect(database.pid).not.toBe(before)
    expect(await ask(database.connection, 'SELECT n FROM t')).toEqual([{ n: 7 }])
  })

  test('comes back by itself after a kill -9 of one of its sessions', async () => {
    const database = await open()
    const session = ask(database.connection, 'SELECT pg_sleep(30)')
    const broken = expect(session).rejects.toThrow()
    const find = `SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(30)%' AND usename = 'almotacen'`
    await expect.poll(() => ask(database.administration, find)).toHaveLength(1)
    const [row] = await ask(database.administration, find)
    process.kill(row!.pid as number, 'SIGKILL')
    await broken
    await expect.poll(() => said.at(-1), { timeout: 15_000 }).toBe('The database is open again.')
    expect(await ask(database.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  // PostgreSQL 18.4 hangs when it is stopped while it recovers from a killed session.
  test('comes back by itself when the server hangs while it stops', async () => {
    const database = await open(dataDir, { fsync: 'off' }, 500)
    const before = database.pid
    await leaveSeven(database.connection)
    const [checkpointer] = await ask(
      database.administration,
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`,
    )
    process.kill(checkpointer!.pid as number, 'SIGSTOP')
    process.kill(before, 'SIGINT')
    await expect.poll(() => said.at(-1), { timeout: 20_000 }).toBe('The database is open again.')
    expect(said).toContain('The database does not finish closing and is stopped at once. Committed data are safe.')
    expect(database.pid).not.toBe(before)
    expect(await ask(database.connection, 'SELECT n FROM t')).toEqual([{ n: 7 }])
  }, 30_000)

  test('recovers committed rows after a kill -9 of everything', async () => {
    const { portal } = await startPortal()
    const reader = await open()
    await leaveSeven(reader.connection)
    portal.kill('SIGKILL')
    const everything = processesOf(dataDir)
    expect(everything.length).toBeGreaterThan(3)
    // Our portal must not start it again before the next start finds the leftover files.
    const stopped = reader.stop()
    for (const pid of everything) kill9(pid)
    await stopped
    expect(existsSync(join(dataDir, 'pg/cluster/postmaster.pid'))).toBe(true)
    const database = await open()
    expect(await ask(database.connection, 'SELECT n FROM t')).toEqual([{ n: 7 }])
  })

  test.runIf(process.platform === 'linux')(
    'opens despite a lock whose process id now belongs to another process',
    async () => {
      const first = await open()
      await first.stop()
      // Our own process id: alive, but not PostgreSQL.
      writeFileSync(join(dataDir, 'pg/cluster/postmaster.pid'), `${process.pid}\n${dataDir}\n1\n5432\n\n\n`)
      const database = await open()
      expect(await ask(database.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    },
  )

  test('serves portals that start at once on a new folder, until the last has stopped', async () => {
    const fresh = join(top, 'at-once')
    const [ours, one, two] = await Promise.all([open(fresh), startPortal({}, fresh), startPortal({}, fresh)])
    expect([one.word, two.word]).toEqual([String(ours.pid), String(ours.pid)])
    await ours.stop()
    expect(said).toContain('Another portal uses this database. It stays open.')
    one.portal.kill('SIGTERM')
    await gone(one.portal)
    expect(processesOf(fresh)).toContain(ours.pid)
    two.portal.kill('SIGTERM')
    await gone(two.portal)
    expect(processesOf(fresh)).toEqual([])
  })

  test('leaves no half-made database behind when it is killed while making it', async () => {
    const fresh = join(top, 'killed')
    const starting = startPortal({}, fresh).catch(() => {})
    await expect.poll(() => existsSync(join(fresh, 'pg')), { timeout: 10_000 }).toBe(true)
    await sleep(100)
    portals[0]!.kill('SIGKILL')
    await starting
    const database = await open(fresh)
    expect(await ask(database.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  test('works in a folder with a path too long for a socket', async () => {
    const long = join(top, 'd'.repeat(60), 'e"e, ñ'.repeat(8))
    const database = await open(long)
    expect(Buffer.byteLength(database.connection.host)).toBeLessThan(80)
    expect(statSync(database.connection.host).mode & 0o777).toBe(0o700)
    expect(await ask(database.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(existsSync(join(long, 'pg/cluster/PG_VERSION'))).toBe(true)
    await database.stop()
    rmSync(database.connection.host, { recursive: true })
  })

  test('says what to do with the data of another version', async () => {
    const first = await open()
    await first.stop()
    const file = join(dataDir, 'pg/cluster/PG_VERSION')
    writeFileSync(file, '17\n')
    await expect(open()).rejects.toThrow(
      /was made by PostgreSQL 17 and this portal has 18\. .*upgrade-database --from .* take a back-up with the earlier/,
    )
    writeFileSync(file, '18\n')
  })

  test('says what the server says when it refuses to start', async () => {
    const first = await open()
    await first.stop()
    const began = Date.now()
    await expect(open(dataDir, { max_connections: 'many' })).rejects.toThrow(/does not start\. Fix .*max_connections/s)
    expect(Date.now() - began).toBeLessThan(5_000)
  })

  test('leaves no server running when it cannot be prepared', async () => {
    const settings = { fsync: 'off', default_transaction_read_only: 'on' }
    await expect(open(join(top, 'unprepared'), settings)).rejects.toThrow(
      /^The database could not be prepared: .*read-only/,
    )
  })

  test('says what to do when the data folder cannot be made', async () => {
    writeFileSync(join(top, 'file'), '')
    await expect(open(join(top, 'file'))).rejects.toThrow(/^The data folder .* or set another DATA_DIR\.$/)
  })
})

describe.runIf(isRoot)('the embedded PostgreSQL under root', () => {
  test('keeps its data in a folder that only root may enter', async () => {
    mkdirSync(join(top, 'private'), { mode: 0o700 })
    const database = await open(join(top, 'private/data'))
    expect(statSync(join(top, 'private/data/pg/cluster')).uid).not.toBe(0)
    expect(statSync(join(top, 'private')).uid).toBe(0)
    expect(await ask(database.administration, 'SELECT pg_reload_conf() AS reloaded')).toEqual([{ reloaded: true }])
    await database.stop()
    const again = await open(join(top, 'private/data'))
    await again.stop()
  })

  test('takes over data that were restored as root', async () => {
    const first = await open()
    await leaveSeven(first.connection)
    await first.stop()
    spawnSync('chown', ['-R', 'root:root', dataDir])
    spawnSync('chmod', ['-R', 'a+rX', dataDir])
    const database = await open()
    expect(await ask(database.connection, 'SELECT n FROM t')).toEqual([{ n: 7 }])
  })

  test.runIf(canBecomeDaemon)(
    'serves the data of an ordinary user as that user, and the other way round explains',
    async () => {
      chmodSync(top, 0o755)
      // Characters that would break up the server's settings.
      const theirs = join(top, `data, "año" 'x'`)
      mkdirSync(theirs)
      chownSync(theirs, DAEMON.uid, DAEMON.gid)
      const { portal, word } = await startPortal(DAEMON, theirs)
      expect(word).toMatch(/^\d+$/)
      portal.kill('SIGTERM')
      await gone(portal)
      const asRoot = await open(theirs)
      expect(statSync(`/proc/${asRoot.pid}`).uid).toBe(DAEMON.uid)
      await asRoot.stop()
      spawnSync('chown', ['-R', 'nobody', join(theirs, 'pg')])
      const refused = await startPortal(DAEMON, theirs)
      expect(refused.word).toMatch(/belongs to another user .* Start the portal as the same user/)
    },
  )
})

function kill9(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already removed with the others.
  }
}
