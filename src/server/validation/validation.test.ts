import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patchParticipant } from '#domain/participant/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { changeValidation, createValidation, listValidations, readValidation } from '#domain/validation/contract.ts'
import { accept, documentsOf, ownDocumentation, read, upload } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const DEED = 'Escritura de constitución'
const UNKNOWN = '0'.repeat(26)

let portal: TestPortal
let cci: Caller
let provider: Caller
let other: Caller
let bank: Caller
let evaluator: Caller

async function enter(): Promise<void> {
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  other = await portal.signIn('arcadio@almotacen.example')
  bank = await portal.signIn('entidad@almotacen.example')
  evaluator = await portal.signIn('evaluador@almotacen.example')
}

beforeAll(async () => {
  portal = await startTestPortal()
  await enter()
})
afterAll(() => portal.stop())

const change = (caller: Caller, id: string, status: 'PENDING' | 'ACCEPTED') =>
  caller.call(changeValidation, { params: { id }, body: { status } })

describe('the documentation of a participant', () => {
  test('API-45 VAL-01: a participant has exactly one, and asking again returns it', async () => {
    const body = { genericEntityId: provider.me.idGenericEntity, type: 'DOC_MIN' as const, role: 'PROVIDER' as const }
    const first = await provider.call(createValidation, { body })
    const second = await provider.call(createValidation, { body })
    expect(first.body).toEqual(second.body)
    expect(first.body).toMatchObject({
      id: (await ownDocumentation(provider)).id,
      concept: '',
      genericEntityId: provider.me.idGenericEntity,
      type: 'DOC_MIN',
      role: 'PROVIDER',
      idServiceCatalog: null,
      idAudit: null,
      status: 'ACCEPTED',
      // The expiry of the deed, the earliest of the required documents.
      expiredAt: '2027-01-20',
      score: null,
      calification: null,
    })
    expect(first.body.catalogDocuments).toHaveLength(5)
  })

  test('D14: 404 for the validation of another, and the class cannot be chosen', async () => {
    const foreign = { genericEntityId: other.me.idGenericEntity, type: 'DOC_MIN' as const }
    const missing = { genericEntityId: UNKNOWN, type: 'DOC_MIN' as const }
    const answers = await Promise.all([foreign, missing].map(body => provider.call(createValidation, { body })))
    expect(answers[0]).toMatchObject({ status: 404, body: answers[1]!.body })
    const body = { genericEntityId: provider.me.idGenericEntity, type: 'DOC_MIN' as const, role: 'ENTITY' as const }
    expect((await provider.call(createValidation, { body })).problem).toMatchObject({
      code: 'invalid',
      fields: { role: expect.any(String) },
    })
    expect((await cci.call(createValidation, { body })).status).toBe(403)
  })

  test('D14 D41: 404 for a change to a foreign validation, and no other field is accepted', async () => {
    const { id } = await ownDocumentation(other)
    const missing = await change(provider, UNKNOWN, 'PENDING')
    expect(await change(provider, id, 'PENDING')).toMatchObject({ status: 404, body: missing.body })
    const extra = await provider.fetch('PATCH', `/validations/${(await ownDocumentation(provider)).id}`, {
      body: JSON.stringify({ status: 'PENDING', participant_id: other.me.idGenericEntity }),
    })
    expect(extra.problem).toMatchObject({ code: 'unknownField', fields: { participant_id: expect.any(String) } })
  })

  test('the states of a request are not those of a documentation', async () => {
    const { body } = await provider.call(listValidations, { query: { type: 'AUDIT_REPORT' } })
    const [request] = body.content as ValidationWire[]
    expect((await change(provider, request!.id, 'PENDING')).problem.code).toBe('wrongState')
    expect((await change(cci, request!.id, 'ACCEPTED')).problem.code).toBe('wrongState')
    expect((await change(evaluator, request!.id, 'ACCEPTED')).status).toBe(404)
    expect((await change(cci, request!.id, 'PENDING')).problem).toMatchObject({ code: 'notYourMove', status: 403 })
  })

  test('D14: a bank or an evaluator may not send or finish a report request that it sees, in any state', async () => {
    const states = ['PENDING', 'REJECTED', 'QUALIFIED', 'LAPSED', 'EXPIRED']
    for (const caller of [bank, await portal.signIn('somport@almotacen.example')]) {
      const { body } = await caller.call(listValidations, { query: { type: 'AUDIT_REPORT' } })
      const requests = body.content as ValidationWire[]
      expect(new Set(requests.map(each => each.status))).toEqual(new Set(states))
      for (const status of ['PENDING', 'ACCEPTED'] as const) {
        const answers = await Promise.all(requests.map(each => change(caller, each.id, status)))
        const code = status === 'PENDING' ? 'forbidden' : 'notYourMove'
        expect(new Set(answers.map(answer => `${answer.status} ${answer.problem.code}`))).toEqual(
          new Set([`403 ${code}`]),
        )
      }
    }
  })

  test('ROLE-35 D16: a bank lists documentations of onboarded providers and its own, no evaluator’s or other bank’s', async () => {
    const { body } = await bank.call(listValidations, { query: {} })
    const others = (body.content as ValidationWire[]).filter(each => each.genericEntityId !== bank.me.idGenericEntity)
    expect(others.length).toBeGreaterThan(10)
    expect(new Set(others.map(each => each.role))).toEqual(new Set(['PROVIDER']))
    const onboarded = await portal.app.db
      .selectFrom('participant')
      .select('id')
      .where('kind', '=', 'PROVIDER')
      .where('onboarded_at', 'is not', null)
      .execute()
    expect(new Set(others.map(each => each.genericEntityId))).toEqual(new Set(onboarded.map(each => each.id)))
  })

  test('API-44: validations are sorted by the time they were sent, in either order', async () => {
    const sentAt = async (sort: 'sentAt,asc' | 'sentAt,desc') =>
      ((await cci.call(listValidations, { query: { sort, size: 1000 } })).body.content as ValidationWire[]).map(
        each => each.sentAt,
      )
    const ascending = await sentAt('sentAt,asc')
    expect(ascending).toEqual(ascending.toSorted())
    expect(new Set(ascending).size).toBeGreaterThan(5)
    expect(await sentAt('sentAt,desc')).toEqual(ascending.toSorted().reverse())
  })

  test('D10: CCI lists every documentation that was sent, and no draft', async () => {
    const { body } = await cci.call(listValidations, { query: { type: 'DOC_MIN' } })
    expect((body.content as ValidationWire[]).every(each => each.status !== null)).toBe(true)
    const sent = await portal.app.db
      .selectFrom('validation')
      .select('id')
      .where('kind', '=', 'DOC_MIN')
      .where('status', 'is not', null)
      .execute()
    expect(body.totalElements).toBe(sent.length)
  })

  test('D44: no call shows data of a deleted participant', async () => {
    const gone = await portal.signIn('ribera@almotacen.example')
    const { id } = await ownDocumentation(gone)
    const [document] = Object.values(await documentsOf(cci, id))
    await portal.app.db
      .updateTable('participant')
      .set({ deleted_at: portal.clock.now() })
      .where('id', '=', gone.me.idGenericEntity)
      .execute()
    for (const caller of [cci, bank]) {
      expect((await caller.call(readValidation, { params: { id } })).status).toBe(404)
      expect((await read(caller, document!.id!)).status).toBe(404)
    }
    expect((await upload(cci, id, DEED)).status).toBe(404)
  })
})

describe('an evaluator', () => {
  test('VAL-16 ERR-15: is accepted only with its accreditation date', async () => {
    const candidate = await portal.signIn('ferrandez@almotacen.example')
    const { id } = await ownDocumentation(candidate)
    for (const document of Object.values(await documentsOf(cci, id))) await accept(cci, document, '2027-06-30')
    const refused = await change(cci, id, 'ACCEPTED')
    expect(refused).toMatchObject({ status: 409 })
    expect(refused.problem.detail).toBe('Debe seleccionar una fecha de caducidad para este evaluador')
    const params = { kind: 'audit' as const, id: candidate.me.idGenericEntity }
    await cci.call(patchParticipant, { params, body: { expiredAt: '2028-01-01' } })
    expect(await change(cci, id, 'ACCEPTED')).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } })
  })
})

describe('effects of time', () => {
  test('D5 D10: a documentation with a lapsed required document reads LAPSED, to its owner and to banks', async () => {
    const { id, catalogDocuments } = await ownDocumentation(provider)
    const deed = catalogDocuments.find(document => document.documentCatalogName === DEED)!
    expect(deed.expiredAt).toBe('2027-01-20')
    portal.clock.set('2027-01-20T22:59:59.000Z')
    await enter()
    expect((await ownDocumentation(provider)).status).toBe('ACCEPTED')
    portal.clock.set('2027-01-20T23:00:00.000Z')
    for (const caller of [provider, cci, bank]) {
      const { body } = await caller.call(readValidation, { params: { id } })
      expect(body.status).toBe('LAPSED')
      const seen = body.catalogDocuments.find(
        (each: { documentCatalogName: string }) => each.documentCatalogName === DEED,
      )
      expect(seen).toMatchObject({ status: 'LAPSED', name: caller === bank ? null : 'escritura-constitucion.pdf' })
    }
    expect((await read(bank, deed.id!)).problem).toMatchObject({ code: 'notAccepted', status: 403 })
    expect((await read(provider, deed.id!)).status).toBe(200)
  })

  test('VAL-12: and waits for CCI again once another is uploaded; its participant keeps the portal', async () => {
    const { id } = await ownDocumentation(provider)
    expect((await upload(provider, id, DEED)).status).toBe(201)
    expect((await ownDocumentation(provider)).status).toBe('PENDING')
    expect((await provider.fetch('GET', '/service-catalogs')).status).toBe(200)
  })

  test('D10: with several lapsed, CCI cannot finish until each of them was replaced and accepted', async () => {
    portal.clock.set('2040-05-04T08:00:00.000Z')
    await enter()
    const { id } = await ownDocumentation(provider)
    const required = Object.values(await documentsOf(provider, id)).filter(document => document.required)
    const names = required.filter(({ status }) => status === 'LAPSED').map(each => each.documentCatalogName)
    expect(names.length).toBeGreaterThan(1)
    const last = names.pop()!
    const replace = async (name: string) => {
      expect((await upload(provider, id, name)).status).toBe(201)
      expect((await accept(cci, (await documentsOf(cci, id))[name]!, '2041-12-31')).status).toBe(200)
    }
    for (const name of [...names, DEED].filter((name, at, all) => name !== last && all.indexOf(name) === at)) {
      await replace(name)
    }
    expect((await change(cci, id, 'ACCEPTED')).problem).toMatchObject({ status: 409, code: 'notAllDecided' })
    expect((await ownDocumentation(provider)).status).toBe('PENDING')
    await replace(last)
    expect(await change(cci, id, 'ACCEPTED')).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } })
  })
})
