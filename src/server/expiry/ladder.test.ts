import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveService } from '#domain/catalogue/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { patchParticipant } from '#domain/participant/contract.ts'
import { correctScore } from '#domain/report-request/score/contract.ts'
import { changeArrangement, saveRegisterEntity } from '#domain/supervision/register/entry/contract.ts'
import { changeValidation, deleteRequest } from '#domain/validation/contract.ts'
import { addDays } from '#domain/values/day.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { newId } from '#server/platform/ids.ts'
import { ok } from '#test/support/answers.ts'
import { newLei, outside } from '#test/support/companies.ts'
import {
  accept,
  acceptReport,
  documentsOf,
  ownDocumentation,
  publish,
  reject,
  request,
  upload,
} from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { newContract } from '#test/support/register-entries.ts'
import { renew } from '#test/support/renewals.ts'

/* The clock moves over each edge of the ladder; each person hears each step once, and nothing after acting. */

const EXPIRES = '2028-06-30'
const left = (days: number) => `${addDays(EXPIRES, -days)}T09:00:00.000Z`

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
/** Marked the provider; `user` uses its service; `stranger` does neither. */
let fan: Caller
let user: Caller
let stranger: Caller
let published: string
let service: string
let made = 0

beforeAll(async () => {
  portal = await startTestPortal()
  const { db } = portal.app
  // Only what a test makes expires.
  await db
    .updateTable('document_version')
    .set({ expires_on: '2099-12-31' })
    .where('expires_on', 'is not', null)
    .execute()
  await db.updateTable('participant').set({ accredited_until: '2099-12-31' }).where('kind', '=', 'AUDIT').execute()
  const now = portal.clock.now()
  await db.updateTable('validation').set({ deleted_at: now }).where('kind', '=', 'AUDIT_REPORT').execute()
  await announceExpiries(portal.app)
})
afterAll(() => portal.stop())

async function at(instant: string) {
  portal.clock.set(instant)
  const enter = (name: string) => portal.signIn(name.includes('@') ? name : `${name}@almotacen.example`)
  ;[cci, provider, evaluator, fan, user, stranger] = (await Promise.all(
    [
      'cci',
      'proveedor',
      'somport',
      'entidad',
      'externalizacion@santander.example',
      'proveedores@caixabank.example',
    ].map(enter),
  )) as [Caller, Caller, Caller, Caller, Caller, Caller]
}
/** Only what a test causes counts. */
async function forget() {
  await portal.app.db.deleteFrom('notification_read').execute()
  await portal.app.db.deleteFrom('notification').execute()
}
const announce = () => announceExpiries(portal.app)

/** How often each participant heard a type since the test began, by its name here. */
async function heard(type: string): Promise<Record<string, number>> {
  const people = { cci, provider, evaluator, fan, user, stranger }
  const rows = await portal.app.db
    .selectFrom('notification')
    .select('participant_id')
    .where('type', '=', type)
    .execute()
  return Object.fromEntries(
    Object.entries(people).flatMap(([name, { me }]) => {
      const count = rows.filter(row => row.participant_id === me.idGenericEntity).length
      return count > 0 ? [[name, count]] : []
    }),
  )
}

/**
 * Moves the clock over the days before the expiry and says on which a participant heard a step. It stops on the days
 * around each edge: an announcement between two of them shows on the next one.
 */
async function walk(type: string, from: number, to: number, steps = STEPS): Promise<Record<string, number[]>> {
  const days: Record<string, number[]> = {}
  const edges = [from, ...steps, to]
  let before = await heard(type)
  for (let day = from; day >= to; day--) {
    if (!edges.some(edge => Math.abs(day - edge) <= 1)) continue
    portal.clock.set(left(day))
    await announce()
    const now = await heard(type)
    for (const [name, count] of Object.entries(now)) {
      expect(count - (before[name] ?? 0)).toBeLessThanOrEqual(1)
      if (count > (before[name] ?? 0)) days[name] = [...(days[name] ?? []), day]
    }
    before = now
  }
  return days
}
const STEPS = [90, 60, 30, 7, 0]

const unread = async (caller: Caller, type: string) =>
  (await caller.call(listNotifications, { query: { isRead: 'false', size: 200 } })).body.content.filter(
    (notice: { type: string }) => notice.type === type,
  ).length

describe('a score', () => {
  beforeEach(async () => {
    await at('2027-12-01T09:00:00.000Z')
    const { db } = portal.app
    await forget()
    service = (await cci.call(saveService, { body: { type: 'Pruebas', description: `Escalera ${++made}` } })).body.id
    const ids = { provider: provider.me.idGenericEntity, evaluator: evaluator.me.idGenericEntity, service }
    published = (await request(provider, ids)).body.id
    await acceptReport(cci, published)
    expect((await publish(cci, published, { expiredAt: EXPIRES })).status).toBe(201)
    await db.deleteFrom('service_use').execute()
    const use = { provider_id: ids.provider, service_id: service, critical: 'YES', created_at: portal.clock.now() }
    const uses = [fan, user].map(caller => ({
      ...use,
      id: newId(use.created_at),
      entity_id: caller.me.idGenericEntity,
    }))
    await db.insertInto('service_use').values(uses).execute()
    await db
      .insertInto('service_use')
      .values({ ...uses[0]!, id: newId(use.created_at), entity_id: stranger.me.idGenericEntity, until: '2027-12-31' })
      .execute()
  })
  const clear = () =>
    portal.app.db
      .updateTable('validation')
      .set({ deleted_at: portal.clock.now() })
      .where('id', '=', published)
      .execute()

  test('RENEW-15 RENEW-16: each step once, to the provider each, to the banks that mark or use it the last three', async () => {
    const days = await walk('SCORE_NOTICE_LAPSED', 93, -3)
    expect(days).toEqual({ provider: STEPS, fan: [30, 7, 0], user: [30, 7, 0] })
    expect(await heard('SCORE_LAPSED')).toMatchObject({ provider: 1, fan: 1, evaluator: 1 })
    expect(await announce()).toBe(0)
    await clear()
  })

  test('RENEW-15: after days without a run announces only the step reached, once for several servers', async () => {
    portal.clock.set(left(25))
    await Promise.all(Array.from({ length: 4 }, announce))
    expect(await heard('SCORE_NOTICE_LAPSED')).toEqual({ provider: 1, fan: 1, user: 1 })
    expect(await announce()).toBe(0)
    portal.clock.set(left(8))
    expect(await announce()).toBe(0)
    await clear()
  })

  test('RENEW-17: while a renewal is under review notifies only banks; a rejection resumes the steps', async () => {
    expect((await walk('SCORE_NOTICE_LAPSED', 90, 85)).provider).toEqual([90])
    await at(left(70))
    const { id } = (await renew(provider, published)).body
    expect(await walk('SCORE_NOTICE_LAPSED', 69, 20)).toEqual({ fan: [30], user: [30] })
    await at(left(20))
    for (const document of Object.values(await documentsOf(cci, id))) await reject(cci, document)
    // The step reached is 30, which the provider has not heard; then the ladder goes on.
    expect(await walk('SCORE_NOTICE_LAPSED', 20, 0)).toEqual({ provider: [20, 7, 0], fan: [7, 0], user: [7, 0] })
    await at(left(0))
    await provider.call(deleteRequest, { params: { id } })
    expect(await announce()).toBe(0)
    await clear()
  })

  test('RENEW-18: a renewal or a later expiry marks the steps as read for all recipients', async () => {
    await at(left(29))
    await announce()
    for (const caller of [provider, fan, user]) expect(await unread(caller, 'SCORE_NOTICE_LAPSED')).toBe(1)
    const { id } = (await renew(provider, published)).body
    for (const caller of [provider, fan, user]) expect(await unread(caller, 'SCORE_NOTICE_LAPSED')).toBe(0)
    await at(left(6))
    await announce()
    for (const caller of [fan, user]) expect(await unread(caller, 'SCORE_NOTICE_LAPSED')).toBe(1)
    await acceptReport(cci, id)
    expect((await publish(cci, id, { expiredAt: '2029-06-30' })).status).toBe(201)
    for (const caller of [fan, user]) expect(await unread(caller, 'SCORE_NOTICE_LAPSED')).toBe(0)
    // The renewal has a ladder of its own; what gave way tells nothing more.
    expect(await walk('SCORE_NOTICE_LAPSED', 5, -2)).toEqual({})
    expect(await heard('SCORE_LAPSED')).toEqual({})
    await portal.app.db.updateTable('validation').set({ deleted_at: portal.clock.now() }).where('id', '=', id).execute()
  })

  test('RENEW-15: a correction with the same expiry tells no step again; RENEW-18: a later one reads them', async () => {
    await at(left(29))
    await announce()
    const scoreOf = async () =>
      (
        await portal.app.db
          .selectFrom('score')
          .select('id')
          .where('validation_id', '=', published)
          .where('is_current', '=', true)
          .executeTakeFirstOrThrow()
      ).id
    const correct = async (expiredAt: string) => {
      const id = await scoreOf()
      const score = { validationId: published, id, score: 'B/B/B', expiredAt, correctionReason: 'Errata' }
      expect((await cci.call(correctScore, { params: { id }, body: { score } })).status).toBe(200)
    }
    await correct(EXPIRES)
    expect(await announce()).toBe(0)
    expect(await unread(provider, 'SCORE_NOTICE_LAPSED')).toBe(1)
    await correct('2029-01-01')
    expect(await unread(provider, 'SCORE_NOTICE_LAPSED')).toBe(0)
    expect(await announce()).toBe(0)
    await clear()
  })

  test('D13: publishing the renewal while steps are announced tells each step at most once', async () => {
    await at(left(60))
    const { id } = (await renew(provider, published)).body
    await acceptReport(cci, id)
    await at(left(30))
    const [, , score] = await Promise.all([
      announce(),
      announce(),
      publish(cci, id, { expiredAt: '2029-06-30' }),
      announce(),
    ])
    expect(score.status).toBe(201)
    await announce()
    for (const [, count] of Object.entries(await heard('SCORE_NOTICE_LAPSED'))) expect(count).toBe(1)
    await portal.app.db.updateTable('validation').set({ deleted_at: portal.clock.now() }).where('id', '=', id).execute()
  })
})

test('RENEW-15 RENEW-16 RENEW-17 RENEW-18: notifies a document’s owner at each step, except while a new version is under review', async () => {
  await at('2027-12-01T09:00:00.000Z')
  const { db } = portal.app
  const own = await ownDocumentation(provider)
  const name = 'Escritura de constitución'
  const version = async () => (await documentsOf(provider, own.id))[name]!
  const { file } = await version()
  await db.updateTable('document_version').set({ expires_on: EXPIRES }).where('id', '=', file).execute()
  await forget()
  expect(await walk('DOC_NOTICE_LAPSED', 92, 45)).toEqual({ provider: [90, 60] })
  await at(left(45))
  expect(await unread(provider, 'DOC_NOTICE_LAPSED')).toBe(2)
  await upload(provider, own.id, name)
  expect(await unread(provider, 'DOC_NOTICE_LAPSED')).toBe(0)
  expect(await walk('DOC_NOTICE_LAPSED', 44, 20)).toEqual({})
  await at(left(20))
  await reject(cci, await version())
  await cci.call(changeValidation, { params: { id: own.id }, body: { status: 'ACCEPTED' } })
  expect(await walk('DOC_NOTICE_LAPSED', 20, 7)).toEqual({ provider: [20, 7] })
  await at(left(5))
  await upload(provider, own.id, name)
  await accept(cci, await version(), '2040-01-01')
  await cci.call(changeValidation, { params: { id: own.id }, body: { status: 'ACCEPTED' } })
  expect(await walk('DOC_NOTICE_LAPSED', 5, -1)).toEqual({})
})

test('RENEW-15 RENEW-16 RENEW-18: an accreditation’s steps reach the evaluator, and the last ones CCI', async () => {
  await at('2027-12-01T09:00:00.000Z')
  const { db } = portal.app
  const id = evaluator.me.idGenericEntity
  await forget()
  const accredit = (expiredAt: string) =>
    cci.call(patchParticipant, { params: { kind: 'audit', id }, body: { expiredAt } })
  expect((await accredit(EXPIRES)).status).toBe(200)
  expect(await walk('AUDIT_NOTICE_EXPIRED', 91, 5)).toEqual({ evaluator: [90, 60, 30, 7], cci: [30, 7] })
  await at(left(4))
  expect([await unread(evaluator, 'AUDIT_NOTICE_EXPIRED'), await unread(cci, 'AUDIT_NOTICE_EXPIRED')]).toEqual([4, 2])
  await accredit('2029-06-30')
  expect([await unread(evaluator, 'AUDIT_NOTICE_EXPIRED'), await unread(cci, 'AUDIT_NOTICE_EXPIRED')]).toEqual([0, 0])
  expect(await walk('AUDIT_NOTICE_EXPIRED', 3, -3)).toEqual({})
  expect(await heard('AUDIT_EXPIRED')).toEqual({})
  // The next accreditation has a ladder of its own.
  portal.clock.set('2029-06-01T09:00:00.000Z')
  await announce()
  expect((await heard('AUDIT_NOTICE_EXPIRED')).evaluator).toBe(5)
  await db.updateTable('participant').set({ accredited_until: '2099-12-31' }).where('id', '=', id).execute()
})

test('RENEW-15 RENEW-16: an acceptance’s last steps reach its bank alone, and the audit log holds no value of it', async () => {
  await at('2027-12-01T09:00:00.000Z')
  const { db } = portal.app
  await forget()
  await db.deleteFrom('service_use').execute()
  const now = portal.clock.now()
  const use = {
    id: newId(now),
    entity_id: fan.me.idGenericEntity,
    provider_id: provider.me.idGenericEntity,
    service_id: service,
    critical: 'NO',
    created_at: now,
  }
  await db.insertInto('service_use').values(use).execute()
  const acceptance = {
    id: newId(now),
    use_id: use.id,
    status: 'ACTIVE',
    reason: 'Compensado',
    required_rating: 'A/A/A',
    until: EXPIRES,
    decided_by: fan.me.userId,
    decided_at: now,
  }
  await db.insertInto('acceptance').values(acceptance).execute()
  expect(await walk('ACCEPTANCE_ENDING', 91, -1)).toEqual({ fan: [30, 7, 0] })
  const entries = await db.selectFrom('trail').selectAll().where('event', '=', 'acceptance.ending').execute()
  expect(entries).toHaveLength(3)
  for (const { object_id, data } of entries) {
    expect(object_id).toBe(acceptance.id)
    expect(Object.keys(data).toSorted()).toEqual(['onceKey', 'participantId'])
  }
  await db.deleteFrom('acceptance').execute()
})

test('REG-16: notifies a bank of its LEI, and of ends and notice dates of its contracts, at each step', async () => {
  await at('2027-06-01T09:00:00.000Z')
  const { db } = portal.app
  await forget()
  const lei = { lei: newLei(), leiRenewalOn: EXPIRES }
  await ok(fan.call(saveRegisterEntity, { body: lei }))
  const company = outside()
  const contract = await newContract(fan, { company, reference: 'CT-16', endsOn: EXPIRES, noticeEntityDays: 0 })
  expect(await walk('CONTRACT_ENDING', 200, 60)).toEqual({ fan: STEPS.filter(step => step >= 60) })
  expect((await heard('OWN_LEI_ENDING')).fan).toBe(STEPS.filter(step => step >= 60).length)
  expect(await heard('CONTRACT_NOTICE_ENDING')).toEqual({})
  const entries = await db.selectFrom('trail').selectAll().where('event', '=', 'arrangement.ending').execute()
  for (const { data } of entries) expect(Object.keys(data).toSorted()).toEqual(['onceKey', 'participantId'])
  // With a notice of 60 days its last day is today, and the earlier steps are over.
  await at(left(60))
  const params = { id: contract.id }
  await ok(fan.call(changeArrangement, { params, body: { noticeEntityDays: 60 } }))
  await announce()
  expect((await heard('CONTRACT_NOTICE_ENDING')).fan).toBe(1)
  const told = async (): Promise<string[]> =>
    (await fan.call(listNotifications, { query: { isRead: 'false', size: 200 } })).body.content
      .map(({ type }: { type: string }) => type)
      .filter((type: string) => type.startsWith('CONTRACT'))
  expect((await told()).toSorted()).toEqual(['CONTRACT_ENDING', 'CONTRACT_ENDING', 'CONTRACT_NOTICE_ENDING'])
  // Another notice moves its last day, and not the end.
  await ok(fan.call(changeArrangement, { params, body: { noticeEntityDays: 59 } }))
  expect(await told()).toEqual(['CONTRACT_ENDING', 'CONTRACT_ENDING'])
  // A renewal marks the notices as read, of the LEI too; a terminated contract has none.
  await ok(fan.call(changeArrangement, { params, body: { endsOn: '2098-12-31' } }))
  await ok(fan.call(saveRegisterEntity, { body: { leiRenewalOn: '2098-12-31' } }))
  expect(await told()).toEqual([])
  expect(await unread(fan, 'OWN_LEI_ENDING')).toBe(0)
  await ok(fan.call(changeArrangement, { params, body: { endsOn: addDays(EXPIRES, 1), endReason: 'x4' } }))
  await announce()
  expect((await heard('CONTRACT_NOTICE_ENDING')).fan).toBe(1)
})

test('RENEW-15: CCI sets the steps; a new rule does not announce a step that was passed before', async () => {
  await at('2027-12-01T09:00:00.000Z')
  const { db } = portal.app
  await forget()
  const id = evaluator.me.idGenericEntity
  await db.updateTable('participant').set({ accredited_until: EXPIRES }).where('id', '=', id).execute()
  const rule = { key: 'noticeDays', version: 1, changed_by: cci.me.userId, changed_at: portal.clock.now() }
  await db
    .insertInto('centre_rule')
    .values({ ...rule, value: '[45, 20]' })
    .execute()
  expect(await walk('AUDIT_NOTICE_EXPIRED', 92, 15, [...STEPS, 45, 20])).toEqual({ evaluator: [45, 20], cci: [20] })
  await db.updateTable('centre_rule').set({ value: '[90, 60, 30]' }).execute()
  expect(await walk('AUDIT_NOTICE_EXPIRED', 15, 0)).toEqual({})
  await db.deleteFrom('centre_rule').execute()
  await db.updateTable('participant').set({ accredited_until: '2099-12-31' }).where('id', '=', id).execute()
})
