import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { exportInvitations, invite, listInvitations } from '#domain/invitation/contract.ts'
import { readStatistics } from '#domain/validation/statistics/contract.ts'
import type { EmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Two real PostgreSQL servers: the second follows the first, as a replica does. */

const REPLICATES = { wal_level: 'replica', max_wal_senders: '4', max_connections: '60', fsync: 'off' }
const OF_REPLICA = { ...REPLICATES, hot_standby: 'on', wal_retrieve_retry_interval: '100ms' }

let folder: string
let primary: EmbeddedPostgres
let follower: EmbeddedPostgres
let portal: TestPortal
let cci: Caller

const server = (name: string, settings: Record<string, string>) =>
  startEmbedded({ dataDir: join(folder, name), log: () => {}, settings })

async function ask(connection: pg.ClientConfig, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** As root a copy is root's, and a server refuses another user's data. */
async function giveTo({ uid, gid }: { uid: number; gid: number }, path: string): Promise<void> {
  for (const name of ['.', ...(await readdir(path, { recursive: true }))]) await chown(join(path, name), uid, gid)
}

beforeAll(async () => {
  folder = await mkdtemp(join(inject('database').folder, 'replica-'))
  await mkdir(join(folder, 'primary'))
  // The user of the servers finds the socket of the first.
  for (const path of [folder, join(folder, 'primary')]) await chmod(path, 0o755)
  primary = await server('primary', REPLICATES)
  await primary.stop()
  await cp(join(folder, 'primary'), join(folder, 'replica'), { recursive: true, preserveTimestamps: true })
  await giveTo(await stat(join(folder, 'primary/pg')), join(folder, 'replica/pg'))
  await writeFile(join(folder, 'replica/pg/cluster/standby.signal'), '')
  primary = await server('primary', REPLICATES)
  const { host, port } = primary.administration
  follower = await server('replica', { ...OF_REPLICA, primary_conninfo: `host=${host} port=${port} user=postgres` })
  const { application: of } = follower
  portal = await startTestPortal({
    seed: 'centre',
    place: {
      database: {
        connection: primary.application,
        owner: primary.connection,
        asOwner: statement => ask(primary.connection, statement),
      },
      dataDir: join(folder, 'portal'),
    },
    environment: {
      DATABASE_URL: 'postgres://the-connection-of-the-test',
      DATABASE_READ_URL: `postgres://${of.user}@/${of.database}?host=${encodeURIComponent(of.host)}&port=${of.port}`,
    },
  })
  cci = await portal.signIn('cci@almotacen.example')
})

afterAll(async () => {
  await portal?.stop()
  await follower?.stop()
  await primary?.stop()
  await rm(folder, { recursive: true, force: true })
})

let invited = 0
/** Invites a provider. @returns whether the list has it at once */
async function inviteAndLook(): Promise<boolean> {
  const email = `persona${++invited}@banco.example`
  const sent = await cci.call(invite, { body: { type: 'PROVIDER', email } })
  expect(sent.status).toBe(201)
  const { body } = await cci.call(listInvitations, { query: { size: 100 } })
  return JSON.stringify(body).includes(email)
}

test('lists, exports and statistics come from the replica, with what was written just before', async () => {
  const before = { ...portal.app.replica.counts }
  for (let times = 0; times < 20; times++) expect(await inviteAndLook()).toBe(true)
  const { status } = await cci.fetch('GET', `${exportInvitations.path}?format=csv`)
  expect([status, (await cci.call(readStatistics)).status]).toEqual([200, 200])
  const { replica, behind, away } = portal.app.replica.counts
  expect(replica - before.replica + behind - before.behind).toBe(22)
  expect(replica).toBeGreaterThan(before.replica)
  expect(away).toBe(0)
})

test('a replica that is behind is passed over', async () => {
  await ask(follower.administration, 'select pg_wal_replay_pause()')
  const { behind } = portal.app.replica.counts
  expect(await inviteAndLook()).toBe(true)
  expect(portal.app.replica.counts.behind).toBe(behind + 1)
  await ask(follower.administration, 'select pg_wal_replay_resume()')
})

test('avoids a replica that does not answer or became a primary', async () => {
  await ask(follower.administration, 'select pg_promote()')
  const { behind } = portal.app.replica.counts
  expect(await inviteAndLook()).toBe(true)
  expect(portal.app.replica.counts.behind).toBe(behind + 1)
  await follower.stop()
  expect(await inviteAndLook()).toBe(true)
  expect(portal.app.replica.counts.away).toBe(1)
})

test('a commit with a cancelled wait for the replica is not acknowledged', async () => {
  const { administration } = primary
  await ask(administration, "alter system set synchronous_standby_names = 'away'")
  await ask(administration, 'select pg_reload_conf()')
  const cancel = () =>
    ask(administration, "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
  // The setting arrives at a session some time after the reload.
  const send = async () => {
    const body = { type: 'PROVIDER', email: `nadie${++invited}@banco.example` }
    let answered = false
    const sent = cci.call(invite, { body }).finally(() => {
      answered = true
    })
    while (!answered) await cancel()
    return (await sent).problem?.code
  }
  await expect.poll(send, { timeout: 15_000 }).toBe('outcomeUnknown')
  await ask(administration, 'alter system reset synchronous_standby_names')
  await ask(administration, 'select pg_reload_conf()')
})
