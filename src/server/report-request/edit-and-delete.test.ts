import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentWire } from '#domain/document/contract.ts'
import { changeDocument, deleteDocument, documentHistory, listDocuments } from '#domain/document/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { deleteRequest, deleteRequestByForm, listValidations, readValidation } from '#domain/validation/contract.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import {
  accept,
  acceptReport,
  documentsOf,
  edit,
  freshRequest,
  ownDocumentation,
  pdf,
  publish,
  read,
  reject,
  request,
  servicesOf,
  sheet,
} from '#test/support/documents.ts'
import { entriesAbout } from '#test/support/entries.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const REPORT = 'Informe de auditoría'
const SHEET = 'Doc. Excel asociado'
const UNKNOWN = '0'.repeat(26)
const YEAR = 366 * 86_400_000

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let services: ReadonlyMap<string, string>

beforeAll(async () => {
  portal = await startTestPortal()
  await enter()
  services = await servicesOf(portal)
})
afterAll(() => portal.stop())

/** Signs in again after the clock moved beyond a session's lifetime. */
async function enter(): Promise<void> {
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  evaluator = await portal.signIn('somport@almotacen.example')
}

const ids = (service = 'Firma electrónica') => ({
  provider: provider.me.idGenericEntity,
  evaluator: evaluator.me.idGenericEntity,
  service: services.get(service)!,
})
const trail = (objectId: string) => entriesAbout(portal, objectId)
const told = async (participant: Caller, type: string, validationId: string) =>
  (await noticesTo(portal, participant.me.idGenericEntity, type)).filter(row => row.info.validationId === validationId)
const statusOf = async (id: string): Promise<ValidationWire['status']> =>
  (await provider.call(readValidation, { params: { id } })).body.status

describe('from a rejection to a correction', () => {
  let id: string

  beforeAll(async () => {
    id = (await request(provider, ids('Valija interna'))).body.id
  })

  test('DOC-06: a report is accepted without an expiry, but not unread', async () => {
    const { [REPORT]: report } = await documentsOf(cci, id)
    const params = { id: report!.id! }
    expect((await cci.call(changeDocument, { params, body: { status: 'ACCEPTED' } })).problem.code).toBe(
      'notDownloaded',
    )
    expect(await accept(cci, report!)).toMatchObject({ status: 200, body: { status: 'ACCEPTED', expiredAt: null } })
    expect(await statusOf(id)).toBe('PENDING')
  })

  test('D11: the decision that completes it with a rejection rejects the request, once', async () => {
    const { [SHEET]: document } = await documentsOf(cci, id)
    await read(cci, document!.id!)
    const body = { status: 'REJECTED' as const, rejectedReason: 'Falta una hoja' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => cci.call(changeDocument, { params: { id: document!.id! }, body })),
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect(await statusOf(id)).toBe('REJECTED')
    const rejected = (await trail(id)).filter(entry => entry.event === 'request.rejected')
    expect(rejected).toHaveLength(1)
    expect(rejected[0]!.data).toMatchObject({ documents: [SHEET], reason: `${SHEET}: Falta una hoja` })
    for (const hearer of [provider, evaluator]) {
      expect(await told(hearer, 'DOC_AUDIT_REPORT_REJECTED', id)).toHaveLength(1)
    }
  })

  test('ERR-16: a rejected request is not scored', async () => {
    const refused = await publish(cci, id)
    expect(refused).toMatchObject({ status: 409 })
    expect(refused.problem.detail).toBe('No se puede avanzar con documentos rechazados o pendientes de verificar')
  })

  test('VAL-11: stays REJECTED without a notice while the rejected original is not replaced', async () => {
    const kept = await edit(provider, id, { concept: 'Otro alcance' }, { report: pdf('informe corregido') })
    expect(kept).toMatchObject({
      status: 200,
      body: { status: 'REJECTED', concept: 'Otro alcance', requestType: 'NEW' },
    })
    const documents = await documentsOf(provider, id)
    expect(documents[REPORT]).toMatchObject({ name: 'informe corregido.pdf', status: 'PENDING', versions: 2 })
    expect(await told(cci, 'DOC_AUDIT_REPORT_PENDING', id)).toHaveLength(1)
    // CCI cannot verify a file that was not sent.
    await read(cci, documents[REPORT]!.id!)
    const params = { id: documents[REPORT]!.id! }
    expect((await cci.call(changeDocument, { params, body: { status: 'ACCEPTED' } })).problem.code).toBe('wrongState')
  })

  test('a concept that looks like JSON is kept as text', async () => {
    for (const concept of ['[Urgente] Informe 2026', '{borrador} v2', '[1]', '{"a":1}', 'null']) {
      expect(await edit(provider, id, { concept })).toMatchObject({ status: 200, body: { concept } })
    }
  })

  test('FORM-52: an edit needs its concept and both documents too', async () => {
    expect((await edit(provider, id, { concept: '' })).problem).toMatchObject({
      code: 'requestIncomplete',
      fields: { concept: expect.any(String) },
    })
    const documents = await documentsOf(provider, id)
    const withoutSheet = await edit(provider, id, { originalFiles: [documents[REPORT]!.file] })
    expect(withoutSheet.problem).toMatchObject({
      code: 'requestIncomplete',
      fields: { spreadsheet: expect.any(String) },
    })
    const stale = await edit(provider, id, { originalFiles: [UNKNOWN] }, { spreadsheet: sheet() })
    expect(stale.problem.code).toBe('changedMeanwhile')
    expect((await edit(provider, id, { requestType: 'RENEWAL' })).problem.code).toBe('changedMeanwhile')
    expect((await edit(provider, id, { validationId: UNKNOWN })).problem.code).toBe('invalid')
    expect((await edit(provider, id, {}, { spreadsheet: pdf('x') })).problem.code).toBe('excelNotSpreadsheet')
  })

  test('VAL-10 REP-10 API-62: with the rejected one replaced it is PENDING again, an UPDATE', async () => {
    const { [REPORT]: report } = await documentsOf(provider, id)
    const { provider: genericEntityId, evaluator: idAudit, service: idServiceCatalog } = ids('Valija interna')
    const stands = { type: 'AUDIT_REPORT', genericEntityId, role: 'PROVIDER', idAudit, idServiceCatalog }
    const body = { ...stands, validationId: id, requestType: 'UPDATE', originalFiles: [report!.file] }
    for (const [field, other] of [
      ['genericEntityId', idAudit],
      ['role', 'AUDIT'],
      ['idAudit', ''],
      ['idServiceCatalog', services.get('Firma electrónica')],
    ] as const) {
      const refused = await edit(provider, id, { ...body, [field]: other }, { spreadsheet: sheet() })
      expect(refused).toMatchObject({ status: 400, problem: { code: 'unknownField' } })
      expect(refused.problem.fields).toEqual({ [field]: 'Este campo no se puede cambiar aquí' })
    }
    const sent = await edit(provider, id, body, { spreadsheet: sheet('controles v2.xlsx') })
    expect(sent).toMatchObject({
      status: 200,
      body: { status: 'PENDING', requestType: 'UPDATE', concept: 'Corregido' },
    })
    expect(await told(cci, 'DOC_AUDIT_REPORT_PENDING', id)).toHaveLength(2)
    const history = await provider.call(documentHistory, { query: { validationId: id, documentCatalogName: SHEET } })
    expect(history.body.content).toMatchObject([
      { name: 'controles v2.xlsx', status: 'PENDING', number: 2 },
      { status: 'REJECTED', rejectedReason: 'Falta una hoja', number: 1 },
    ])
  })

  test('VAL-11: a rejected original that was deleted no longer holds it, but needs its successor', async () => {
    const documents = await documentsOf(cci, id)
    await accept(cci, documents[REPORT]!)
    await reject(cci, documents[SHEET]!)
    const params = { id: documents[SHEET]!.id! }
    expect((await provider.call(deleteDocument, { params })).status).toBe(204)
    expect((await edit(provider, id, {})).problem.code).toBe('requestIncomplete')
    const sent = await edit(provider, id, {}, { spreadsheet: sheet() })
    expect(sent.body).toMatchObject({ status: 'PENDING' })
    const statuses = sent.body.catalogDocuments.map((document: DocumentWire) => document.status)
    expect(statuses).toEqual(['ACCEPTED', 'PENDING'])
  })

  test('API-61 API-62 D22: only CCI gets the message of a request, under either name', async () => {
    const news = async (id: string) =>
      (await told(cci, 'DOC_AUDIT_REPORT_PENDING', id)).map(({ message }) => message.split('S.L.P.')[1]).toSorted()
    const body = { notification: 'DOC_AUDIT_REPORT_PENDING', message: 'Es el del  ejercicio' }
    const sent = await request(provider, ids('Alojamiento en nube'), { body })
    expect(await news(sent.body.id)).toEqual([' Mensaje: «Es el del ejercicio».'])
    expect((await told(evaluator, 'AUDIT_CHOSEN', sent.body.id))[0]!.message).not.toContain('ejercicio')
    for (const document of Object.values(await documentsOf(cci, sent.body.id))) await reject(cci, document)
    const files = { report: pdf('otro informe'), spreadsheet: sheet('otra.xlsx') }
    const endless = await edit(provider, sent.body.id, { message: 'x'.repeat(401) }, files)
    expect(endless.problem.fields).toEqual({ message: 'No puede superar los 400 caracteres.' })
    await edit(provider, sent.body.id, { message_notification: 'Firmado' }, files)
    expect(await news(sent.body.id)).toEqual([' Mensaje: «Es el del ejercicio».', ' Mensaje: «Firmado».'])
    await provider.call(deleteRequest, { params: { id: sent.body.id } })
  })

  test('VAL-11: a lapsed original blocks an UPDATE until it is replaced', async () => {
    const dated = await freshRequest(cci, provider, evaluator)
    const sent = await documentsOf(cci, dated)
    await accept(cci, sent[REPORT]!, '2026-11-30')
    await reject(cci, sent[SHEET]!)
    portal.clock.set('2026-11-30T23:00:00.000Z')
    await enter()
    const half = await edit(provider, dated, {}, { spreadsheet: sheet('v2.xlsx') })
    expect(half).toMatchObject({ status: 200, body: { status: 'REJECTED' } })
    expect((await documentsOf(provider, dated))[REPORT]).toMatchObject({ status: 'LAPSED' })
    expect(await told(cci, 'DOC_AUDIT_REPORT_PENDING', dated)).toHaveLength(1)
    const whole = await edit(provider, dated, {}, { report: pdf('informe vigente') })
    expect(whole).toMatchObject({ status: 200, body: { status: 'PENDING', requestType: 'UPDATE' } })
    expect(await told(cci, 'DOC_AUDIT_REPORT_PENDING', dated)).toHaveLength(2)
  })
})

describe('renewing what lapsed', () => {
  let id: string

  beforeAll(async () => {
    id = (await request(provider, ids('Atención telefónica'))).body.id
    await acceptReport(cci, id)
    expect((await publish(cci, id, { expiredAt: '2026-12-31' })).status).toBe(201)
  })

  test('VAL-13 ERR-19: it is LAPSED when the day of its expiry ends, without any job, and cannot be deleted', async () => {
    portal.clock.set('2026-12-31T22:59:59.000Z')
    await enter()
    expect(await statusOf(id)).toBe('QUALIFIED')
    expect((await edit(provider, id, {})).problem.code).toBe('requestNotEditable')
    portal.clock.set('2026-12-31T23:00:00.000Z')
    expect(await statusOf(id)).toBe('LAPSED')
    const deleted = await provider.call(deleteRequest, { params: { id } })
    expect(deleted.problem.detail).toBe('El estado del dictamen no permite eliminar la solicitud')
    expect((await request(provider, ids('Atención telefónica'))).problem.code).toBe('requestExists')
  })

  test('REP-11 VAL-11: in a RENEWAL both originals count as LAPSED until they are replaced', async () => {
    const published = (await provider.call(readValidation, { params: { id } })).body.concept
    const words = { requestType: 'RENEWAL', concept: 'Alcance de 2027' }
    const half = await edit(provider, id, words, { report: pdf('informe 2027') })
    // The concept that banks read beside the score stays the one that CCI saw.
    expect(half.body).toMatchObject({ status: 'LAPSED', requestType: 'NEW', score: 'A/B/A+', concept: published })
    expect(await told(cci, 'DOC_AUDIT_REPORT_PENDING', id)).toHaveLength(1)
    // CCI cannot verify files that were saved but not sent.
    const { [REPORT]: report } = await documentsOf(cci, id)
    const early = await accept(cci, report!)
    expect(early.problem).toMatchObject({ code: 'wrongState', status: 409 })
    const whole = await edit(provider, id, words, { spreadsheet: sheet('2027.xlsx') })
    expect(whole.body).toMatchObject({
      status: 'PENDING',
      requestType: 'RENEWAL',
      score: 'A/B/A+',
      concept: words.concept,
    })
    expect((await trail(id)).map(entry => entry.event).slice(-2)).toEqual(['request.renewed', 'request.renewed'])
    expect(await told(cci, 'DOC_AUDIT_REPORT_PENDING', id)).toHaveLength(2)
  })

  test('D49: a renewal needs an evaluator with a valid accreditation', async () => {
    const archive = await provider.call(listValidations, {
      query: { idServiceCatalog: ids('Archivo intermedio').service },
    })
    const [lapsed] = archive.body.content as ValidationWire[]
    expect(lapsed!.status).toBe('LAPSED')
    await portal.app.db
      .updateTable('participant')
      .set({ accredited_until: '2026-12-30' })
      .where('id', '=', lapsed!.idAudit!)
      .execute()
    const refused = await edit(provider, lapsed!.id, {}, { report: pdf('r'), spreadsheet: sheet() })
    expect(refused.problem.code).toBe('evaluatorNotAccredited')
  })
})

describe('deleting, and making room', () => {
  test('REP-13: of 20 simultaneous deletions of a pending request one succeeds', async () => {
    const { id } = (await request(provider, ids('Alojamiento en nube'))).body
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => provider.call(deleteRequest, { params: { id } })),
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([204, ...Array(19).fill(404)])
    expect((await trail(id)).filter(entry => entry.event === 'request.deleted')).toHaveLength(1)
    expect((await cci.call(readValidation, { params: { id } })).status).toBe(404)
    expect((await cci.call(listDocuments, { query: { validationId: id } })).status).toBe(404)
  })

  test('API-48: the form deletes a request too, and documentation is never deleted', async () => {
    const { id } = (await request(provider, ids('Alojamiento en nube'))).body
    expect((await provider.call(deleteRequestByForm, { body: { idValidation: id } })).status).toBe(204)
    for (const caller of [provider, cci])
      expect((await caller.call(readValidation, { params: { id } })).status).toBe(404)
    const documentation = await ownDocumentation(provider)
    const refused = await provider.call(deleteRequest, { params: { id: documentation.id } })
    expect(refused.problem.code).toBe('requestNotDeletable')
    expect((await ownDocumentation(provider)).id).toBe(documentation.id)
  })

  test('VAL-14 D11: a request that expired over a year ago allows a new one, and may be deleted', async () => {
    const { id } = (await request(provider, ids('Alojamiento en nube'))).body
    await acceptReport(cci, id)
    await publish(cci, id, { expiredAt: '2027-01-31' })
    portal.clock.move(YEAR + 31 * 86_400_000)
    await portal.app.db
      .updateTable('participant')
      .set({ accredited_until: '2030-01-01' })
      .where('id', '=', ids().evaluator)
      .execute()
    await enter()
    expect(await statusOf(id)).toBe('EXPIRED')
    expect((await edit(provider, id, {})).problem.code).toBe('requestNotEditable')
    const next = await request(provider, ids('Alojamiento en nube'))
    expect(next).toMatchObject({ status: 201, body: { status: 'PENDING', requestType: 'NEW' } })
    expect(await statusOf(id)).toBe('EXPIRED')
    expect((await provider.call(deleteRequest, { params: { id } })).status).toBe(204)
    expect(await statusOf(next.body.id)).toBe('PENDING')
  })

  test('the trail verifies', async () => {
    expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
  })
})
