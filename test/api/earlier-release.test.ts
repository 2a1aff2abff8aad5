import { createHash, createPublicKey, verify } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentContent } from '#domain/document/contract.ts'
import { proveSecondFactor } from '#domain/identity/second-factor/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { factsIn } from '#domain/report-request/certificate/certificate.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { publicKeyOf } from '#server/platform/audit-log/checkpoint-store.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { checkBackup } from '#server/platform/backup/check.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { movableClock } from '#server/platform/clock.ts'
import { scrub } from '#server/platform/files/scrub.ts'
import { certifyEarlierScores } from '#server/report-request/certificate/issue.ts'
import { documentsOf, ownDocumentation } from '#test/support/documents.ts'
import { address, mailsTo, passwordIn } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'
import { tryToEnter } from '#test/support/sign-in.ts'
import { appOf } from '#test/support/totp.ts'

/*
 * Later versions can read stored data: checkpoints, password hashes, keys, backups. This backup is of an earlier
 * version (test/fixtures/earlier-release) and must never change.
 */

const root = join(import.meta.dirname, '../..')
const taken = '2026-11-24T02:43:31.164Z'
const afterwards = '2026-11-24T03:00:00.000Z'
/** The secrets of Arcadio's app and of its owner. */
const arcadio = { app: 'C4KAGQZMXNWSQZDCFFS2MVIRGL3ZRIDG', recoveryCode: 'zfjy5e-hsg8hc-6s6f3v-rca36c-sd' }
/** The key printed by `npm run admin -- trail key`. */
const checkpointKey = 'mbJKwnDgfUKQ9Eyotya20OZ26UMVfXFWL6xWS0ueTqE'

let portal: TestPortal
let folder: string
let restored: unknown
let checked: Awaited<ReturnType<typeof checkBackup>>
let drop: () => Promise<void>

/** Unpacks the backup, with its files in place. */
async function assemble(): Promise<string> {
  const backup = join(folder, 'backup')
  await cp(join(root, 'test/fixtures/earlier-release'), backup, { recursive: true })
  await rm(join(backup, 'README.md'))
  const demo = join(root, 'test/fixtures/earlier-release-files')
  for (const name of await readdir(demo)) {
    const hash = createHash('sha256')
      .update(await readFile(join(demo, name)))
      .digest('hex')
    await mkdir(join(backup, 'files', hash.slice(0, 2)), { recursive: true })
    await cp(join(demo, name), join(backup, 'files', hash.slice(0, 2), hash))
  }
  return backup
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almotacen-earlier-'))
  const clock = movableClock(afterwards)
  const backup = await assemble()
  checked = await checkBackup(backup, clock)
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const database = await createEmptyDatabase()
  drop = database.drop
  restored = await restoreBackup(
    { connection: database.owner, dataDir, appSecret: null, appSecretBefore: null, clock },
    backup,
  )
  portal = await startTestPortal({ place: { database, dataDir }, seed: 'none', start: afterwards })
})
afterAll(async () => {
  await portal?.stop()
  await drop?.()
  await rm(folder, { recursive: true, force: true })
})

test('it is whole, and restored with its key and all that it waits to mail', () => {
  expect(checked.wrong).toEqual([])
  expect(restored).toMatchObject({ sameKey: true, mailsSetAside: 0 })
})

test('its trail verifies to the last entry, and heads are signed with the key that they were signed with', async () => {
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
  const { count } = await portal.app.db
    .selectFrom('trail')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('at', '<=', taken)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(186)
  expect(publicKeyOf(portal.app.secrets.checkpointKey)).toBe(checkpointKey)
})

test('earlier announcements do not repeat, and a conflict still names the last change and its author', async () => {
  const { db } = portal.app
  const announced = await db
    .selectFrom('trail')
    .select('event')
    .where('event', 'in', ['score.lapsed', 'score.expired'])
    .execute()
  expect(announced.length).toBeGreaterThan(0)
  const before = await eventsOf()
  const told = await announceExpiries(portal.app)
  // That version announced no document before its expiry: each owner hears the step that it has reached.
  expect((await eventsOf()).slice(before.length)).toEqual(Array(told).fill('document.about-to-lapse'))
  expect(await announceExpiries(portal.app)).toBe(0)
  const { rows } = await sql<{ kind: string }>`select distinct kind from last_change order by kind`.execute(db)
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['document', 'incident', 'user', 'validation']))
})

test('RENEW-15: a score that it had announced thirty days before is announced again at the next step, and not sooner', async () => {
  const { db } = portal.app
  const heard = async () => {
    const notices = db.selectFrom('notification').select('participant_id').where('type', '=', 'SCORE_NOTICE_LAPSED')
    return (await notices.execute()).map(row => row.participant_id).toSorted()
  }
  const once = await heard()
  expect(once).toHaveLength(2)
  // It ends on 17/12/2026, and was announced with 23 days left.
  expect(
    await db
      .selectFrom('expiry_step')
      .select(['audience', 'step'])
      .where('kind', '=', 'score')
      .orderBy('audience')
      .execute(),
  ).toEqual([
    { audience: 'others', step: 23 },
    { audience: 'owner', step: 23 },
  ])
  for (const [day, times] of [
    ['2026-11-24T10:00:00.000Z', 1],
    ['2026-12-09T10:00:00.000Z', 1],
    ['2026-12-10T10:00:00.000Z', 2],
    ['2026-12-16T10:00:00.000Z', 2],
    ['2026-12-17T10:00:00.000Z', 3],
    ['2026-12-18T10:00:00.000Z', 3],
  ] as const) {
    portal.clock.set(day)
    await announceExpiries(portal.app)
    expect(await heard()).toEqual(once.flatMap(id => Array(times).fill(id)))
  }
  portal.clock.set(afterwards)
})

test('SEAL-12: the scores that it had published get certificates, which verify', async () => {
  const { db } = portal.app
  const scores = await db.selectFrom('score').select('id').execute()
  expect(scores.length).toBeGreaterThan(3)
  expect(await certifyEarlierScores(portal.app)).toBe(scores.length)
  const certificates = await db
    .selectFrom('certificate as c')
    .innerJoin('certificate_key as k', 'k.id', 'c.key_id')
    .innerJoin('score as x', 'x.id', 'c.score_id')
    .select(['c.canonical', 'c.signature', 'k.public_key', 'x.rating', 'x.sha256'])
    .execute()
  expect(certificates).toHaveLength(scores.length)
  for (const { canonical, signature, public_key, rating, sha256 } of certificates) {
    expect(factsIn(canonical)).toMatchObject({ rating, dictamenSha256: sha256 })
    expect(verify(null, Buffer.from(canonical), createPublicKey(public_key), Buffer.from(signature, 'base64'))).toBe(
      true,
    )
  }
  expect(await certifyEarlierScores(portal.app)).toBe(0)
})

const eventsOf = async () =>
  (await portal.app.db.selectFrom('trail').select('event').orderBy('number').execute()).map(({ event }) => event)

test('a user signs in with the earlier password, and sees the earlier data', async () => {
  const bank = await portal.signIn(address('entidad'))
  const { body } = await bank.call(readOverview, { params: { kind: 'PROVIDER' }, query: { size: 100 } })
  expect(body.totalElements).toBe(11)
  const provider = await portal.signIn(address('proveedor'))
  const [document] = Object.values(await documentsOf(provider, (await ownDocumentation(provider)).id))
  const content = await provider.call(documentContent, { params: { id: document!.id! } })
  expect(content.status).toBe(200)
  expect(await scrub(portal.app)).toMatchObject({ read: 12, corrupt: [], missing: [], orphans: [] })
})

test('a user takes the second step with the earlier app, or with an earlier recovery code', async () => {
  const pending = async () => (await tryToEnter(portal, address('arcadio'), 'Almotacen.2026')).body.pending
  const withApp = { pending: await pending(), code: appOf(portal, arcadio.app)() }
  expect((await portal.anonymous.call(proveSecondFactor, { body: withApp })).body).toMatchObject({ next: 'home' })
  const withCode = { pending: await pending(), recoveryCode: arcadio.recoveryCode }
  expect((await portal.anonymous.call(proveSecondFactor, { body: withCode })).body).toMatchObject({ next: 'home' })
})

test('the password of an invitation that waited to be mailed leaves now, and opens', async () => {
  const [mail] = await mailsTo(portal, 'nueva.empresa@firma.example')
  const { me } = await portal.signIn('nueva.empresa@firma.example', passwordIn(mail!))
  expect(me.next).toBe('change-password')
})
