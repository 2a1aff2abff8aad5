import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fillPath } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { readMe } from '#domain/identity/session/contract.ts'
import { exportInvitations, invite, listInvitations } from '#domain/invitation/contract.ts'
import { refusals } from '#domain/messages.ts'
import { sweepFiles } from '#server/app/housekeeping.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { documentsOf, ownDocumentation, upload } from '#test/support/documents.ts'
import { FaultProxy } from '#test/support/fault-proxy.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import type { TestDatabase } from '#test/support/postgres.ts'
import { createTestDatabase } from '#test/support/postgres.ts'

/* The database fails behind a TCP proxy. Sockets do not follow the test clock, so the limits are short. */

const limits = { connect: 500, silence: 500, probe: 500, statement: 20_000, lock: 400, idle: 10_000 }
/** The promised limit with production timeouts; here all timeouts are shorter. */
const PROMISED_MS = 3000

let database: TestDatabase
let dataDir: string
let proxy: FaultProxy
let portal: TestPortal
let cci: Caller
let fresh = 0
const newEmail = () => `falla${++fresh}@uno.example`

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'almotacen-faults-'))
  proxy = await FaultProxy.before(database.connection)
  portal = await startTestPortal({
    place: { database: { ...database, connection: proxy.connection }, dataDir },
    limits,
  })
  cci = await portal.signIn('cci@almotacen.example')
})
afterEach(async () => {
  await proxy.heal()
  await vi.waitFor(async () => expect((await cci.call(readMe)).status).toBe(200), 5000)
})
afterAll(async () => {
  await portal.stop()
  await proxy.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

type Timed = Answer & { ms: number }

async function timed(answer: Promise<Answer>): Promise<Timed> {
  const begun = performance.now()
  return { ...(await answer), ms: performance.now() - begun }
}

function expectUnavailable(answer: Timed, name = ''): void {
  expect([name, answer.status, answer.problem.code]).toEqual([name, 503, 'unavailable'])
  expect(answer.problem.detail).toBe(refusals.unavailable.sentence)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.ms).toBeLessThan(PROMISED_MS)
}

const invitation = (email: string, headers?: Record<string, string>) =>
  cci.call(invite, { body: { type: 'PROVIDER', email }, headers })
/** The number of invitations of an address, queried without the proxy. */
const invited = async (email: string) =>
  (await database.asOwner(`select from invitation where email = '${email}'`)).length

async function ready(): Promise<Timed> {
  const begun = performance.now()
  const response = await fetch(`${portal.url}/health/ready`)
  const problem = await response.json()
  return { status: response.status, body: problem, headers: response.headers, problem, ms: performance.now() - begun }
}

/** All calls that need a session, concurrently. */
function everyCall(): Promise<[string, Timed][]> {
  const signedIn = contracts.filter(contract => contract.who !== 'anyone')
  return Promise.all(
    signedIn.map(async ({ name, method, path }) => {
      const params = new Proxy({}, { get: () => '0190f5fe-7c00-7a00-8000-000000000000' })
      return [name, await timed(cci.fetch(method, fillPath(path, params)))] as [string, Timed]
    }),
  )
}

test('R3: a database that swallows everything gets every call 503 in time, and is used again by itself', async () => {
  proxy.blackHole()
  for (const [name, answer] of await everyCall()) expectUnavailable(answer, name)
  const signIn = portal.anonymous.fetch('POST', '/login', {
    body: JSON.stringify({ email: 'cci@almotacen.example', password: 'x' }),
  })
  expectUnavailable(await timed(signIn))
  expectUnavailable(await ready())
  // `pool.query` fails at once too.
  await expect(portal.app.pool.query('select 1')).rejects.toMatchObject({ code: 'DATABASE_GONE' })
  await proxy.heal()
  const back = performance.now()
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), 5000)
  expect((await cci.call(listInvitations)).status).toBe(200)
  expect(performance.now() - back).toBeLessThan(5000)
})

test.each(['begin', 'insert into "invitation"', '"recipient":', 'from "invitation"'])(
  'R3: swallowed from %s on, the call is answered 503 and leaves nothing',
  async word => {
    const email = newEmail()
    const swallowed = proxy.at(word, 'blackHole')
    const answer = await timed(word.startsWith('from') ? cci.call(listInvitations) : invitation(email))
    await swallowed
    expectUnavailable(answer)
    await proxy.heal()
    await vi.waitFor(async () => expect((await invitation(newEmail())).status).toBe(201), 5000)
    expect(await invited(email)).toBe(0)
  },
)

test('R3: connections that a firewall forgot are dropped, while new ones serve', async () => {
  // Of three sessions: one caller alone does not use all connections at once.
  const callers = await Promise.all([0, 1, 2].map(() => portal.signIn('cci@almotacen.example')))
  const twelve = () => callers.flatMap(caller => Array.from({ length: 4 }, () => timed(caller.call(listInvitations))))
  await Promise.all(twelve())
  proxy.lose()
  const answers = await Promise.all(twelve())
  for (const answer of answers.filter(each => each.status !== 200)) expectUnavailable(answer)
  expect(Math.max(...answers.map(answer => answer.ms))).toBeLessThan(PROMISED_MS)
  expect((await cci.call(listInvitations)).status).toBe(200)
})

test('R3: locks of a lost connection are released', async () => {
  const email = newEmail()
  const forgotten = proxy.at('"recipient":', 'lose')
  expectUnavailable(await timed(invitation(email)))
  await forgotten
  // A second invitation of the address waits for the outcome of the first.
  await vi.waitFor(async () => expect((await invitation(email)).status).toBe(201), 5000)
  expect(await invited(email)).toBe(1)
})

test('R3: a statement that takes its time is waited for: only silence counts', async () => {
  const slow = inTransaction(portal.app, null, tx => sql`select pg_sleep(1.5)`.execute(tx.db))
  await expect(slow).resolves.toBeDefined()
})

test('R3: a server that stalls itself does not blame the database', async () => {
  const standStill = (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; );
  }
  const slow = sql`select pg_sleep(1.5)`.execute(portal.app.db)
  await pause(100)
  for (let times = 0; times < 3; times++) {
    standStill(700)
    // Long enough to read one packet, too short for a whole answer.
    await pause(1)
  }
  await expect(slow).resolves.toBeDefined()
  expect((await cci.call(readMe)).status).toBe(200)
})

test('R3: a database that refuses gets 503, a list never looks empty', async () => {
  await proxy.refuse()
  expectUnavailable(await timed(cci.call(listInvitations)))
  expectUnavailable(await timed(cci.call(exportInvitations, { query: { format: 'csv' } })))
  expectUnavailable(await timed(invitation(newEmail())))
  expectUnavailable(await ready())
})

test('R3: a backend that ends inside a transaction leaves no half effect and a living server', async () => {
  const email = newEmail()
  const cut = inTransaction(portal.app, null, async tx => {
    await sql`update participant set name = name || ' (a medias)' where kind = 'CCI'`.execute(tx.db)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(portal.app.db)
    // The transaction is busy elsewhere when its connection ends: hashing, a file, a mail.
    await pause(150)
    await sql`select 1`.execute(tx.db)
  })
  await expect(cut).rejects.toThrow()
  expect(await database.asOwner("select from participant where name like '%(a medias)'")).toEqual([])
  expect((await invitation(email)).status).toBe(201)
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
})

test.each(['cutBefore', 'cutAfter'] as const)(
  'R3: a commit of unknown outcome (%s) is reported, and the same key has one effect',
  async fault => {
    const email = newEmail()
    const headers = { 'idempotency-key': `clave-${email}` }
    const done = proxy.at('commit', fault)
    const answer = await timed(invitation(email, headers))
    await done
    expect([answer.status, answer.problem.code]).toEqual([503, 'outcomeUnknown'])
    expect(answer.headers.get('retry-after')).not.toBeNull()
    expect(await invited(email)).toBe(fault === 'cutAfter' ? 1 : 0)
    const again = await invitation(email, headers)
    expect(again.status).toBe(201)
    expect(await invited(email)).toBe(1)
  },
)

test('R3: statements that hold every connection let the others know in time, and all is well after them', async () => {
  const holding = Array.from({ length: 8 }, () => sql`select pg_sleep(2)`.execute(portal.app.db))
  await pause(100)
  const answers = await everyCall()
  for (const [name, answer] of answers) expectUnavailable(answer, name)
  await Promise.all(holding)
  expect((await cci.call(listInvitations)).status).toBe(200)
})

test('R4: with a full database reads work, and a write is refused as unavailable', async () => {
  // The error of PostgreSQL when its disk is full.
  await database.asOwner(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  for (const table of ['session', 'invitation']) {
    await database.asOwner(
      `create trigger no_room before insert or update on ${table} for each row execute function no_room()`,
    )
  }
  // Late enough for the session's last use to be recorded.
  portal.clock.move(2 * MINUTE)
  expect((await cci.call(listInvitations)).status).toBe(200)
  expectUnavailable(await timed(invitation(newEmail())))
  await database.asOwner('drop function no_room cascade')
  expect((await cci.call(listInvitations)).status).toBe(200)
  expect((await invitation(newEmail())).status).toBe(201)
})

test('R3: an upload during which the database goes is refused as unavailable, and leaves no file', async () => {
  const provider = await portal.signIn('borrador@almotacen.example')
  const { id } = await ownDocumentation(provider)
  const name = Object.keys(await documentsOf(provider, id))[0]!
  const before = await documentsOf(provider, id)
  const cut = proxy.at('coalesce(sum(size)', 'cutBefore')
  expectUnavailable(await timed(upload(provider, id, name)))
  await cut
  expect(await readdir(join(dataDir, 'files/incoming'))).toEqual([])
  expect(await documentsOf(provider, id)).toEqual(before)
  expect((await upload(provider, id, name)).status).toBe(201)
})

test('R3: a lock that another holds is waited for so long and no longer', async () => {
  const email = newEmail()
  const holder = inTransaction(portal.app, null, async tx => {
    await sql`select pg_advisory_xact_lock(72616001)`.execute(tx.db)
    await pause(1000)
  })
  await pause(100)
  expectUnavailable(await timed(invitation(email)))
  await holder
  expect(await invited(email)).toBe(0)
  expect((await invitation(email)).status).toBe(201)
})

test('R3: the jobs end with an error instead of hanging, and work again afterwards', async () => {
  const waiting = newEmail()
  expect((await invitation(waiting)).status).toBe(201)
  proxy.blackHole()
  await expect(sweepFiles(portal.app)).rejects.toThrow()
  await expect(portal.mails()).rejects.toThrow()
  await proxy.heal()
  // Jobs and mails have pools of their own, and each finds out by itself that the database is back.
  await vi.waitFor(() => sweepFiles(portal.app), 5000)
  const mails = await vi.waitFor(() => portal.mails(), 5000)
  expect(mails.map(mail => mail.to)).toContain(waiting)
})

test('R3: a slow network is no fault', async () => {
  proxy.delay(20)
  expect((await invitation(newEmail())).status).toBe(201)
})

test('R3 R12: a server stops in time although its database is silent', async () => {
  const other = await startTestPortal({
    seed: 'none',
    place: { database: { ...database, connection: proxy.connection }, dataDir },
    limits,
  })
  await fetch(`${other.url}/health/ready`)
  proxy.blackHole()
  const begun = performance.now()
  await other.stop()
  expect(performance.now() - begun).toBeLessThan(PROMISED_MS)
})
