import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listNotifications } from '#domain/notification/contract.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import { HOLD_MS } from '#domain/notification/undo/undo.ts'
import { acceptGap, revokeAcceptance } from '#domain/supervision/acceptance/contract.ts'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import { changeUse } from '#domain/supervision/use/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY } from '#server/platform/clock.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { publish } from '#test/support/documents.ts'
import { mailsTo } from '#test/support/mails.ts'
import type { Caller } from '#test/support/portal.ts'
import { bareService, corrected, declared, rated, unrated, useNow } from '#test/support/uses.ts'

/* Acceptances of gaps, and what a bank hears when a level is broken or met. */

let acting: Awaited<ReturnType<typeof startActing>>
let bank: Caller
let cci: Caller
beforeAll(async () => {
  acting = await startActing()
})
// Sessions end as the clock moves.
beforeEach(async () => {
  const enter = (name: string) => acting.portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  bank = await enter('entidad')
  Object.assign(acting, { cci, bank, provider: await enter('proveedor'), evaluator: await enter('somport') })
})
afterAll(() => acting.portal.stop())

const reason = 'Riesgo asumido por el comité hasta la revisión'
/** What happens in one millisecond has no order. */
const later = () => acting.portal.clock.move(1)
const accept = ({ id }: { id: string }, body: object = {}, caller = bank) => {
  later()
  return caller.call(acceptGap, { params: { id }, body: { reason, until: '2027-06-30', ...body } })
}
const correct: typeof corrected = (...given) => {
  later()
  return corrected(...given)
}
const change = ({ id }: { id: string }, body: object) => ok(bank.call(changeUse, { params: { id }, body }))
const announce = () => announceExpiries(acting.portal.app)
const statusesOf = ({ acceptances }: UseWire) => acceptances.map(({ status }) => status)
const level = { requiredScore: 'A/A/A', critical: 'YES' }
const eventsOf = async (id: string) => {
  const rows = await acting.portal.app.db
    .selectFrom('trail')
    .selectAll()
    .where('object_id', '=', id)
    .orderBy('number')
    .execute()
  return rows.map(row => ({ event: row.event, actor: row.actor_id, data: row.data }))
}
/** The notices about a use, oldest first. */
const heard = async (use: UseWire) => {
  const { content } = await ok(bank.call(listNotifications, { query: { size: 9999 } }))
  return content
    .filter((notice: { message: string }) => notice.message.includes(`«${use.service}»`))
    .filter((notice: { type: string }) => notice.type.startsWith('LEVEL_'))
    .map((notice: { type: string; message: string }) => `${notice.type} ${notice.message}`)
    .toReversed()
}

test('LEVEL-12: the principal user accepts a gap until a day, with a reason', async () => {
  const use = await declared(bank, await rated(acting, 'A/A/B'), level)
  expect(await ok(accept(use))).toMatchObject({
    situation: 'ACCEPTED',
    words: 'Aceptado hasta el 30/06/2027',
    acceptances: [
      {
        status: 'ACTIVE',
        reason,
        acceptedScore: 'A/A/B',
        requiredScore: 'A/A/A',
        decidedBy: 'Elena Puertas Lázaro',
        endedAt: null,
      },
    ],
  })
  const again = await accept(use)
  expect([again.status, again.problem.code]).toEqual([409, 'acceptedAlready'])
  const without = await declared(bank, await bareService(acting), level)
  expect((await ok(accept(without))).acceptances[0].acceptedScore).toBeNull()
})

test('LEVEL-12: refuses it for a use that is met or has no level, and with a wrong day or reason', async () => {
  for (const use of [
    await declared(bank, await rated(acting, 'A/A/A'), level),
    await declared(bank, await rated(acting, 'D/D/D')),
  ]) {
    const { status, problem } = await accept(use)
    expect([status, problem.code]).toEqual([409, 'nothingToAccept'])
  }
  const use = await declared(bank, await bareService(acting), level)
  const fieldsOf = async (body: object) => Object.keys((await accept(use, body)).problem?.fields ?? {})
  expect(await fieldsOf({ until: '2026-11-21' })).toEqual(['until'])
  expect(await fieldsOf({ until: '2027-11-22' })).toEqual(['until'])
  expect(await fieldsOf({ reason: 'x'.repeat(9) })).toEqual(['reason'])
  expect(await fieldsOf({ reason: 'x'.repeat(501) })).toEqual(['reason'])
  const { db } = acting.portal.app
  const rule = { key: 'acceptanceMonths', value: JSON.stringify(3), version: 1, changed_by: cci.me.userId }
  await db
    .insertInto('centre_rule')
    .values({ ...rule, changed_at: acting.portal.clock.now() })
    .execute()
  expect(await fieldsOf({ until: '2027-02-22' })).toEqual(['until'])
  await db.deleteFrom('centre_rule').execute()
  expect(await fieldsOf({ until: '2027-11-21', reason: 'x'.repeat(10) })).toEqual([])
})

test('LEVEL-12: other users of the bank are refused by name, and other banks find nothing', async () => {
  const colleague = await acting.portal.signIn('entidad2@almotacen.example')
  const other = await acting.portal.signIn('externalizacion@santander.example')
  const use = await declared(colleague, await bareService(acting), level)
  const refused = await accept(use, {}, colleague)
  expect([refused.status, refused.problem.code]).toEqual([403, 'principalOnly'])
  expect(refused.problem.detail).toBe('Solo el usuario principal de su entidad puede hacerlo.')
  expect((await accept(use, {}, other)).status).toBe(404)
  expect((await accept(use, {}, cci)).status).toBe(404)
})

test('LEVEL-15: the principal user revokes it with a reason, and it stays in the history of the use', async () => {
  const use = await declared(bank, await rated(acting, 'A/A/B'), level)
  const { acceptances } = await ok(accept(use))
  const params = { id: acceptances[0].id }
  const revoke = (body: object) => bank.call(revokeAcceptance, { params, body: { status: 'REVOKED', ...body } })
  expect((await revoke({ reason: 'Corto' })).status).toBe(400)
  const revoked = await ok(revoke({ reason: 'El proveedor no cumplió el plan' }))
  expect(revoked).toMatchObject({
    situation: 'BELOW',
    acceptances: [{ status: 'REVOKED', reason, endReason: 'El proveedor no cumplió el plan' }],
  })
  expect((await revoke({ reason: 'El proveedor no cumplió el plan' })).problem.code).toBe('acceptanceEnded')
  expect(statusesOf(await ok(accept(use)))).toEqual(['ACTIVE', 'REVOKED'])
})

test('LEVEL-14: a lower rating outgrows the acceptance in its own transaction; an equal or better one does not', async () => {
  const service = await rated(acting, 'A/A/B')
  const use = await declared(bank, service, level)
  const { acceptances } = await ok(accept(use))
  await correct(cci, service, 'A+/A/B')
  expect(statusesOf(await useNow(bank, use))).toEqual(['ACTIVE'])
  await correct(cci, service, 'A/A/C')
  const stored = await acting.portal.app.db
    .selectFrom('acceptance')
    .select(['status', 'ended_at'])
    .where('id', '=', acceptances[0].id)
    .executeTakeFirst()
  expect(stored).toEqual({ status: 'OUTGROWN', ended_at: acting.portal.clock.now() })
  expect(await useNow(bank, use)).toMatchObject({ situation: 'BELOW', acceptances: [{ status: 'OUTGROWN' }] })
  expect((await eventsOf(acceptances[0].id)).map(({ event }) => event)).toEqual([
    'acceptance.made',
    'acceptance.outgrown',
  ])
})

test('LEVEL-14: a higher required level outgrows it, a lower one does not', async () => {
  const use = await declared(bank, await rated(acting, 'A/B/B'), level)
  await ok(accept(use))
  expect(statusesOf(await change(use, { requiredScore: 'A/A/B' }))).toEqual(['ACTIVE'])
  expect(await change(use, { requiredScore: 'A/A+/B' })).toMatchObject({
    situation: 'BELOW',
    acceptances: [{ status: 'OUTGROWN' }],
  })
})

test('LEVEL-14: the lapse of the rating that it rested on outgrows it, before and after the job', async () => {
  const use = await declared(bank, await rated(acting, 'A/A/B', '2026-11-30'), level)
  const { acceptances } = await ok(accept(use))
  acting.portal.clock.move(10 * DAY)
  bank = await acting.portal.signIn('entidad@almotacen.example')
  const outgrown = { situation: 'UNRATED', acceptances: [{ status: 'OUTGROWN' }] }
  expect(await useNow(bank, use)).toMatchObject(outgrown)
  await announce()
  await announce()
  expect(await useNow(bank, use)).toMatchObject(outgrown)
  expect((await eventsOf(acceptances[0].id)).map(({ event }) => event)).toEqual([
    'acceptance.made',
    'acceptance.outgrown',
  ])
  expect(await heard(use)).toEqual([
    `LEVEL_BROKEN «${use.service}», de Tramontana Custodia Digital, S.L., no cumple el nivel que exige. Sin calificación vigente.`,
  ])
})

test('LEVEL-13: after its day an acceptance has lapsed, and the gap may be accepted again', async () => {
  const use = await declared(bank, await bareService(acting), level)
  const { acceptances } = await ok(accept(use, { until: '2026-12-02' }))
  acting.portal.clock.move(3 * DAY)
  bank = await acting.portal.signIn('entidad@almotacen.example')
  expect(await useNow(bank, use)).toMatchObject({ situation: 'UNRATED', acceptances: [{ status: 'LAPSED' }] })
  expect(statusesOf(await ok(accept(use)))).toEqual(['ACTIVE', 'LAPSED'])
  await announce()
  expect(statusesOf(await useNow(bank, use))).toEqual(['ACTIVE', 'LAPSED'])
  expect((await eventsOf(acceptances[0].id)).map(({ event }) => event)).toEqual([
    'acceptance.made',
    'acceptance.lapsed',
  ])
})

test('LEVEL-16: notifies the bank once of a broken level, and once when it is met again', async () => {
  const service = await rated(acting, 'A/A/A')
  const use = await declared(bank, service, level)
  await correct(cci, service, 'A/B/A')
  await correct(cci, service, 'B/B/A')
  await announce()
  const broken = `LEVEL_BROKEN «${use.service}», de Tramontana Custodia Digital, S.L., no cumple el nivel que exige. Integridad: exigido A, obtenido B.`
  const met = `LEVEL_MET «${use.service}», de Tramontana Custodia Digital, S.L., cumple el nivel que exige: A/A/A.`
  expect(await heard(use)).toEqual([broken])
  await correct(cci, service, 'A/A/A')
  await correct(cci, service, 'A+/A/A')
  expect(await heard(use)).toEqual([broken, met])
  const { content } = await ok(bank.call(listNotifications, { query: { size: 9999, isRead: 'false' } }))
  // The first is settled by the second.
  const waiting = content.filter((notice: { message: string }) => notice.message.includes(use.service))
  expect(
    waiting
      .filter((notice: { type: string }) => notice.type.startsWith('LEVEL_'))
      .map((each: { type: string }) => each.type),
  ).toEqual(['LEVEL_MET'])
  acting.portal.clock.move(HOLD_MS)
  const mails = await mailsTo(acting.portal, 'entidad@almotacen.example')
  const mail = mails.find(({ text }) => text.includes(`«${use.service}»`) && text.includes('no cumple el nivel'))
  expect(mail?.text).toContain('/required-levels')
})

test('LEVEL-16: notifies of a lapse, a revoked acceptance and a raised level, not of its own declaration', async () => {
  const lapsing = await declared(bank, await rated(acting, 'A/A/A', '2026-12-10'), level)
  const unmet = await declared(bank, await rated(acting, 'A/A/B'), level)
  const raised = await declared(bank, await rated(acting, 'A/A/A'), level)
  const ended = await declared(bank, await rated(acting, 'A/A/A', '2026-12-10'), level)
  const typesOf = async (use: UseWire) => (await heard(use)).map((line: string) => line.split(' ')[0])
  expect(await typesOf(unmet)).toEqual([])
  const { acceptances } = await ok(accept(unmet))
  expect(await typesOf(unmet)).toEqual([])
  await ok(bank.call(revokeAcceptance, { params: { id: acceptances[0].id }, body: { status: 'REVOKED', reason } }))
  expect(await typesOf(unmet)).toEqual(['LEVEL_BROKEN'])
  await change(raised, { requiredScore: 'A+/A/A' })
  expect(await typesOf(raised)).toEqual(['LEVEL_BROKEN'])
  await change(ended, { until: '2026-11-30' })
  acting.portal.clock.move(10 * DAY)
  bank = await acting.portal.signIn('entidad@almotacen.example')
  await announce()
  await announce()
  // LEVEL-03: an ended use is no more told.
  expect([await typesOf(lapsing), await typesOf(ended)]).toEqual([['LEVEL_BROKEN'], []])
})

test('LEVEL-16: undoing a publication removes its notices, and restores an outgrown acceptance', async () => {
  const service = await unrated(acting)
  const use = await declared(bank, service, level)
  const { acceptances } = await ok(accept(use))
  const take = async () => {
    await ok(publish(cci, service.validationId, { score: 'A/A/A' }))
    expect(await heard(use)).toHaveLength(1)
    expect((await cci.call(undo, { body: { id: service.validationId } })).status).toBe(204)
    expect(await heard(use)).toEqual([])
  }
  await take()
  expect(await useNow(bank, use)).toMatchObject({ situation: 'ACCEPTED' })
  // Told again when it is published in the end.
  await take()
  await ok(publish(cci, service.validationId, { score: 'A/A/A' }))
  expect(await heard(use)).toHaveLength(1)
  expect((await eventsOf(acceptances[0].id)).map(({ event }) => event)).toEqual(['acceptance.made'])
})

test('BASE-11: an entry about it holds the event and the object, no value, and no actor of another party', async () => {
  const service = await rated(acting, 'A/A/B')
  const use = await declared(bank, service, { ...level, note: 'Solo del banco' })
  const { acceptances } = await ok(accept(use))
  await correct(cci, service, 'A/A/C')
  await correct(cci, service, 'A/A/A')
  const entries = [...(await eventsOf(use.id)), ...(await eventsOf(acceptances[0].id))]
  expect(entries.map(({ event }) => event)).toEqual([
    'use.declared',
    'use.level-broken',
    'use.level-met',
    'acceptance.made',
    'acceptance.outgrown',
  ])
  expect(entries.map(({ data }) => data)).toEqual(entries.map(() => ({})))
  const me = bank.me.userId
  expect(entries.map(({ actor }) => actor)).toEqual([me, null, null, me, null])
  expect((await verifyAuditLog(acting.portal.app.db)).ok).toBe(true)
})
