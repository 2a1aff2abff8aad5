import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aroundNumber } from '#domain/audit-log/audit-log.ts'
import { saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { endSessionOfUser, listSessionsOfUser } from '#domain/identity/session/contract.ts'
import { createUser, deleteUser } from '#domain/identity/user/contract.ts'
import { changeInvitation, invite } from '#domain/invitation/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { startHousekeeping, sweepFiles } from '#server/app/housekeeping.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { dataHashOf } from '#server/platform/audit-log/append.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY } from '#server/platform/clock.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { outboxFolder } from '#server/platform/mail/outbox-folder.ts'
import { ok } from '#test/support/answers.ts'
import { documentsOf, freshRequest, ownDocumentation, pdf, reject, upload } from '#test/support/documents.ts'
import { everyEnd } from '#test/support/endings.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { destroyNow } from '#test/support/retention.ts'
import { age, pathOf } from '#test/support/stored-files.ts'
import { traitsOf } from '#test/support/traces.ts'

let world: TestPortal
beforeAll(async () => {
  world = await startTestPortal()
})
afterAll(() => world.stop())

/** Every cell of every table, and every file and mail: all places where a trace could remain. */
async function everything(): Promise<string> {
  const { settings } = world.app
  const tables = (await world.asOwner(`select c.relname::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)) as { name: string }[]
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = (await world.asOwner(`select '${name}' || t::text as line from "${name}" t`)) as { line: string }[]
    texts.push(...rows.map(row => row.line))
  }
  for (const folder of ['files']) {
    for (const name of await readdir(join(settings.dataDir, folder), { recursive: true, withFileTypes: true })) {
      if (name.isFile()) texts.push(name.name, await readFile(join(name.parentPath, name.name), 'latin1'))
    }
  }
  return texts.join('\n')
}

const leftOf = async (traits: readonly string[]) => {
  const lines = (await everything()).split('\n')
  return traits.flatMap(trait =>
    lines.filter(line => line.includes(trait)).map(line => `${trait}: ${line.slice(0, 120)}`),
  )
}

const years = (n: number) => Math.round(n * 365.25 + 1) * DAY

async function ofUser(email: string) {
  return world.app.db
    .selectFrom('portal_user as u')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .select(['u.id as userId', 'p.id as participantId', 'p.display_name as name'])
    .where('u.email', '=', email)
    .executeTakeFirstOrThrow()
}

/** Uploads a file that only the draft has; the demo's other files are shared. */
async function uploadOwn(): Promise<string> {
  const draft = await world.signIn('borrador@almotacen.example')
  const validation = await ownDocumentation(draft)
  const [name] = Object.keys(await documentsOf(draft, validation.id))
  const file = pdf('solo suyo')
  expect((await upload(draft, validation.id, name!, file)).status).toBe(201)
  return createHash('sha256').update(file.content).digest('hex')
}

test('S13: deleted data are blocked for the retention, then destroyed everywhere, and the audit log verifies', async () => {
  const { app, clock } = world
  const [provider, evaluator, entity] = await Promise.all(
    ['proveedor', 'evaluador', 'entidad'].map(name => ofUser(`${name}@almotacen.example`)),
  )
  const own = await uploadOwn()
  const draft = await ofUser('borrador@almotacen.example')
  const traits = [
    ...(await traitsOf(app.db, draft.participantId)),
    ...(await traitsOf(app.db, provider!.participantId)),
    ...(await traitsOf(app.db, entity!.participantId)),
    // Its name stays on the published scores of others (D44); the end of the test checks it.
    ...(await traitsOf(app.db, evaluator!.participantId)).filter(
      trait => trait !== evaluator!.name && !evaluator!.name.includes(trait),
    ),
  ]
  const cci = await world.signIn('cci@almotacen.example')
  const [lumbre, named] = await Promise.all(
    ['lumbre', 'evaluador'].map(name => world.signIn(`${name}@almotacen.example`)),
  )
  const unpublished = await freshRequest(cci, lumbre!, named!)
  for (const document of Object.values(await documentsOf(cci, unpublished))) await ok(reject(cci, document))
  for (const { participantId } of [provider!, evaluator!, entity!, draft]) {
    await cci.call(deleteParticipant, { body: { idGenericEntity: participantId } })
  }
  const others = await app.db.selectFrom('stored_file').select('sha256').execute()
  clock.move(years(3) - 3 * DAY)
  expect(await destroyNow(world)).toEqual({ participants: 0, users: 0 })
  expect(await leftOf(traits)).not.toEqual([])
  const before = await verifyAuditLog(app.db)

  clock.move(3 * DAY)
  expect((await destroyNow(world)).participants).toBe(4)
  for (const { sha256 } of others) await age(pathOf(app, sha256))
  await sweepFiles(app)
  expect(await leftOf(traits)).toEqual([])
  const naming = await leftOf([evaluator!.name])
  // Its own row, and the certificates and overview rows of the providers that it evaluated.
  expect(new Set(naming.map(line => line.replace(/\(.*/, '').replace(/^.*: /, '')))).toEqual(
    new Set(['certificate', 'overview_row', 'participant']),
  )
  expect(await verifyAuditLog(app.db)).toEqual({ ...before, entries: before.entries + 4 })
  expect(await destroyNow(world)).toEqual({ participants: 0, users: 0 })
  // A file is deleted with the last row that names it, and no other file is.
  const kept = await app.db.selectFrom('stored_file').select('sha256').orderBy('sha256').execute()
  const stillNamed = await sql<{ sha256: string }>`
    select sha256 from document_version union select sha256 from score union select sha256 from incident_document
    order by sha256`.execute(app.db)
  expect(kept).toEqual(stillNamed.rows)
  const gone = others.filter(file => !kept.some(other => other.sha256 === file.sha256))
  expect(gone).toContainEqual({ sha256: own })
  for (const { sha256 } of gone) await expect(readFile(pathOf(app, sha256))).rejects.toThrow('ENOENT')
  for (const { sha256 } of kept) await readFile(pathOf(app, sha256))
}, 60_000)

test('S13: a user deleted alone loses its data, and the records of its acts stay', async () => {
  const { app, clock } = world
  const owner = await world.signIn('lumbre@almotacen.example')
  // The clock was once set far into the future.
  const now = clock.now()
  clock.move(years(50))
  await inTransaction(app, null, async tx => {
    tx.record({ event: 'user.exported', object: { kind: 'user', id: owner.me.userId } })
  })
  clock.set(now)
  const cci = await world.signIn('cci@almotacen.example')
  const { userId, participantId } = await ofUser('cci2@almotacen.example')
  const user = await app.db.selectFrom('portal_user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const colleague = await world.signIn(user.email)
  // A notification names the proposer and the act.
  await ok(cci.call(saveFourEyes, { body: { enabled: true } }))
  expect((await colleague.call(saveFourEyes, { body: { enabled: false } })).problem.code).toBe('needsAnother')
  expect(JSON.stringify(await world.mails())).toContain(`${user.surnames} propone`)
  await ok(cci.call(saveFourEyes, { body: { enabled: false } }))
  const params = { key: owner.me.userId }
  const [open] = (await ok(colleague.call(listSessionsOfUser, { params }))).content
  const ended = await colleague.call(endSessionOfUser, { params: { ...params, id: open.id } })
  expect(ended.status).toBe(204)
  await world.asOwner(`update document_version set uploaded_by = '${userId}', decided_by = '${userId}'`)
  expect((await cci.call(deleteUser, { body: { id: userId } })).status).toBe(204)
  clock.move(years(3))
  expect(await destroyNow(world)).toEqual({ participants: 0, users: 1 })
  expect(await leftOf([user.email, user.surnames])).toEqual([])
  const again = await world.signIn('lumbre@almotacen.example')
  const documents = Object.values(await documentsOf(again, (await ownDocumentation(again)).id)).filter(
    each => each.name,
  )
  expect(new Set(documents.map(each => each.uploadedBy))).toEqual(new Set(['Un usuario que ya no está']))
  expect(
    (await app.db.selectFrom('participant').select('deleted_at').where('id', '=', participantId).executeTakeFirst())
      ?.deleted_at,
  ).toBeNull()
  expect(await verifyAuditLog(app.db)).toMatchObject({ ok: true })
})

/**
 * A user that CCI adds to a participant.
 * @returns its id
 */
async function added(cci: Caller, idGenericEntity: string, email: string): Promise<string> {
  const contactDetails = { name: 'Canuta', surNames: 'Sanz Ríos', position: 'Legal', tlf: '912345678', email }
  const user = { idGenericEntity, contactDetails }
  expect((await cci.call(createUser, { body: { user } })).status).toBe(201)
  return (await ofUser(email)).userId
}

const destroyedAt = async (id: string) => {
  const query = world.app.db.selectFrom('portal_user').select('destroyed_at').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).destroyed_at
}

test('S13: a user who ended before its participant is due by its own end and by the last withdrawal', async () => {
  const { clock } = world
  const cci = await world.signIn('cci@almotacen.example')
  const { participantId } = await ofUser('somport@almotacen.example')
  const alone = await added(cci, participantId, 'sola@uno.example')
  expect((await cci.call(deleteUser, { body: { id: alone } })).status).toBe(204)
  const invitation = await cci.call(invite, { body: { type: 'PROVIDER', email: 'retirada@uno.example' } })
  const { id, idGenericEntity } = invitation.body
  const withdrawn = await added(cci, idGenericEntity, 'con-ella@uno.example')
  const decide = async (status: 'REJECTED' | 'PENDING') => {
    const caller = await world.signIn('cci@almotacen.example')
    await ok(caller.call(changeInvitation, { params: { id }, body: { status } }))
  }
  await decide('REJECTED')
  clock.move(years(2.5))
  await decide('PENDING')
  const { userId: invited } = await ofUser('retirada@uno.example')
  // The app's database user could mark any row as deleted; the audit log shows that the invitation was sent again.
  const { db } = world.app
  await db.updateTable('participant').set({ deleted_at: '2020-01-01' }).where('id', '=', idGenericEntity).execute()
  await db.updateTable('portal_user').set({ deleted_at: '2020-01-01' }).where('id', '=', invited).execute()
  await destroyNow({
    ...world,
    app: { ...world.app, settings: { ...world.app.settings, retentionYears: 100 } },
  })
  for (const ask of [sql`('participant', ${idGenericEntity})`, sql`('user', ${invited})`]) {
    await expect(sql`select destroy_trail_data ${ask}`.execute(db)).rejects.toThrow('are not to be destroyed')
  }
  await db.updateTable('participant').set({ deleted_at: null }).where('id', '=', idGenericEntity).execute()
  await db.updateTable('portal_user').set({ deleted_at: null }).where('id', '=', invited).execute()
  await decide('REJECTED')
  const later = await world.signIn('cci@almotacen.example')
  await ok(later.call(deleteParticipant, { body: { idGenericEntity: participantId } }))
  clock.move(years(0.5))
  expect(await destroyNow(world)).toEqual({ participants: 0, users: 2 })
  for (const id of [alone, withdrawn]) expect(await destroyedAt(id)).not.toBeNull()
  expect(await verifyAuditLog(db)).toMatchObject({ ok: true })
  clock.move(years(2.5))
  expect((await destroyNow(world)).participants).toBe(2)
  expect(await verifyAuditLog(db)).toMatchObject({ ok: true })
})

test('S13: a participant restored meanwhile is not destroyed', async () => {
  const { userId, participantId } = await ofUser('cantera@almotacen.example')
  const setting = (at: string) => `update participant set deleted_at = ${at} where id = '${participantId}';
    update portal_user set deleted_at = ${at} where id = '${userId}'`
  const destroyed = (table: 'participant' | 'portal_user', id: string) =>
    world.app.db.selectFrom(table).select('destroyed_at').where('id', '=', id).executeTakeFirstOrThrow()
  const cci = await world.signIn('cci@almotacen.example')
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: participantId } }))
  const ended = setting(`'${world.clock.now()}'`)
  world.clock.move(years(3))
  const outcomes = await everyEnd(world, { ends: setting('null'), again: ended }, async () => {
    await destroyNow(world)
    const rows = [await destroyed('participant', participantId), await destroyed('portal_user', userId)]
    return { status: rows.filter(row => row.destroyed_at !== null).length }
  })
  // A restore before the lock prevents the purge, also after either query for due rows; after it it comes too late.
  expect(outcomes.map(({ ended, status }) => [ended, status])).toEqual([
    [true, 0],
    [true, 0],
    [true, 0],
    [false, 2],
  ])
})

test('D44: an address that now belongs to another participant keeps its pending mails', async () => {
  const { app, clock } = world
  const email = 'rechazado@almotacen.example'
  const { participantId } = await ofUser(email)
  const waiting = async () =>
    (await app.db.selectFrom('outbox_mail').select('template').where('recipient', '=', email).execute()).map(
      ({ template }) => template,
    )
  await inTransaction(app, null, async tx => {
    tx.mail({ to: email, template: 'account-notice', data: { name: '', reason: 'De antes', message: '' } })
  })
  // The mail is being sent while its recipient is deleted, so it is left alone.
  await app.db.transaction().execute(async tx => {
    await tx.selectFrom('outbox_mail').select('id').where('recipient', '=', email).forUpdate().execute()
    const cci = await world.signIn('cci@almotacen.example')
    await ok(cci.call(deleteParticipant, { body: { idGenericEntity: participantId } }))
  })
  clock.move(years(3))
  const cci = await world.signIn('cci@almotacen.example')
  await ok(cci.call(invite, { body: { type: 'PROVIDER', email } }))
  expect((await waiting()).sort()).toEqual(['account-notice', 'invitation'])
  expect((await destroyNow(world)).participants).toBe(1)
  expect(await waiting()).toEqual(['invitation'])
})

test('S13: of two servers one destroys; a participant that sent nothing has only its rows', async () => {
  const { app, clock } = world
  const { participantId } = await ofUser('nuevo@almotacen.example')
  const traits = await traitsOf(app.db, participantId)
  expect(traits).toContain('nuevo@almotacen.example')
  const cci = await world.signIn('cci@almotacen.example')
  expect((await cci.call(deleteParticipant, { body: { idGenericEntity: participantId } })).status).toBe(200)
  clock.move(years(3))
  await alone(app, jobLocks.retention, async () =>
    expect(await destroyNow(world)).toEqual({ participants: 0, users: 0 }),
  )
  expect(await leftOf(traits)).not.toEqual([])
  const files = await app.db.selectFrom('stored_file').select('sha256').execute()
  expect((await destroyNow(world)).participants).toBe(1)
  expect(await leftOf(traits)).toEqual([])
  expect(await app.db.selectFrom('stored_file').select('sha256').execute()).toEqual(files)
})

test('S13: a failed destruction raises an alarm, and stops no other', async () => {
  const { app, clock } = world
  const cci = await world.signIn('cci@almotacen.example')
  const { participantId } = await ofUser('lumbre@almotacen.example')
  const stuck = await added(cci, participantId, 'atascada@uno.example')
  const due = await added(cci, participantId, 'a-tiempo@uno.example')
  // The row is marked as deleted, but the audit log has no such entry.
  expect((await world.mails()).length).toBeGreaterThan(0)
  await world.asOwner(`update portal_user set deleted_at = '2020-01-01' where id = '${stuck}'`)
  expect((await cci.call(deleteUser, { body: { id: due } })).status).toBe(204)
  await world.asOwner(`insert into sign_on_attempt values ('${'a'.repeat(64)}', 'x', '2020-01-01')`)
  clock.move(years(3))
  const message = `Not destroyed when they were due, in all 1: user ${stuck}`
  const said: string[] = []
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(line => said.push(String(line)) > 0)
  try {
    await expect(destroyNow(world)).rejects.toThrow(message)
    expect([await destroyedAt(stuck), await destroyedAt(due)]).toEqual([null, clock.now()])
    expect(await app.db.selectFrom('outbox_mail').selectAll().where('sent_at', 'is not', null).execute()).toEqual([])
    expect(await readdir(outboxFolder(app.settings.dataDir))).toEqual([])
    await startHousekeeping(app).stop()
  } finally {
    stderr.mockRestore()
  }
  const alarms = said.map(line => JSON.parse(line)).filter(({ event }) => event === 'alarm')
  expect(alarms.map(alarm => alarm.message)).toEqual([message])
  expect(await app.db.selectFrom('sign_on_attempt').selectAll().execute()).toEqual([])
  await world.asOwner(`update portal_user set deleted_at = null where id = '${stuck}'`)
})

test('D44: the name of a destroyed evaluator goes with the last score that it was published on', async () => {
  const { db } = world.app
  const scored = await db
    .selectFrom('score as s')
    .innerJoin('validation as v', 'v.id', 's.validation_id')
    .innerJoin('participant as e', 'e.id', 'v.evaluator_id')
    .select(['e.display_name as name', 'v.participant_id as provider'])
    .where('e.destroyed_at', 'is not', null)
    .execute()
  const { name } = scored[0]!
  expect(await leftOf([name])).not.toEqual([])
  const cci = await world.signIn('cci@almotacen.example')
  for (const id of new Set(scored.map(({ provider }) => provider))) {
    await ok(cci.call(deleteParticipant, { body: { idGenericEntity: id } }))
  }
  world.clock.move(years(3))
  await destroyNow(world)
  expect(await leftOf([name])).toEqual([])
})

const noteOf = (userId: string, number: number) => {
  const data = { entries: [[1, number]] }
  const salt = 'ab'.repeat(16)
  const dataHash = dataHashOf(salt, data)
  const sealed = {
    at: world.clock.now(),
    event: 'user.destroyed' as const,
    actorId: null,
    actorRole: null,
    participantId: null,
    objectKind: 'user',
    objectId: userId,
  }
  return { ...sealed, ...aroundNumber({ ...sealed, dataHash }), data, salt, dataHash }
}
const appended = (entry: object) => `select append_to_trail('${JSON.stringify([entry])}')`

test('S12: the serving role neither empties data that are not due nor records that it did', async () => {
  const { db } = world.app
  const filled = () =>
    db
      .selectFrom('trail')
      .select(eb => eb.fn.countAll().as('n'))
      .where('data', 'is not', null)
      .executeTakeFirst()
  const ask = (statement: string) => sql.raw(statement).execute(db)
  const before = await filled()
  const { userId, participantId } = await ofUser('cci@almotacen.example')
  await expect(ask('select destroy_trail_data(array[1, 2]::bigint[])')).rejects.toThrow('does not exist')
  await expect(ask(appended(noteOf(userId, 5)))).rejects.toThrow(/noted by destroy_trail_data alone/)
  // A living one, one deleted only in its row, and one with a late entry that has an early time.
  const refused = (kind: string, id: string) =>
    expect(ask(`select destroy_trail_data('${kind}', '${id}')`)).rejects.toThrow('are not to be destroyed')
  await refused('user', userId)
  await refused('participant', participantId)
  await db.transaction().execute(async tx => {
    const ask = (statement: string) => sql.raw(statement).execute(tx)
    await ask(`update portal_user set deleted_at = '2020-01-01' where id = '${userId}'`)
    await ask('savepoint deleted')
    await expect(ask(`select destroy_trail_data('user', '${userId}')`)).rejects.toThrow('are not to be destroyed')
    await ask('rollback to deleted')
    const { objectKind, objectId, ...entry } = noteOf(userId, 1)
    await ask(
      appended({
        ...entry,
        objectKind,
        objectId,
        event: 'user.deleted',
        at: '2020-01-01T00:00:00.000Z',
        participantId,
      }),
    )
    await ask('savepoint entered')
    await expect(ask(`select destroy_trail_data('user', '${userId}')`)).rejects.toThrow('are not to be destroyed')
    await ask('rollback to deleted')
    await ask(`update portal_user set deleted_at = null where id = '${userId}'`)
  })
  expect(await filled()).toEqual(before)
  expect(await verifyAuditLog(db)).toMatchObject({ ok: true })
})

test('S12 S13: data that vanish from the trail without a noted destruction are found', async () => {
  const { db } = world.app
  const { number } = await db
    .selectFrom('trail')
    .select('number')
    .where('event', '=', 'catalogue.saved')
    .orderBy('number')
    .executeTakeFirst()
    .then(
      row =>
        row ??
        db
          .selectFrom('trail')
          .select('number')
          .where('data', 'is not', null)
          .orderBy('number')
          .executeTakeFirstOrThrow(),
    )
  for (const change of [
    "data = '{}'",
    "data_hash = repeat('0', 64)",
    'data = null',
    "salt = null, data = null, event = 'x'",
  ]) {
    await expect(sql.raw(`update trail set ${change} where number = ${number}`).execute(db)).rejects.toThrow()
  }
  await world.asOwner(`update trail set data = null, salt = null where number = ${number}`)
  const gone = { ok: false, firstBad: number, why: 'its data are missing and no destruction is recorded' }
  expect(await verifyAuditLog(db)).toMatchObject(gone)
  // A note about another object does not account for it either, regardless of its author.
  const { userId } = await ofUser('cci@almotacen.example')
  await world.asOwner(appended(noteOf(userId, number)))
  expect(await verifyAuditLog(db)).toMatchObject(gone)
})
