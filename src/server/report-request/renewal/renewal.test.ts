import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveService } from '#domain/catalogue/contract.ts'
import { deleteDocument, documentContent } from '#domain/document/contract.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { exportOverview, readOverview } from '#domain/participant/contract.ts'
import { correctScore, listScores, scoreContent } from '#domain/report-request/score/contract.ts'
import { searchEverything } from '#domain/search/contract.ts'
import { deleteRequest, listValidations, readQueue, readValidation } from '#domain/validation/contract.ts'
import { acceptReport, documentsOf, edit, pdf, publish, read, reject, request, sheet } from '#test/support/documents.ts'
import { entriesAbout } from '#test/support/entries.ts'
import { noticesTo } from '#test/support/notices.ts'
import { wrongOverview } from '#test/support/overview.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { renew } from '#test/support/renewals.ts'

/* A renewal beside the published request, with everybody who reads either of them. */

let portal: TestPortal
let cci: Caller
let provider: Caller
let other: Caller
/** The evaluator of what is published. */
let evaluator: Caller
/** Another evaluator. */
let second: Caller
let bank: Caller

/** The published request of a test: in force until 21/11/2027, and today within 90 days of it. */
let published: string
let service: string
let name: string
let made = 0

const START = '2026-11-21T09:00:00.000Z'
const SOON = '2027-09-01T09:00:00.000Z'
const EXPIRES = '2027-11-21'

beforeAll(async () => {
  portal = await startTestPortal()
  const { app } = portal
  await app.db.updateTable('participant').set({ accredited_until: '2035-01-01' }).where('kind', '=', 'AUDIT').execute()
})
afterAll(async () => {
  expect(await wrongOverview(portal.app.db)).toEqual([])
  await portal.stop()
})

beforeEach(async () => {
  portal.clock.set(START)
  await enterAll()
  name = `Renovable${String.fromCharCode(65 + made++)}`
  service = (await cci.call(saveService, { body: { type: 'Pruebas', description: name } })).body.id
  published = (await request(provider, idsWith(evaluator))).body.id
  await acceptReport(cci, published)
  expect((await publish(cci, published, { expiredAt: EXPIRES })).status).toBe(201)
  portal.clock.set(SOON)
  await enterAll()
})

/** Sessions end when the clock moves for months. */
async function enterAll() {
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  ;[cci, provider, other, evaluator, second, bank] = (await Promise.all(
    ['cci', 'proveedor', 'arcadio', 'evaluador', 'somport', 'entidad'].map(enter),
  )) as [Caller, Caller, Caller, Caller, Caller, Caller]
}

const idsWith = (by: Caller) => ({ provider: provider.me.idGenericEntity, evaluator: by.me.idGenericEntity, service })
const rowsFor = async (caller: Caller, query: Record<string, unknown> = {}): Promise<OverviewRow[]> =>
  (await caller.call(readOverview, { params: { kind: 'PROVIDER' }, query: { service, ...query } })).body.content
const asRead = async (caller: Caller, id: string) => (await caller.call(readValidation, { params: { id } })).body
const files = async (caller: Caller, id: string) =>
  Object.values(await documentsOf(caller, id)).map(({ name, file, status }) => ({ name, file, status }))
const statusOf = async (caller: Caller, id: string) => (await caller.call(readValidation, { params: { id } })).status

describe('sending it', () => {
  test('RENEW-01 RENEW-04: not before the window, of nothing unpublished, and once', async () => {
    portal.clock.set('2027-08-22T09:00:00.000Z')
    await enterAll()
    const early = await renew(provider, published)
    expect(early).toMatchObject({ status: 409, problem: { code: 'renewalTooEarly' } })
    expect(early.problem.detail).toBe('Podrá renovarla desde el 23/08/2027.')
    expect((await asRead(provider, published)).renewableFrom).toBe('2027-08-23')
    portal.clock.set('2027-08-22T22:00:00.000Z')
    await enterAll()
    const sent = await renew(provider, published)
    expect(sent).toMatchObject({ status: 201, body: { status: 'PENDING', requestType: 'RENEWAL' } })
    expect((await renew(provider, published)).problem).toMatchObject({
      status: 409,
      code: 'renewalExists',
      detail: 'Ya hay una renovación en revisión de esta calificación.',
    })
    expect((await renew(provider, sent.body.id)).problem.code).toBe('requestNotEditable')
    expect((await asRead(provider, published)).renewableFrom).toBeUndefined()
    for (const stranger of [other, evaluator, bank]) {
      expect([403, 404]).toContain((await renew(stranger, published)).status)
    }
    const documentation = (await provider.call(listValidations, { query: { type: 'DOC_MIN' } })).body.content[0]
    expect((await renew(provider, documentation.id)).problem.code).toBe('requestNotEditable')
  })

  test('RENEW-01: CCI sets the window', async () => {
    const { db } = portal.app
    const user = await db
      .selectFrom('portal_user')
      .select('id')
      .where('email', '=', 'cci@almotacen.example')
      .executeTakeFirstOrThrow()
    const rule = {
      key: 'earlyRenewalDays',
      value: '80',
      version: 1,
      changed_by: user.id,
      changed_at: portal.clock.now(),
    }
    await db.insertInto('centre_rule').values(rule).execute()
    expect((await renew(provider, published)).problem.detail).toBe('Podrá renovarla desde el 02/09/2027.')
    await db.deleteFrom('centre_rule').execute()
  })

  test('RENEW-03: provider and service stay; another evaluator is accredited and has no live request', async () => {
    expect((await renew(provider, published, { idServiceCatalog: '0'.repeat(26) })).problem.code).toBe('unknownField')
    expect((await renew(provider, published, { genericEntityId: other.me.idGenericEntity })).problem.code).toBe(
      'unknownField',
    )
    expect((await renew(provider, published, { idAudit: bank.me.idGenericEntity })).problem.code).toBe(
      'evaluatorNotAccredited',
    )
    expect((await renew(provider, published, { concept: ' ' })).problem).toMatchObject({
      code: 'requestIncomplete',
      fields: { concept: expect.any(String) },
    })
    const oneFile = await renew(provider, published, {}, { report: pdf('sola') })
    expect(oneFile.problem).toMatchObject({ code: 'requestIncomplete', fields: { spreadsheet: expect.any(String) } })
    const live = (await request(provider, idsWith(second))).body.id
    const idAudit = second.me.idGenericEntity
    expect((await renew(provider, published, { idAudit })).problem).toMatchObject({
      code: 'requestExists',
      validationId: live,
    })
    await provider.call(deleteRequest, { params: { id: live } })
    const sent = await renew(provider, published, { idAudit })
    expect(sent.body).toMatchObject({
      idAudit,
      idServiceCatalog: service,
      renews: { validationId: published, expiredAt: EXPIRES },
    })
    expect(await noticesTo(portal, idAudit, 'AUDIT_CHOSEN')).toContainEqual(
      expect.objectContaining({ info: expect.objectContaining({ validationId: sent.body.id }) }),
    )
  })

  test('RENEW-04: of fifty simultaneous renewals one is created', async () => {
    const sent = await Promise.all(Array.from({ length: 50 }, () => renew(provider, published)))
    const codes = sent.map(({ status, problem }) => (status === 201 ? 'sent' : problem.code)).toSorted()
    expect(codes).toEqual([...Array(49).fill('renewalExists'), 'sent'])
    const open = await portal.app.db.selectFrom('validation').select('id').where('renews_id', '=', published).execute()
    expect(open).toHaveLength(1)
  }, 60_000)

  test('RENEW-04: the database refuses a second one too', async () => {
    await renew(provider, published)
    const { db } = portal.app
    const one = await db
      .selectFrom('validation')
      .selectAll()
      .where('renews_id', '=', published)
      .executeTakeFirstOrThrow()
    const again = db
      .insertInto('validation')
      .values({ ...one, id: '0'.repeat(26) })
      .execute()
    await expect(again).rejects.toMatchObject({ constraint: 'validation_open_renewal_once' })
  })
})

describe('beside what is published', () => {
  test('RENEW-02: status, score, expiry and files of the published one stay for every reader', async () => {
    const readers = [cci, provider, evaluator, bank]
    const shown = async () =>
      Promise.all(
        readers.map(async caller => {
          const { status, score, expiredAt, version } = await asRead(caller, published)
          const row = (await rowsFor(caller))[0]!
          return {
            status,
            score,
            expiredAt,
            version,
            files: await files(caller, published),
            row: [row.status, row.score, row.expiredAt],
          }
        }),
      )
    const before = await shown()
    const { id } = (await renew(provider, published)).body
    expect(await shown()).toEqual(before)
    for (const caller of readers) {
      const rows = await rowsFor(caller)
      expect(rows.map(({ validationId }) => validationId)).toEqual([published])
    }
    expect((await cci.call(readQueue, { query: { kind: 'report', size: 100 } })).body.content).toContainEqual(
      expect.objectContaining({ id, requestType: 'RENEWAL' }),
    )
    expect(await noticesTo(portal, cci.me.idGenericEntity, 'RENEWAL_PENDING')).toContainEqual(
      expect.objectContaining({ info: expect.objectContaining({ validationId: id }) }),
    )
    // What is published cannot lose a file meanwhile, also once it has lapsed.
    portal.clock.set('2027-11-22T09:00:00.000Z')
    await enterAll()
    for (const document of Object.values(await documentsOf(provider, published))) {
      const gone = await provider.call(deleteDocument, { params: { id: document.id! } })
      expect(gone.status).toBe(409)
    }
  })

  test('RENEW-09: CCI, the provider and evaluators read the renewal; a bank only that it is under review', async () => {
    const { id, sentAt } = (await renew(provider, published, { idAudit: second.me.idGenericEntity })).body
    for (const caller of [cci, provider, evaluator]) {
      const renewal = { validationId: id, status: 'PENDING', sentAt }
      expect(await asRead(caller, published)).toMatchObject({ renewal, renewalInReview: true })
      expect((await rowsFor(caller))[0]).toMatchObject({ renewal, renewalInReview: true })
    }
    // The evaluator that only the renewal names has it as its own row, and finds it.
    expect(await rowsFor(second)).toEqual([expect.objectContaining({ validationId: id, status: 'PENDING' })])
    const found = await second.call(searchEverything, { query: { q: name } })
    expect(found.body.requests.map((hit: { id: string }) => hit.id)).toEqual([id])
    expect(await statusOf(second, id)).toBe(200)
    expect(await statusOf(evaluator, id)).toBe(404)

    const read = await asRead(bank, published)
    const row = (await rowsFor(bank))[0]!
    expect(read).toMatchObject({ status: 'QUALIFIED', renewalInReview: true })
    expect(row).toMatchObject({ status: 'QUALIFIED', renewalInReview: true })
    expect([read.renewal, row.renewal, read.renewableFrom]).toEqual([undefined, undefined, undefined])
    await nothingOfItTo(bank, id)
    const [document] = Object.values(await documentsOf(cci, id))
    await reject(cci, document!, 'Ilegible')
    await acceptRest(id)
    expect(await asRead(provider, published)).toMatchObject({ renewal: { status: 'REJECTED' } })
    const after = [await asRead(bank, published), (await rowsFor(bank))[0]]
    expect(JSON.stringify(after)).not.toMatch(/renewal|Ilegible|REJECTED/)
    await nothingOfItTo(bank, id)
  })

  /** Accepts or rejects what is undecided, so that the renewal is decided. */
  async function acceptRest(id: string) {
    for (const document of Object.values(await documentsOf(cci, id))) {
      if (document.status === 'PENDING') {
        await read(cci, document.id!)
        await reject(cci, document)
      }
    }
  }

  async function nothingOfItTo(reader: Caller, id: string) {
    expect(await statusOf(reader, id)).toBe(404)
    const inside = await documentsOf(cci, id)
    for (const document of Object.values(inside)) {
      expect((await reader.call(documentContent, { params: { id: document.id! } })).status).toBe(404)
    }
    const lists = [
      await reader.call(listValidations, { query: { genericEntityId: provider.me.idGenericEntity, size: 100 } }),
      await reader.call(searchEverything, { query: { q: name } }),
      await reader.call(exportOverview, { params: { kind: 'PROVIDER' }, query: { format: 'csv' } }),
    ]
    for (const { body, bytes } of lists as { body?: unknown; bytes?: Uint8Array }[]) {
      expect(`${JSON.stringify(body)}${bytes ? new TextDecoder().decode(bytes) : ''}`).not.toContain(id)
    }
    const notices = await portal.app.db
      .selectFrom('notification')
      .selectAll()
      .where('participant_id', '=', reader.me.idGenericEntity)
      .execute()
    expect(JSON.stringify(notices)).not.toContain(id)
  }

  test('RENEW-06: rejected, edited or deleted, it leaves the published one untouched', async () => {
    const before = await asRead(bank, published)
    const { id } = (await renew(provider, published)).body
    for (const document of Object.values(await documentsOf(cci, id))) await reject(cci, document)
    const { renewalInReview, ...rejected } = await asRead(bank, published)
    expect([renewalInReview, rejected]).toEqual([undefined, before])
    expect((await renew(provider, published)).problem.code).toBe('renewalExists')
    const corrected = await edit(provider, id, { originalFiles: [] }, { report: pdf('otra'), spreadsheet: sheet() })
    expect(corrected).toMatchObject({ status: 200, body: { status: 'PENDING', renews: { validationId: published } } })
    expect(await asRead(bank, published)).toEqual({ ...before, renewalInReview: true })
    expect((await provider.call(deleteRequest, { params: { id } })).status).toBe(204)
    expect(await asRead(bank, published)).toEqual(before)
    // Restored within seconds it is open again; another one may not have taken its place.
    expect((await provider.call(undo, { body: { id } })).status).toBe(204)
    expect(await asRead(provider, published)).toMatchObject({ renewal: { validationId: id } })
    await provider.call(deleteRequest, { params: { id } })
    expect((await renew(provider, published)).status).toBe(201)
    expect((await provider.call(undo, { body: { id } })).problem.code).toBe('renewalExists')
  })

  test('RENEW-07: a request that lapses during its renewal is neither renewed in place nor replaced nor deleted', async () => {
    const { id } = (await renew(provider, published)).body
    portal.clock.set('2027-11-22T09:00:00.000Z')
    await enterAll()
    expect(await asRead(bank, published)).toMatchObject({ status: 'LAPSED', renewalInReview: true })
    const both = { report: pdf('nueva'), spreadsheet: sheet() }
    expect((await edit(provider, published, { originalFiles: [] }, both)).problem.code).toBe('renewalExists')
    portal.clock.set('2028-11-22T09:00:00.000Z')
    await enterAll()
    expect(await asRead(bank, published)).toMatchObject({ status: 'EXPIRED' })
    expect((await request(provider, idsWith(evaluator))).problem.code).toBe('renewalExists')
    expect((await provider.call(deleteRequest, { params: { id: published } })).problem.code).toBe('renewalExists')
    await acceptReport(cci, id)
    expect((await publish(cci, id, { expiredAt: '2029-11-22' })).status).toBe(201)
    expect(await statusOf(bank, published)).toBe(404)
    expect(await rowsFor(bank)).toHaveLength(1)
  })
})

describe('taking its place', () => {
  async function qualified(evaluatedBy: Caller, rating = 'A+/A/A+') {
    const { id } = (await renew(provider, published, { idAudit: evaluatedBy.me.idGenericEntity })).body
    await acceptReport(cci, id)
    const answer = await publish(cci, id, { score: rating, expiredAt: '2028-11-21' })
    expect(answer.status).toBe(201)
    return { id, scoreId: (answer.body as { id: string }).id }
  }

  test.each(['the same evaluator', 'another one'])(
    'RENEW-05: with %s, banks see one row with the new rating, CCI and the provider also the old score',
    async by => {
      const [before] = (await cci.call(listScores, { query: { validationId: published } })).body.content
      const { id, scoreId } = await qualified(by === 'another one' ? second : evaluator)
      for (const caller of [cci, provider, bank]) {
        expect(await rowsFor(caller)).toEqual([
          expect.objectContaining({ validationId: id, score: 'A+/A/A+', status: 'QUALIFIED', expiredAt: '2028-11-21' }),
        ])
      }
      expect(await asRead(bank, id)).not.toHaveProperty('renews')
      expect(await statusOf(bank, published)).toBe(404)
      expect((await bank.call(scoreContent, { params: { id: before.id } })).status).toBe(404)
      const history = async (caller: Caller) =>
        (await caller.call(listScores, { query: { validationId: id } })).body.content.map(
          (each: { id: string; isCurrent: boolean }) => [each.id, each.isCurrent],
        )
      expect(await history(bank)).toEqual([[scoreId, true]])
      for (const caller of [cci, provider]) {
        expect(await history(caller)).toEqual([
          [scoreId, true],
          [before.id, false],
        ])
        expect((await caller.call(scoreContent, { params: { id: before.id } })).status).toBe(200)
      }
      expect((await entriesAbout(portal, published)).map(entry => entry.event)).toContain('request.superseded')
      // What gave way is changed no more.
      const score = {
        validationId: published,
        id: before.id,
        score: 'D/D/D',
        expiredAt: '2028-01-01',
        correctionReason: 'Errata',
      }
      const correction = await cci.call(correctScore, { params: { id: before.id }, body: { score } })
      expect(correction.problem.code).toBe('wrongState')
      expect((await renew(provider, published)).problem.code).toBe('requestNotEditable')
      // The renewal is now what the next one renews, also in place once it has lapsed.
      portal.clock.set('2028-11-22T09:00:00.000Z')
      await enterAll()
      const both = { report: pdf('de nuevo'), spreadsheet: sheet() }
      expect((await edit(provider, id, { originalFiles: [] }, both)).body).toMatchObject({ status: 'PENDING' })
      expect(await rowsFor(bank)).toEqual([expect.objectContaining({ validationId: id, status: 'PENDING' })])
    },
  )

  test('RENEW-05: undone within seconds, the published one has its place back', async () => {
    const before = await asRead(bank, published)
    const { id } = await qualified(second)
    expect((await cci.call(undo, { body: { id } })).status).toBe(204)
    expect(await asRead(bank, published)).toEqual({ ...before, version: expect.any(Number), renewalInReview: true })
    expect(await asRead(cci, id)).toMatchObject({ status: 'PENDING', renews: { validationId: published } })
    expect(await rowsFor(bank)).toEqual([expect.objectContaining({ validationId: published, score: 'A/B/A+' })])
    expect((await publish(cci, id, { expiredAt: '2028-11-21' })).status).toBe(201)
  })

  test('RENEW-05: supersedes an expired request with the new evaluator too; a live one blocks the publication', async () => {
    const idAudit = second.me.idGenericEntity
    const { id } = (await renew(provider, published, { idAudit })).body
    const live = (await request(provider, idsWith(second))).body.id
    await acceptReport(cci, id)
    const refused = await publish(cci, id, { expiredAt: '2028-11-21' })
    expect(refused.problem).toMatchObject({ code: 'requestExists', validationId: live })
    await acceptReport(cci, live)
    await publish(cci, live, { expiredAt: '2027-09-10' })
    portal.clock.set('2028-09-12T09:00:00.000Z')
    await enterAll()
    expect((await asRead(cci, live)).status).toBe('EXPIRED')
    expect((await publish(cci, id, { expiredAt: '2029-01-01' })).status).toBe(201)
    expect((await rowsFor(bank)).map(row => row.validationId).toSorted()).toEqual([id, live].toSorted())
  })
})
