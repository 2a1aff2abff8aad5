import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Call, Person, Reply } from '#assurance/load/client.ts'
import { Client } from '#assurance/load/client.ts'
import { appendToAuditLog } from '#server/platform/audit-log/append.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connect } from '#server/platform/database/connect.ts'
import { PORT } from '#server/platform/database/embedded-place.ts'
import { loadSecretKey } from '#server/platform/secrets/key-files.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import { newToken, secretsFrom, sha256 } from '#server/platform/secrets/secrets.ts'
import { enterAll } from '#test/support/model/run.ts'
import { callerOf } from '#test/support/portal.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'

/** The data volume, and the duration and intensity of each W. */
export type Scale = {
  participants: number
  /** Open sessions of W1. */
  sessions: number
  /** Audit log entries. */
  trail: number
  /** Audit log entries when W10 migrates. */
  migrated: number
  /** Sign-ins exported by W8. */
  logins: number
  /** Entries of W11's case file. */
  entries: number
  /** Rows of W7's longest file. */
  rows: number
  /** Calls per second of W2; W9 uses five times as many. */
  rate: number
  /** The duration of a phase of W1 to W5 and W9. */
  seconds: number
  /** Concurrent clients of a closed loop. */
  clients: number
  /** W6's parallel files, and the size of its one big file in MB. */
  files: number
  big: number
}

/** An installation after years. */
export const defaultScale: Scale = {
  participants: 20_000,
  sessions: 10_000,
  trail: 200_000,
  migrated: 1_000_000,
  logins: 500_000,
  entries: 100_000,
  rows: 10_000,
  rate: 1000,
  seconds: 20,
  clients: 16,
  files: 50,
  big: 2000,
}

/** A portal with years of data, in a process of its own, and its users. */
export type World = {
  scale: Scale
  dataDir: string
  /** Where the portal's process reports its metrics. */
  probe: string
  portal: PortalProcess
  secrets: Secrets
  database: pg.Client
  client: Client
  /** The demo users. */
  cci: Person
  bank: Person
  provider: Person
  evaluator: Person
  /** Crowd members with a session each, indexed by the number of their participant minus one. */
  crowd: Person[]
  ask(person: Person | null, call: Call, client?: Client): Promise<Reply>
}

const CONNECTIONS = 256
const TRAIL_BATCH = 2000
const SECONDS_APART = 10
const hook = join(import.meta.dirname, 'probe.mjs')
const crowdSql = join(import.meta.dirname, '../../test/support/crowd.sql')

/** `letter` and a number as an identifier of 26 characters, as in crowd.sql. */
export const idOf = (letter: string, n: number) => `${letter}${n.toString(16).padStart(25, '0')}`

const environmentOf = (probe: string) => ({
  RATE_LIMITS: 'no',
  MAX_SESSIONS: '1000',
  MAX_FILE_MB: '4096',
  QUOTA_MB: '1000000',
  NODE_OPTIONS: `--import=${hook}`,
  LOAD_PROBE: probe,
})

/** Starts a portal on a data folder; returns the milliseconds until it was ready. */
export async function start(dataDir: string, probe: string): Promise<{ portal: PortalProcess; tookMs: number }> {
  const begin = performance.now()
  const portal = await startProcess(dataDir, environmentOf(probe))
  return { portal, tookMs: performance.now() - begin }
}

/** Creates the world, passes it to `use` and removes it. */
export async function inWorld(scale: Scale, log: (line: string) => void, use: (world: World) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-load-'))
  const probe = join(dataDir, 'probe')
  const { portal, tookMs } = await start(dataDir, probe)
  log(`First start, with a new database and the demo's world: ${tookMs.toFixed(0)} ms`)
  const secrets = secretsFrom(await loadSecretKey(dataDir, null))
  const client = new Client(CONNECTIONS)
  const world: World = {
    ...(await peopleOf(connectionOf(dataDir), secrets)),
    ...{ scale, dataDir, probe, portal, secrets, client, crowd: [] },
    database: await connected(dataDir),
    ask: (person, call, by = client) => by.ask(world.portal.url.replace('localhost', '127.0.0.1'), person, call),
  }
  try {
    await fill(world, log)
    await restart(world, 'SIGTERM')
    await settle(world, log)
    await use(world)
  } finally {
    client.close()
    await world.database.end().catch(() => {})
    await world.portal.kill('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

export const connectionOf = (dataDir: string) => ({
  host: join(dataDir, 'pg/run'),
  port: PORT,
  user: 'postgres',
  database: 'almotacen',
})

async function connected(dataDir: string): Promise<pg.Client> {
  const database = new pg.Client(connectionOf(dataDir))
  database.on('error', () => {})
  await database.connect()
  return database
}

async function peopleOf(connection: pg.PoolConfig, secrets: Secrets) {
  const { db } = connect(connection, 2)
  const inside = { db, clock: systemClock(), secrets }
  const callers = await enterAll({ app: inside, callerWith: keys => callerOf('', keys) })
  const users = await db.selectFrom('portal_user').select(['id', 'email', 'participant_id']).execute()
  await db.destroy()
  const as = (name: string): Person => {
    const { id, participant_id } = users.find(({ email }) => email.startsWith(`${name}@`))!
    const { token, csrf } = callers.get(id)!
    return { userId: id, participantId: participant_id, token, csrf }
  }
  return { cci: as('cci'), bank: as('entidad'), provider: as('proveedor'), evaluator: as('evaluador') }
}

async function fill(world: World, log: (line: string) => void): Promise<void> {
  const { database, scale } = world
  const begin = performance.now()
  await database.query(readFileSync(crowdSql, 'utf8').replaceAll(':participants', String(scale.participants)))
  await fillAuditLog(world)
  world.crowd = await openSessions(world, Math.min(scale.sessions, scale.participants))
  await database.query('vacuum (analyze)')
  const { rows } = await database.query(`select
    (select count(*) from participant) as participants, (select count(*) from document_version) as documents,
    (select count(*) from validation where kind = 'AUDIT_REPORT') as requests,
    (select count(*) from notification) as notices, (select count(*) from trail) as trail,
    (select count(*) from session) as sessions, pg_size_pretty(pg_database_size('almotacen')) as size`)
  log(`Filled in ${((performance.now() - begin) / 1000).toFixed(0)} s: ${JSON.stringify(rows[0])}`)
}

/** File accesses of documents, with a valid hash chain. */
async function fillAuditLog({ dataDir, scale }: World): Promise<void> {
  const { db } = connect(connectionOf(dataDir), 1)
  const now = Date.now()
  const entry = (n: number) => ({
    at: new Date(now - (scale.trail - n) * SECONDS_APART * 1000).toISOString(),
    event: 'document.read' as const,
    actorId: idOf('b', 1 + (n % scale.participants)),
    actorRole: 'PROVIDER' as const,
    participantId: idOf('a', 1 + (n % scale.participants)),
    objectKind: 'document',
    objectId: idOf('e', 8 * (1 + (n % scale.participants)) + 1),
    data: { validationId: idOf('c', 1 + (n % scale.participants)), file: 'archivo.pdf' },
  })
  for (let from = 0; from < scale.trail; from += TRAIL_BATCH) {
    const length = Math.min(TRAIL_BATCH, scale.trail - from)
    await db.transaction().execute(tx =>
      appendToAuditLog(
        tx,
        Array.from({ length }, (_, n) => entry(from + n)),
      ),
    )
  }
  await db.destroy()
}

/** Creates a session for each of the first crowd members. */
async function openSessions({ database, secrets }: World, count: number): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    session: idOf('s', index + 1),
    userId: idOf('b', index + 1),
    participantId: idOf('a', index + 1),
    token: newToken(),
  }))
  await database.query(
    `insert into session (id, user_id, token_hash, device_id, started_at, last_seen_at, proved_at)
     select id, user_id, hash, hash, now(), now(), now() from unnest($1::text[], $2::text[], $3::text[]) as s (id, user_id, hash)`,
    [people.map(each => each.session), people.map(each => each.userId), people.map(each => sha256(each.token))],
  )
  return people.map(({ session, ...person }) => ({ ...person, csrf: secrets.derive('csrf', session) }))
}

/** Sets the last-seen time of all sessions to the given seconds ago, so that none expires during a long run. */
export async function heardOf({ database }: World, secondsAgo: number): Promise<void> {
  await database.query(
    `update session set started_at = now(), last_seen_at = now() - $1 * interval '1 second', proved_at = now()
     where ended_at is null`,
    [secondsAgo],
  )
}

/** Restarts the portal's process. @returns milliseconds until it was ready. */
export async function restart(world: World, signal: NodeJS.Signals): Promise<number> {
  await world.database.end()
  await world.portal.kill(signal)
  const { portal, tookMs } = await start(world.dataDir, world.probe)
  world.portal = portal
  world.database = await connected(world.dataDir)
  return tookMs
}

const SETTLING_S = 300

/** Waits until the portal has finished its background work: expiry notices and mails. */
export async function settle({ database, portal }: World, log: (line: string) => void): Promise<void> {
  const begin = performance.now()
  let last = ''
  for (let same = 0; same < 6; ) {
    await sleep(500)
    const { rows } = await database.query<{ state: string; busy: boolean }>(`select
      concat((select max(number) from trail), ' ', (select count(*) from outbox_mail where sent_at is null)) as state,
      exists (select from pg_stat_activity where usename = 'almotacen_app' and state <> 'idle') as busy`)
    const { state, busy } = rows[0]!
    same = state === last && !busy ? same + 1 : 0
    last = state
    if (performance.now() - begin > SETTLING_S * 1000) {
      log(`The portal has not come to rest in ${SETTLING_S} s; measured all the same`)
      break
    }
  }
  const problems = portal
    .output()
    .split('\n')
    .filter(line => /job-failed|mail-stuck|"level":"error"/.test(line))
  for (const problem of problems.slice(0, 5)) log(`The portal says: ${problem}`)
  log(`The portal came to rest in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
}
