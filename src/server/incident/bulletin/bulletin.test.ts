import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readTimeline } from '#domain/audit-log/contract.ts'
import {
  acknowledgeBulletin,
  exportBulletins,
  listBulletins,
  proposeBulletin,
  publishBulletin,
  readBulletin,
  readReach,
  setImpactClock,
} from '#domain/incident/bulletin/contract.ts'
import { setMailPreference } from '#domain/notification/contract.ts'
import { editParticipant } from '#domain/participant/contract.ts'
import { changeUse } from '#domain/supervision/use/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { HOUR, MINUTE } from '#server/platform/clock.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { attach, opened, raise, save, seen, words } from '#test/support/incidents.ts'
import { madeKey, registered, system } from '#test/support/integrations.ts'
import { address, mailsTo } from '#test/support/mails.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller } from '#test/support/portal.ts'
import { declared, unrated } from '#test/support/uses.ts'

/* Bulletins: published, told to those affected, acknowledged, reminded and counted. */

const TEXT = 'El centro de datos del proveedor no responde desde las 09:00.'

let acting: Awaited<ReturnType<typeof startActing>>
let cci: Caller
let provider: Caller
let bank: Caller
let colleague: Caller
let other: Caller
beforeAll(async () => {
  acting = await startActing()
})
beforeEach(async () => {
  // Sessions end as the clock moves.
  acting.portal.clock.move(MINUTE)
  const as = (name: string) => acting.portal.signIn(address(name))
  cci = await as('cci')
  provider = await as('proveedor')
  bank = await as('entidad')
  colleague = await as('entidad2')
  other = await acting.portal.signIn('externalizacion@santander.example')
  Object.assign(acting, { cci, provider, bank, evaluator: await as('somport') })
})
afterAll(() => acting.portal.stop())

const idOf = (caller: Caller) => caller.me.idGenericEntity
const openIncident = () => opened(cci, provider)
const publishing = (issue: string, body: object = {}, caller = cci) =>
  caller.call(publishBulletin, {
    params: { id: issue },
    body: { phase: 'INITIAL', severity: 'HIGH', text: TEXT, ...body } as never,
  })
const published = async (issue: string, body: object = {}) => ok(publishing(issue, body))
const reading = (caller: Caller, id: string) => caller.call(readBulletin, { params: { id } })
const acknowledging = (caller: Caller, id: string, body: object = { impact: 'NONE' }) =>
  caller.call(acknowledgeBulletin, { params: { id }, body: body as never })
const listed = async (caller: Caller, query: object = {}) => ok(caller.call(listBulletins, { query }))
const affects = async (caller: Caller) => noticesTo(acting.portal, idOf(caller), 'INCIDENT_AFFECTS')
const aboutBulletin = async (caller: Caller, id: string) =>
  (await affects(caller)).filter(({ info }) => (info as { idBulletin?: string }).idBulletin === id)
/** A service of the provider that the bank uses. */
const used = async (caller = bank) => {
  const pair = await unrated(acting)
  const use = await declared(caller, pair)
  return { ...pair, useId: use.id, version: use.version }
}

const FEW = 'menos de 5'
/** How many banks a bulletin reached, which no call says exactly below five (D105). */
const reached = async ({ id }: { id: string }): Promise<number> =>
  (await acting.portal.app.db.selectFrom('bulletin_sent').select('entity_id').where('bulletin_id', '=', id).execute())
    .length

describe('facts of an incident besides its text', () => {
  test('AFFECT-01: services, severity, kind and times are optional, and corrected while it is not closed', async () => {
    const plain = (await raise(provider, words())).body
    const none = { services: [], severity: null, kind: null, startedAt: null, detectedAt: null, endedAt: null }
    expect(plain).toMatchObject(none)
    const { serviceId } = await unrated(acting)
    const [startedAt, detectedAt] = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z']
    const facts = { services: [serviceId], severity: 'HIGH', kind: 'SYSTEM', startedAt, detectedAt }
    const { body, status } = await raise(provider, { ...words(), ...facts })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...facts, services: [{ id: serviceId, name: expect.any(String) }], endedAt: null })
    const { id } = await openIncident()
    const ended = '2026-11-20T10:00:00.000Z'
    expect((await save(cci, id, { ...facts, endedAt: ended })).body).toMatchObject({ endedAt: ended, severity: 'HIGH' })
    expect((await save(cci, id, { severity: null, title: 'Otro título' })).body).toMatchObject({
      severity: null,
      kind: 'SYSTEM',
    })
    expect((await save(cci, id, { status: 'CLOSED' })).body.status).toBe('CLOSED')
    expect((await save(cci, id, { severity: 'LOW' })).problem.fields).toHaveProperty('severity')
  })

  test('AFFECT-01 AFFECT-02: refuses a service of another provider and impossible times, by field', async () => {
    const { serviceId } = await unrated(acting)
    const lumbre = await acting.portal.signIn(address('lumbre'))
    const refused = async (caller: Caller, facts: object) => (await raise(caller, { ...words(), ...facts })).problem
    expect((await refused(lumbre, { services: [serviceId] })).fields).toHaveProperty('services')
    expect((await refused(provider, { services: ['0'.repeat(26)] })).fields).toHaveProperty('services')
    expect((await refused(provider, { startedAt: '2030-01-01T00:00:00Z' })).fields).toHaveProperty('startedAt')
    const [startedAt, endedAt] = ['2026-11-20T08:00:00Z', '2026-11-20T07:00:00Z']
    expect((await refused(provider, { startedAt, endedAt })).fields).toHaveProperty('endedAt')
    const { id } = await openIncident()
    await save(cci, id, { startedAt })
    expect((await save(cci, id, { endedAt })).problem.fields).toHaveProperty('endedAt')
  })
})

describe('publishing', () => {
  test('EXP-06: the first bulletin of a pending incident does not wait, and its provider is not notified of it', async () => {
    const { serviceId } = await used()
    const own = (await raise(provider, words())).body
    expect((await published(own.id)).phase).toBe('INITIAL')
    expect((await publishing(own.id, { phase: 'UPDATE' })).problem.code).toBe('bulletinNotOpen')
    const modified = async () => (await noticesTo(acting.portal, idOf(provider), 'ISSUE_MODIFIED')).length
    const heard = await modified()
    const foreign = (await raise(bank, { ...words(), providerId: idOf(provider) })).body
    const reach = (query: object, caller = cci) => caller.call(readReach, { params: { id: foreign.id }, query })
    expect((await ok(reach({ services: serviceId }))).told).toBe(FEW)
    expect((await reach({}, bank)).status).toBe(403)
    const bulletin = await published(foreign.id, { services: [serviceId] })
    expect(await reached(bulletin)).toBeGreaterThan(0)
    expect((await aboutBulletin(bank, bulletin.id)).length).toBe(1)
    expect(await modified()).toBe(heard)
    expect((await ok(reading(provider, bulletin.id))).text).toBe(TEXT)
  })

  test('AFFECT-03: CCI publishes about an open incident, in 10 to 2000 characters; no call changes it', async () => {
    const { id } = await openIncident()
    for (const text of ['123456789', 'a'.repeat(2001)]) {
      expect((await publishing(id, { text })).problem.fields).toHaveProperty('text')
    }
    expect((await publishing(id, {}, provider)).status).toBe(403)
    const bulletin = await published(id)
    expect(bulletin).toMatchObject({ issueId: id, number: 1, phase: 'INITIAL', severity: 'HIGH', text: TEXT })
    const next = await published(id, { phase: 'UPDATE', text: 'Se corrige: desde las 08:00 horas.' })
    expect(next.number).toBe(2)
    expect((await ok(reading(cci, bulletin.id))).text).toBe(TEXT)
    const timeline = await ok(cci.call(readTimeline, { params: { kind: 'incident', id } }))
    const says = timeline.content.map((entry: { says: string }) => entry.says)
    expect(says.filter((text: string) => text.startsWith('publicó el comunicado'))).toEqual([
      expect.stringMatching(/^publicó el comunicado 2 \(actualización\) sobre la incidencia «Retraso/),
      expect.stringMatching(/^publicó el comunicado 1 \(inicial\) sobre la incidencia «Retraso/),
    ])
    expect(await verifyAuditLog(acting.portal.app.db)).toMatchObject({ ok: true })
  })

  test('AFFECT-04: initial, updates, one final; closing an incident with bulletins needs the final one', async () => {
    const { id } = await openIncident()
    expect((await publishing(id, { phase: 'UPDATE' })).problem.code).toBe('bulletinOrder')
    await published(id)
    expect((await publishing(id)).problem.code).toBe('bulletinOrder')
    expect((await save(cci, id, { status: 'CLOSED' })).problem).toMatchObject({
      status: 409,
      code: 'finalBulletinMissing',
      detail: 'Publique el comunicado final antes de cerrar la incidencia.',
    })
    expect((await seen(cci, id)).body).toMatchObject({ status: 'OPEN', bulletinPhase: 'INITIAL' })
    await published(id, { phase: 'FINAL' })
    expect((await publishing(id, { phase: 'UPDATE' })).problem.code).toBe('bulletinOrder')
    expect((await save(cci, id, { status: 'CLOSED' })).body.status).toBe('CLOSED')
    const without = await openIncident()
    expect((await save(cci, without.id, { status: 'CLOSED' })).body.status).toBe('CLOSED')
  })

  test('AFFECT-05: reaches the banks that use the named services, once each, and hides the list of banks', async () => {
    const [named, else1] = [await used(), await unrated(acting)]
    const ended = await used(other)
    await ok(other.call(changeUse, { params: { id: ended.useId }, body: { until: '2026-11-20' } }))
    const { id } = await openIncident()
    const bulletin = await published(id, { services: [named.serviceId] })
    expect(await aboutBulletin(bank, bulletin.id)).toMatchObject([
      {
        reason: 'Incidencia que le afecta',
        message: expect.stringMatching(/^Comunicado inicial sobre una incidencia/),
      },
    ])
    expect(await aboutBulletin(other, bulletin.id)).toEqual([])
    expect((await reading(other, bulletin.id)).status).toBe(404)
    expect((await ok(reading(bank, bulletin.id))).services).toMatchObject([{ id: named.serviceId }])
    expect(bulletin).toMatchObject({ told: FEW, acknowledged: FEW, acknowledgements: [] })
    expect(JSON.stringify(bulletin)).not.toContain(idOf(bank))
    // A service that no bank uses: it goes to those that heard before, so that they read the correction.
    const next = await published(id, { phase: 'UPDATE', services: [else1.serviceId] })
    expect([await reached(next), await aboutBulletin(bank, next.id)]).toMatchObject([1, [{}]])
    const alone = await published((await openIncident()).id, { services: [else1.serviceId] })
    expect([await reached(alone), alone.told]).toEqual([0, FEW])
  })

  test('AFFECT-05: without services it reaches those that use any of the provider’s, and those that marked it if CCI says', async () => {
    await used()
    const plain = await published((await openIncident()).id)
    expect([await reached(plain), await aboutBulletin(other, plain.id)]).toEqual([1, []])
    const params = { kind: 'provider' as const, id: idOf(provider) }
    await ok(
      other.call(editParticipant, { params, body: { idProvider: idOf(provider), idEntity: idOf(other) } as never }),
    )
    const users = await published((await openIncident()).id)
    const wide = await published((await openIncident()).id, { audience: 'FOLLOWERS' })
    expect([await reached(users), await reached(wide)]).toEqual([1, 2])
    // LEVEL-19: one or two, CCI reads the same.
    expect([users.told, wide.told]).toEqual([FEW, FEW])
    expect(await aboutBulletin(other, wide.id)).toHaveLength(1)
    await ok(
      other.call(editParticipant, { params, body: { idProvider: idOf(provider), idEntity: idOf(other) } as never }),
    )
  })

  test('AFFECT-06: a bulletin never shows title, detail, issuer or documents of its incident', async () => {
    await used()
    const { id, title, detail } = (await raise(other, { ...words(), providerId: idOf(provider) })).body
    await attach(cci, id)
    await save(cci, id, { startedAt: '2026-11-20T08:00:00.000Z' })
    const bulletin = await published(id)
    const read = await ok(reading(bank, bulletin.id))
    expect(Object.keys(read).toSorted()).toEqual(
      [
        'acknowledgement',
        'clock',
        'detectedAt',
        'endedAt',
        'holidays',
        'id',
        'issueId',
        'number',
        'phase',
        'providerId',
      ]
        .concat(['providerName', 'publishedAt', 'services', 'severity', 'startedAt', 'text'])
        .toSorted(),
    )
    expect(read.startedAt).toBe('2026-11-20T08:00:00.000Z')
    const heard = JSON.stringify([
      read,
      await aboutBulletin(bank, bulletin.id),
      await mailsTo(acting.portal, address('entidad')),
    ])
    expect(heard).not.toContain(title)
    expect(JSON.stringify(read)).not.toContain(detail)
    expect(JSON.stringify(read)).not.toContain(idOf(other))
    expect((await seen(bank, id)).status).toBe(404)
    // Who raised it learns nothing of the bulletins.
    expect((await seen(other, id)).body).not.toHaveProperty('bulletinPhase')
  })

  test('AFFECT-07: the provider proposes the text about itself, CCI publishes it or another, and the provider reads it', async () => {
    const { id } = await openIncident()
    const proposing = (caller: Caller, body: object) =>
      caller.call(proposeBulletin, { params: { id }, body: body as never })
    const lumbre = await acting.portal.signIn(address('lumbre'))
    expect((await proposing(lumbre, { text: TEXT })).status).toBe(404)
    expect((await proposing(provider, { text: 'Corto' })).problem.fields).toHaveProperty('text')
    expect(await ok(proposing(provider, { text: TEXT }))).toMatchObject({ text: TEXT, version: 1 })
    expect(await ok(proposing(provider, { text: `${TEXT} Y más.`, version: 1 }))).toMatchObject({ version: 2 })
    expect((await listed(cci, { issueId: id })).proposal).toMatchObject({ text: `${TEXT} Y más.` })
    expect((await listed(bank, { issueId: id })).proposal).toBeUndefined()
    const bulletin = await published(id, { text: 'Texto propio del CCI' })
    expect(bulletin).toMatchObject({ proposed: true, text: 'Texto propio del CCI' })
    expect((await listed(provider, { issueId: id })).content).toMatchObject([{ text: 'Texto propio del CCI' }])
    expect((await listed(cci, { issueId: id })).proposal).toBeNull()
    await published(id, { phase: 'FINAL' })
    expect((await proposing(provider, { text: TEXT })).problem.code).toBe('bulletinOrder')
  })
})

describe('answers', () => {
  test('AFFECT-08 AFFECT-09: a bank acknowledges; CCI reads the bank and its shared answers, the provider two numbers', async () => {
    await used()
    await used(other)
    const { id } = await published((await openIncident()).id)
    expect((await acknowledging(bank, id, { impact: 'HUGE' })).status).toBe(400)
    const note = 'Pagos de la tarde detenidos'
    const answered = await ok(acknowledging(bank, id, { impact: 'SEVERE', note }))
    expect(answered.acknowledgement).toMatchObject({ impact: 'SEVERE', shared: false, note, version: 1 })
    expect((await ok(reading(colleague, id))).acknowledgement).toMatchObject({ note })
    expect((await ok(reading(other, id))).acknowledgement).toBeNull()
    const forCci = await ok(reading(cci, id))
    expect(forCci).toMatchObject({ told: FEW, acknowledged: FEW })
    expect(forCci.acknowledgements).toMatchObject([{ entityId: idOf(bank), impact: null }])
    const forProvider = await ok(reading(provider, id))
    expect(forProvider).toMatchObject({ told: FEW, acknowledged: FEW })
    expect(JSON.stringify(forProvider)).not.toContain(idOf(bank))
    for (const text of [forCci, forProvider].map(each => JSON.stringify(each))) expect(text).not.toContain(note)
    await ok(acknowledging(bank, id, { impact: 'MINOR', shared: true, note, version: 1 }))
    expect((await ok(reading(cci, id))).acknowledgements).toMatchObject([{ impact: 'MINOR' }])
    for (const caller of [cci, provider]) expect((await acknowledging(caller, id)).status).toBe(404)
    const unread = await acting.portal.app.db
      .selectFrom('trail')
      .selectAll()
      .where('object_kind', '=', 'acknowledgement')
      .execute()
    expect(JSON.stringify(unread)).not.toContain(note)
  })

  test('AFFECT-11 REG-30: the bank writes its moments and reads its deadlines; others find neither', async () => {
    await used()
    const { id } = await published((await openIncident()).id)
    const setting = (caller: Caller, body: object) =>
      caller.call(setImpactClock, { params: { id }, body: body as never })
    expect((await setting(bank, { awareAt: '2030-01-01T00:00:00Z' })).problem.fields).toHaveProperty('awareAt')
    const backwards = { awareAt: '2026-11-20T08:00:00.000Z', classifiedAt: '2026-11-20T07:00:00.000Z' }
    expect((await setting(bank, backwards)).problem.fields).toEqual({ classifiedAt: 'Es anterior al momento de antes' })
    const awareAt = '2026-11-20T08:00:00.000Z'
    const { clock } = await ok(setting(bank, { awareAt }))
    expect(clock).toMatchObject({ awareAt, deadlines: { initial: '2026-11-21T08:00:00.000Z', final: null } })
    const classifiedAt = '2026-11-20T09:00:00.000Z'
    const sent = { classifiedAt, initialSentAt: '2026-11-20T12:00:00Z', version: 1 }
    expect((await ok(setting(colleague, sent))).clock).toMatchObject({
      awareAt,
      version: 2,
      deadlines: { initial: '2026-11-20T13:00:00.000Z', intermediate: '2026-11-23T12:00:00.000Z' },
    })
    for (const caller of [cci, provider]) {
      expect((await setting(caller, {})).status).toBe(404)
      expect(await ok(reading(caller, id))).not.toHaveProperty('clock')
    }
  })

  test('AFFECT-10: reminds a bank without acknowledgement after 4 and 24 hours, or after 72, and then no more', async () => {
    await used()
    await used(other)
    const grave = await published((await openIncident()).id)
    const light = await published((await openIncident()).id, { severity: 'MEDIUM' })
    await ok(acknowledging(other, grave.id))
    const count = async () =>
      (
        await Promise.all([
          aboutBulletin(bank, grave.id),
          aboutBulletin(bank, light.id),
          aboutBulletin(other, grave.id),
        ])
      ).map(({ length }) => length)
    const after: number[][] = []
    for (const hours of [3.5, 0.6, 19, 1, 47, 1, 100]) {
      acting.portal.clock.move(hours * HOUR)
      for (let run = 0; run < 2; run++) await announceExpiries(acting.portal.app)
      after.push(await count())
    }
    expect(after).toEqual([
      [1, 1, 1],
      [2, 1, 1],
      [2, 1, 1],
      [3, 1, 1],
      [3, 1, 1],
      [3, 2, 1],
      [3, 2, 1],
    ])
  })

  test('AFFECT-10: sends the last of the reminders that a stopped server missed, and an answer settles them', async () => {
    await used()
    const { id } = await published((await openIncident()).id)
    acting.portal.clock.move(30 * HOUR)
    await announceExpiries(acting.portal.app)
    bank = await acting.portal.signIn(address('entidad'))
    expect(await aboutBulletin(bank, id)).toHaveLength(2)
    const unread = async () => {
      const ids = (await aboutBulletin(bank, id)).map(notice => notice.id)
      const read = await acting.portal.app.db
        .selectFrom('notification_read')
        .select('notification_id')
        .where('user_id', '=', bank.me.userId)
        .where('notification_id', 'in', ids)
        .execute()
      return ids.length - read.length
    }
    expect(await unread()).toBe(2)
    await ok(acknowledging(bank, id))
    expect(await unread()).toBe(0)
  })

  test('ALERT-05: a critical bulletin is mailed whatever the preference, another is not', async () => {
    await used()
    const params = { type: 'INCIDENT_AFFECTS' as const }
    await ok(bank.call(setMailPreference, { params, body: { mode: 'NEVER' } as never }))
    const mailed = async () =>
      (await mailsTo(acting.portal, address('entidad'))).filter(({ subject }) => subject.includes('le afecta'))
    const before = (await mailed()).length
    await published((await openIncident()).id, { severity: 'HIGH' })
    expect(await mailed()).toHaveLength(before)
    await published((await openIncident()).id, { severity: 'CRITICAL' })
    expect(await mailed()).toHaveLength(before + 1)
    await ok(bank.call(setMailPreference, { params, body: { mode: 'NOW' } as never }))
  })

  test('HOOK-02 HOOK-10: a key with its scope reads bulletins, and a webhook delivers those sent to its bank', async () => {
    const { serviceId } = await used()
    const { portal } = acting
    const { webhook } = await registered(bank, 'https://8.8.8.8/avisos', ['bulletin.published'])
    const foreign = await registered(other, 'https://8.8.8.8/avisos', ['bulletin.published'])
    const bulletin = await published((await openIncident()).id, { services: [serviceId] })
    const deliveriesOf = (id: string) =>
      portal.app.db.selectFrom('webhook_delivery').select(['type', 'body']).where('webhook_id', '=', id).execute()
    const [delivery, ...more] = await deliveriesOf(webhook.id)
    expect([delivery?.type, more]).toEqual(['bulletin.published', []])
    expect(JSON.parse(delivery!.body).data).toEqual({
      providerId: idOf(provider),
      bulletinId: bulletin.id,
      phase: 'INITIAL',
      severity: 'HIGH',
      link: expect.stringContaining(`/bulletins?row=${bulletin.id}`),
    })
    expect(await deliveriesOf(foreign.webhook.id)).toEqual([])
    const reader = system(portal, (await madeKey(bank, { scopes: ['read:bulletins'] })).key)
    expect((await ok(reading(reader, bulletin.id))).text).toBe(TEXT)
    expect((await acknowledging(reader, bulletin.id)).problem.code).toBe('outsideScope')
    const stranger = system(portal, (await madeKey(bank, { scopes: ['read:uses'] })).key)
    expect((await reading(stranger, bulletin.id)).problem.code).toBe('outsideScope')
  })

  test('AFFECT-16 BASE-13: a bank lists what waits first, incident by incident, and exports it with its answers', async () => {
    await used()
    const [first, second] = [await openIncident(), await openIncident()]
    const one = await published(first.id)
    acting.portal.clock.move(MINUTE)
    const two = await published(first.id, { phase: 'UPDATE' })
    acting.portal.clock.move(MINUTE)
    const three = await published(second.id)
    await ok(acknowledging(bank, three.id, { impact: 'NONE', note: '=1+1' }))
    const order = async (query: object = {}) =>
      (await listed(bank, { size: 500, ...query })).content
        .map(({ id }: { id: string }) => [one, two, three].findIndex(each => each.id === id) + 1)
        .filter((index: number) => index > 0)
    expect(await order()).toEqual([1, 2, 3])
    expect(await order({ sort: 'publishedAt,desc' })).toEqual([3, 2, 1])
    expect(await order({ waiting: 'true' })).toEqual([1, 2])
    expect(await order({ issueId: second.id })).toEqual([3])
    const { body } = await bank.call(exportBulletins, { query: { format: 'csv', issueId: second.id } })
    const csv = Buffer.from(body as Uint8Array).toString('utf8')
    expect(csv).toContain('Ninguno')
    expect(csv).toContain("'=1+1")
    // The audit log says that there was an export, and no more.
    const { data } = await acting.portal.app.db
      .selectFrom('trail')
      .select('data')
      .where('event', '=', 'list.exported')
      .where('object_kind', '=', 'supervision')
      .where('participant_id', '=', idOf(bank))
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    expect(data).toEqual({})
  })
})
