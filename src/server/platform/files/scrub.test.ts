import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { corruption } from '#assurance/trust/corruption.ts'
import { documentContent } from '#domain/document/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { sweepFiles } from '#server/app/housekeeping.ts'
import { noteDamage, noteState, OWNERS_AT_ONCE } from '#server/operation/files/damage.ts'
import { DAY } from '#server/platform/clock.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { pacer, scrub, scrubDue } from '#server/platform/files/scrub.ts'
import { documentsOf, ownDocumentation, upload } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { age, flipBit, lose, pathOf } from '#test/support/stored-files.ts'

let world: TestPortal
let cci: Caller
let owner: Caller
let document: string
beforeAll(async () => {
  world = await startTestPortal()
  cci = await world.signIn('cci@almotacen.example')
  owner = await world.signIn('borrador@almotacen.example')
})
afterAll(() => world.stop())

async function storeOne(): Promise<string> {
  const validation = await ownDocumentation(owner)
  const [name] = Object.keys(await documentsOf(owner, validation.id))
  const { body } = await upload(owner, validation.id, name!)
  document = (body as { id: string }).id
  const { sha256 } = await world.app.db
    .selectFrom('document_version')
    .select('sha256')
    .where('document_id', '=', document)
    .where('is_current', '=', true)
    .executeTakeFirstOrThrow()
  return sha256
}

const notices = async () =>
  (await cci.call(listNotifications, { query: { size: 100 } })).body.content.filter(
    (notice: { type: string }) => notice.type === 'FILE_DAMAGED',
  )

test('R8: damaged files are refused, found and reported', async () => {
  expect(await corruption.run({ trials: 12, seed: 8, log: () => {} })).toEqual({ trials: 12, failures: [] })
})

test('reading a damaged file notifies CCI once, with its name', async () => {
  const sha256 = await storeOne()
  await flipBit(world.app, sha256, 77)
  for (let twice = 0; twice < 2; twice++) {
    await owner.call(documentContent, { params: { id: document } }).catch(() => {})
  }
  await expect.poll(async () => (await notices()).length).toBe(1)
  await scrub(world.app)
  const [notice, ...others] = await notices()
  expect(others).toEqual([])
  expect(notice.message).toMatch(/^«archivo .*\.pdf» de .+: el archivo guardado está dañado o falta/)
})

test('a restored file is no longer listed', async () => {
  const before = await scrub(world.app)
  expect(before!.corrupt).toHaveLength(1)
  await flipBit(world.app, before!.corrupt[0]!, 77)
  expect(await scrub(world.app)).toMatchObject({ corrupt: [], missing: [] })
})

test('the scheduled scrub reads every file once a day and skips those already read', async () => {
  const { app, clock } = world
  const due = () => scrub(app, { notReadFor: DAY })
  expect((await due())!.read).toBe(0)
  clock.move(DAY)
  owner = await world.signIn('borrador@almotacen.example')
  const lost = await storeOne()
  await lose(app, lost)
  const { n } = await app.db
    .selectFrom('stored_file')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(await due()).toMatchObject({ read: n, missing: [lost] })
})

test('of two servers one scrubs, and no file is swept during a back-up', async () => {
  const { app } = world
  const stray = pathOf(app, await storeOne())
  await app.db.deleteFrom('document_version').where('document_id', '=', document).execute()
  await app.db.deleteFrom('stored_file').where('sha256', '=', stray.slice(-64)).execute()
  await age(stray)
  await alone(app, jobLocks.scrub, async () => expect(await scrub(app)).toBeNull())
  await alone(app, jobLocks.removeFiles, () => sweepFiles(app))
  expect((await scrub(app))!.orphans).toEqual([stray.slice(-64)])
  await sweepFiles(app)
  expect((await scrub(app))!.orphans).toEqual([])
})

test('R8: the scheduled scrub says in the log what it found, and nothing when all is whole', async () => {
  const { app, clock } = world
  const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const found = () => said.mock.calls.map(([line]) => String(line)).filter(line => line.includes('files-damaged'))
  const due = async () => {
    clock.move(DAY)
    await scrubDue(app, AbortSignal.timeout(60_000))
  }
  const missing = (await scrub(app))!.missing
  await app.db.deleteFrom('document_version').where('sha256', 'in', missing).execute()
  await app.db.deleteFrom('stored_file').where('sha256', 'in', missing).execute()
  await app.db.deleteFrom('file_damage').where('name', 'in', missing).execute()
  await due()
  expect(found()).toEqual([])
  // A recorded file without a document: its owner is unknown.
  const lost = 'd'.repeat(64)
  await app.db
    .insertInto('stored_file')
    .values({ sha256: lost, size: 10, media_type: 'application/pdf', created_at: clock.now() })
    .execute()
  const before = (await app.db.selectFrom('trail').select('number').execute()).length
  await due()
  expect(found()).toHaveLength(1)
  expect(JSON.parse(found()[0]!)).toMatchObject({ event: 'files-damaged', corrupt: 0, missing: 1 })
  const told = await app.db.selectFrom('trail').selectAll().orderBy('number').offset(before).execute()
  expect(told).toMatchObject([{ event: 'file.damaged', participant_id: null, object_id: lost }])
  await noteDamage(app, 'e'.repeat(64))
  expect(said.mock.calls.filter(([line]) => String(line).includes('damage-not-told'))).toEqual([])
  expect(await app.db.selectFrom('trail').select('number').execute()).toHaveLength(before + 1)
  await app.db.deleteFrom('stored_file').where('sha256', '=', lost).execute()
  await app.db.deleteFrom('file_damage').where('name', '=', lost).execute()
  said.mockRestore()
})

test('R8: a scrub stops on request, and the next one reads on', async () => {
  const stopped = await scrub(world.app, { signal: AbortSignal.abort() })
  expect(stopped).toMatchObject({ read: 0, bytes: 0 })
  expect((await scrub(world.app))!.read).toBeGreaterThan(10)
})

test('R8: reports a file that many owners lose in short transactions, and its readers wait for none', async () => {
  const { app } = world
  const OWNERS = 230
  const lost = 'c'.repeat(64)
  await world.asOwner(`
    insert into stored_file (sha256, size, media_type, created_at) values ('${lost}', 10, 'application/pdf', now());
    insert into participant (id, kind, name, created_at)
      select 'p' || lpad(n::text, 25, '0'), 'PROVIDER', 'Dueño ' || n, now() from generate_series(1, ${OWNERS}) n;
    insert into validation (id, participant_id, kind, created_at)
      select 'v' || lpad(n::text, 25, '0'), 'p' || lpad(n::text, 25, '0'), 'DOC_MIN', now() from generate_series(1, ${OWNERS}) n;
    insert into document (id, validation_id, name, created_at)
      select 'd' || lpad(n::text, 25, '0'), 'v' || lpad(n::text, 25, '0'), 'Escritura', now() from generate_series(1, ${OWNERS}) n;
    insert into document_version (id, document_id, number, file_name, sha256, status, uploaded_by, uploaded_at)
      select 'w' || lpad(n::text, 25, '0'), 'd' || lpad(n::text, 25, '0'), 1, 'a.pdf', '${lost}', 'PENDING',
        (select min(id) from portal_user), now() from generate_series(1, ${OWNERS}) n`)
  await noteDamage(app, lost)
  const { rows } = await sql<{ told: number }>`
    select count(*) as told from trail where event = 'file.damaged' and object_id = ${lost}
    group by xmin::text order by 1 desc`.execute(app.db)
  expect(rows.reduce((sum, { told }) => sum + told, 0)).toBe(OWNERS)
  expect(rows[0]!.told).toBeLessThanOrEqual(OWNERS_AT_ONCE)
  await app.db.transaction().execute(async tx => {
    await tx.selectFrom('file_damage').selectAll().forUpdate().execute()
    await noteState(app, lost, 'missing')
  })
  await world.asOwner(`delete from document_version where id like 'w0%'; delete from document where id like 'd0%';
    delete from file_damage where name = '${lost}'; delete from stored_file where sha256 = '${lost}'`)
})

test('reports every orphan, however many', async () => {
  const folder = join(world.app.settings.dataDir, 'files', 'ff')
  await mkdir(folder, { recursive: true })
  const names = Array.from({ length: 1001 }, (_, n) => `ff${String(n).padStart(62, '0')}`)
  await Promise.all(names.map(name => writeFile(join(folder, name), '').then(() => age(join(folder, name)))))
  expect((await scrub(world.app))!.orphans).toEqual(names)
  await rm(folder, { recursive: true })
  expect((await scrub(world.app))!.orphans).toEqual([])
})

test('reading is bounded: after every chunk the reader waits for what the chunk took', async () => {
  let time = 0
  const wait = async (ms: number) => {
    time += ms
  }
  const pace = pacer(1000, { now: () => time, wait })
  for (let chunk = 0; chunk < 10; chunk++) await pace(500)
  expect(time).toBe(5000)
  // Time lost on a slow disk must not be made up by a burst.
  time += 60_000
  await pace(500)
  expect(time).toBe(65_500)
})
