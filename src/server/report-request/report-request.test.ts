import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentWire } from '#domain/document/contract.ts'
import { deleteDocument, documentHistory, listDocuments } from '#domain/document/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { deleteRequest, listValidations, readValidation } from '#domain/validation/contract.ts'
import {
  documentsOf,
  edit,
  ownDocumentation,
  pdf,
  read,
  reject,
  request,
  servicesOf,
  sheet,
  upload,
} from '#test/support/documents.ts'
import { entriesAbout } from '#test/support/entries.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const REPORT = 'Informe de auditoría'
const SHEET = 'Doc. Excel asociado'
const UNKNOWN = '0'.repeat(26)

let portal: TestPortal
let cci: Caller
let provider: Caller
let other: Caller
let evaluator: Caller
let stranger: Caller
let bank: Caller
let services: ReadonlyMap<string, string>

beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  provider = await enter('proveedor')
  other = await enter('arcadio')
  evaluator = await enter('somport')
  stranger = await enter('evaluador')
  bank = await enter('entidad')
  services = await servicesOf(portal)
})
afterAll(() => portal.stop())

const ids = (service = 'Firma electrónica') => ({
  provider: provider.me.idGenericEntity,
  evaluator: evaluator.me.idGenericEntity,
  service: services.get(service)!,
})
const trail = (objectId: string) => entriesAbout(portal, objectId)
const told = async (participant: Caller, type: string, validationId: string) =>
  (await noticesTo(portal, participant.me.idGenericEntity, type)).filter(row => row.info.validationId === validationId)

describe('sending a request', () => {
  test('FORM-52 REP-08: needs all fields and both documents, and names the missing ones', async () => {
    const bare = await request(provider, { ...ids(), evaluator: '', service: '' }, { body: { concept: ' ' } })
    expect(bare).toMatchObject({ status: 400, problem: { code: 'requestIncomplete' } })
    expect(bare.problem.detail).toBe(
      'Rellene todos los campos y suba la documentación necesaria para poder enviar la verificación del informe.',
    )
    expect(Object.keys(bare.problem.fields!)).toEqual(['idServiceCatalog', 'idAudit', 'concept'])
    const withoutSheet = await request(provider, ids(), { files: { report: pdf('informe') } })
    expect(withoutSheet.problem).toMatchObject({
      code: 'requestIncomplete',
      fields: { spreadsheet: expect.any(String) },
    })
    const unknownService = await request(provider, { ...ids(), service: UNKNOWN })
    expect(unknownService.problem).toMatchObject({
      code: 'requestIncomplete',
      fields: { idServiceCatalog: expect.any(String) },
    })
  })

  test('D23: the report is a PDF and its companion a spreadsheet', async () => {
    const swapped = await request(provider, ids(), { files: { report: sheet(), spreadsheet: sheet() } })
    expect(swapped).toMatchObject({ status: 415, problem: { detail: 'El «Informe de auditoría» debe ser un PDF.' } })
    const twice = await request(provider, ids(), { files: { report: pdf('a'), spreadsheet: pdf('b') } })
    expect(twice.problem.detail).toBe('El «Doc. Excel asociado» debe ser una hoja de cálculo.')
  })

  test('D49: the evaluator is onboarded, and its accreditation valid today', async () => {
    const penalara = await portal.signIn('penalara@almotacen.example')
    const lapsed = await request(provider, { ...ids(), evaluator: penalara.me.idGenericEntity })
    expect(lapsed).toMatchObject({ status: 409, problem: { code: 'evaluatorNotAccredited' } })
    for (const id of [UNKNOWN, provider.me.idGenericEntity, bank.me.idGenericEntity]) {
      expect((await request(provider, { ...ids(), evaluator: id })).problem.code).toBe('evaluatorNotAccredited')
    }
    // Both are accredited, but one is deleted and the other not yet onboarded.
    const ferrandez = await portal.signIn('ferrandez@almotacen.example')
    const both = [penalara, ferrandez].map(caller => caller.me.idGenericEntity)
    const until = { accredited_until: '2030-01-01' }
    await portal.app.db.updateTable('participant').set(until).where('id', 'in', both).execute()
    await cci.call(deleteParticipant, { body: { idGenericEntity: penalara.me.idGenericEntity } })
    for (const id of both) {
      expect((await request(provider, { ...ids(), evaluator: id })).problem.code).toBe('evaluatorNotAccredited')
    }
  })

  test('D44: refuses a company that is provider and evaluator as its own evaluator, for any sender', async () => {
    const one = evaluator.me.idGenericEntity
    const cifOf = async (id: string) =>
      (await portal.app.db.selectFrom('participant').select('cif').where('id', '=', id).executeTakeFirstOrThrow()).cif
    const [mine, theirs] = [await cifOf(provider.me.idGenericEntity), await cifOf(one)]
    const give = (cif: string) => portal.app.db.updateTable('participant').set({ cif }).where('id', '=', one).execute()
    await give(mine)
    for (const caller of [provider, cci]) {
      const refused = await request(caller, ids('Valija interna'))
      expect(refused).toMatchObject({ status: 409, problem: { code: 'evaluatesItself' } })
      expect(refused.problem.detail).toContain('una empresa no se evalúa a sí misma')
    }
    // A request cannot be renewed after its provider and evaluator got the same CIF.
    await give(theirs)
    const { id } = (await request(provider, ids('Valija interna'))).body
    for (const document of Object.values(await documentsOf(cci, id))) await reject(cci, document)
    await give(mine)
    const again = await edit(provider, id, {}, { report: pdf('otro'), spreadsheet: sheet() })
    expect(again.problem.code).toBe('evaluatesItself')
    await give(theirs)
    await cci.call(deleteRequest, { params: { id } })
  })

  test('ROLE-25: a provider sends for itself only; banks and evaluators send nothing', async () => {
    const foreign = await request(provider, { ...ids(), provider: other.me.idGenericEntity })
    const missing = await request(provider, { ...ids(), provider: UNKNOWN })
    expect(foreign).toMatchObject({ status: 404, body: missing.body })
    for (const caller of [bank, evaluator]) expect((await request(caller, ids())).status).toBe(403)
    const draft = await portal.app.db
      .selectFrom('participant')
      .select('id')
      .where('kind', '=', 'PROVIDER')
      .where('onboarded_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect((await request(cci, { ...ids(), provider: draft.id })).status).toBe(404)
  })

  test('REP-04 ERR-10 D37: of 20 simultaneous requests one is created, and the others are refused with the reason', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(provider, ids())))
    expect(answers.map(answer => answer.status).toSorted()).toEqual([201, ...Array(19).fill(409)])
    const sent = answers.find(answer => answer.status === 201)!.body
    expect(sent).toMatchObject({
      requestType: 'NEW',
      type: 'AUDIT_REPORT',
      genericEntityId: provider.me.idGenericEntity,
      role: 'PROVIDER',
      idAudit: evaluator.me.idGenericEntity,
      audit: 'Auditoría Somport, S.L.P.',
      idServiceCatalog: services.get('Firma electrónica'),
      service: 'Firma electrónica',
      concept: 'Alcance anual',
      status: 'PENDING',
      score: null,
      expiredAt: null,
    })
    expect(sent.catalogDocuments.map(document => [document.documentCatalogName, document.status])).toEqual([
      [REPORT, 'PENDING'],
      [SHEET, 'PENDING'],
    ])
    expect(answers.find(answer => answer.status === 409)!.problem).toMatchObject({
      detail: 'Ya hay una solicitud en curso para este servicio y este evaluador. Consúltela en su lista.',
      validationId: sent.id,
    })
    expect(await told(cci, 'DOC_AUDIT_REPORT_PENDING', sent.id)).toHaveLength(1)
    expect(await told(evaluator, 'AUDIT_CHOSEN', sent.id)).toHaveLength(1)
    expect((await trail(sent.id)).map(entry => entry.event)).toEqual(['request.sent'])
  })

  test('D37: requests of another provider or to another evaluator do not conflict', async () => {
    const sent = [
      await request(provider, { ...ids(), evaluator: stranger.me.idGenericEntity }),
      await request(other, { ...ids(), provider: other.me.idGenericEntity }),
    ]
    expect(sent.map(answer => answer.status)).toEqual([201, 201])
    for (const { body } of sent) await cci.call(deleteRequest, { params: { id: body.id } })
  })

  test('ROLE-20: CCI sends for a provider', async () => {
    const answer = await request(cci, ids('Custodia documental'))
    expect(answer).toMatchObject({ status: 201, body: { genericEntityId: provider.me.idGenericEntity } })
  })
})

describe('readers of a request', () => {
  let id: string

  beforeAll(async () => {
    const query = { genericEntityId: provider.me.idGenericEntity, idServiceCatalog: ids().service }
    id = (await provider.call(listValidations, { query })).body.content[0].id
  })

  test('ROLE-39 D17: the evaluator that it names reads it and its files, without history', async () => {
    const seen = await evaluator.call(readValidation, { params: { id } })
    expect(seen.body.catalogDocuments).toHaveLength(2)
    const report = seen.body.catalogDocuments[0] as DocumentWire
    expect((await read(evaluator, report.id!)).status).toBe(200)
    const listed = await evaluator.call(listDocuments, { query: { validationId: id, deletedAt: 'true' } })
    expect(listed.status).toBe(403)
    const history = await evaluator.call(documentHistory, { query: { validationId: id, documentCatalogName: REPORT } })
    expect(history.status).toBe(403)
    const all = await evaluator.call(listValidations, { query: { type: 'AUDIT_REPORT' } })
    expect(all.body.content.every((each: ValidationWire) => each.idAudit === evaluator.me.idGenericEntity)).toBe(true)
    expect(all.body.totalElements).toBe(all.body.content.length)
  })

  test('D14: to another provider and another evaluator it does not exist', async () => {
    const missing = await other.call(readValidation, { params: { id: UNKNOWN } })
    for (const caller of [other, stranger]) {
      expect(await caller.call(readValidation, { params: { id } })).toMatchObject({ status: 404, body: missing.body })
    }
    expect(await edit(other, id, {})).toMatchObject({ status: 404, body: missing.body })
    expect(await other.call(deleteRequest, { params: { id } })).toMatchObject({ status: 404, body: missing.body })
  })

  test('ROLE-35 ERR-12: a bank sees that it waits, not its files', async () => {
    const seen = await bank.call(readValidation, { params: { id } })
    expect(seen.body).toMatchObject({ status: 'PENDING' })
    const [report] = seen.body.catalogDocuments as DocumentWire[]
    expect(report).toMatchObject({ name: null, file: null, status: 'PENDING' })
    expect((await read(bank, report!.id!)).problem).toMatchObject({
      code: 'notAccepted',
      status: 403,
      detail: 'No puede descargar un documento que no se ha aceptado',
    })
  })

  test('API-44: validations are listed by participant, type, evaluator and service, page by page', async () => {
    const query = { genericEntityId: provider.me.idGenericEntity, type: 'AUDIT_REPORT' as const }
    const { body } = await provider.call(listValidations, { query: { ...query, sort: 'sentAt,desc' } })
    const sentAt = body.content.map((each: ValidationWire) => each.sentAt)
    expect(sentAt).toEqual(sentAt.toSorted().toReversed())
    const second = await provider.call(listValidations, { query: { ...query, sort: 'sentAt,desc', size: 2, page: 1 } })
    expect(second.body.totalElements).toBe(body.totalElements)
    expect(second.body.content.map((each: ValidationWire) => each.id)).toEqual(
      body.content.slice(2, 4).map((each: ValidationWire) => each.id),
    )
    const all = (await cci.call(listValidations, { query: { size: 1000 } })).body.content as ValidationWire[]
    const filters = {
      genericEntityId: provider.me.idGenericEntity,
      type: 'AUDIT_REPORT',
      idAudit: stranger.me.idGenericEntity,
      idServiceCatalog: ids().service,
    } as const
    for (const [filter, value] of Object.entries(filters)) {
      const found = await cci.call(listValidations, { query: { [filter]: value, size: 1000 } })
      const expected = all.filter(each => each[filter as keyof typeof filters] === value)
      expect(expected.length, filter).toBeGreaterThan(0)
      expect(expected.length, filter).toBeLessThan(all.length)
      expect(found.body.content.map((each: ValidationWire) => each.id).toSorted(), filter).toEqual(
        expected.map(each => each.id).toSorted(),
      )
    }
    expect((await cci.call(readValidation, { params: { id } })).body).toMatchObject({ id, type: 'AUDIT_REPORT' })
    expect((await cci.call(listValidations, { query: { deletedAt: 'true' } })).body.totalElements).toBe(0)
    const foreign = await other.call(listValidations, { query })
    expect(foreign.body).toEqual({ content: [], totalElements: 0 })
  })

  test('report documents are not uploaded alone, and not deleted while they are verified', async () => {
    const [report] = Object.values(await documentsOf(provider, id))
    expect((await upload(provider, id, REPORT)).problem.code).toBe('unknownDocument')
    expect((await upload(evaluator, id, REPORT)).status).toBe(403)
    const refused = await provider.call(deleteDocument, { params: { id: report!.id! } })
    expect(refused.problem.code).toBe('requestNotEditable')
  })

  test('ERR-18: a pending or qualified request cannot be edited', async () => {
    const refused = await edit(provider, id, {}, { report: pdf('otro') })
    expect(refused).toMatchObject({ status: 409 })
    expect(refused.problem.detail).toBe('El estado del dictamen no permite editar la solicitud')
    const documentation = await ownDocumentation(provider)
    expect((await edit(provider, documentation.id, {})).problem.code).toBe('requestNotEditable')
  })
})
