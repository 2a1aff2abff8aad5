import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentWire, VersionWire } from '#domain/document/contract.ts'
import {
  changeDocument,
  deleteDocument,
  documentHistory,
  listDocuments,
  readPermissions,
  reuploadDocument,
  uploadDocument,
} from '#domain/document/contract.ts'
import { createUser } from '#domain/identity/user/contract.ts'
import { refusals } from '#domain/messages.ts'
import { editParticipant } from '#domain/participant/contract.ts'
import { changeValidation, documentsToVerify, readQueue, readValidation } from '#domain/validation/contract.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { accept, documentsOf, ownDocumentation, pdf, read, reject, upload } from '#test/support/documents.ts'
import { entriesOf } from '#test/support/entries.ts'
import { address, mailsTo } from '#test/support/mails.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { completeProfile } from '#test/support/profile.ts'

const DEED = 'Escritura de constitución'
const TAX = 'Certificado de estar al corriente con la AEAT'
const SOCIAL = 'Certificado de estar al corriente con la Seguridad Social'
const POLICY = 'Póliza de responsabilidad civil'
const PLAN = 'Plan de continuidad de negocio'
const EXPIRY = '2027-06-30'
const UNKNOWN = '0'.repeat(26)

let portal: TestPortal
let cci: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())

const events = (event: string, participantId: string) => entriesOf(portal, event, participantId)

const notices = (participantId: string, type: string) => noticesTo(portal, participantId, type)

describe('from a draft to an accepted documentation', () => {
  let owner: Caller
  let validationId: string

  beforeAll(async () => {
    owner = await portal.signIn('borrador@almotacen.example')
    validationId = (await ownDocumentation(owner)).id
  })

  const send = () => owner.call(changeValidation, { params: { id: validationId }, body: { status: 'PENDING' } })
  const finish = () => cci.call(changeValidation, { params: { id: validationId }, body: { status: 'ACCEPTED' } })

  test('D10: only its participant sees a draft; other callers get 404', async () => {
    const other = await portal.signIn('proveedor@almotacen.example')
    const bank = await portal.signIn('entidad@almotacen.example')
    for (const caller of [cci, other, bank]) {
      const missing = await caller.call(readValidation, { params: { id: UNKNOWN } })
      const draft = await caller.call(readValidation, { params: { id: validationId } })
      expect(missing.status).toBe(404)
      expect(draft).toMatchObject({ status: 404, body: missing.body })
      expect((await upload(caller, validationId, DEED)).body).toEqual(missing.body)
    }
    const { id } = (await documentsOf(owner, validationId))[DEED]!
    for (const caller of [cci, other, bank]) expect((await read(caller, id!)).status).toBe(404)
  })

  test('DOC-01: a documentation is the catalogue with the uploaded files', async () => {
    const documents = await documentsOf(owner, validationId)
    expect(Object.keys(documents)).toEqual([DEED, TAX, SOCIAL, POLICY, PLAN])
    expect(documents[DEED]).toMatchObject({
      description: 'Escritura inscrita, con sus modificaciones',
      required: true,
      requested: true,
      name: 'escritura-constitucion.pdf',
      status: 'PENDING',
      expiredAt: null,
      validationId,
      isDownloaded: false,
      rejectedReason: '',
      deletedAt: null,
      kindFile: 'documents',
      belongsTo: owner.me.idGenericEntity,
      catalog_Score: null,
      changed: true,
    })
    expect(documents[SOCIAL]).toMatchObject({ id: null, name: null, file: null, status: null, changed: false })
  })

  test('FORM-53: sending without data or documents says which, and changes nothing', async () => {
    const bare = await send()
    expect(bare).toMatchObject({ status: 409, problem: { code: 'dataIncomplete' } })
    expect(bare.problem.detail).toBe('Complete los «Datos generales» antes de enviar la documentación.')
    expect(bare.problem.fields).toMatchObject({ cnae: expect.any(String), 'address.postalCode': expect.any(String) })
    const params = { kind: 'provider' as const, id: owner.me.idGenericEntity }
    const saved = await owner.call(editParticipant, { params, body: completeProfile })
    expect(saved.status).toBe(200)
    const missing = await send()
    expect(missing).toMatchObject({ status: 409, problem: { code: 'documentsMissing', documents: [SOCIAL, POLICY] } })
    expect(missing.problem.detail).toBe('Introduzca todos los documentos antes de enviar la documentación.')
    expect((await ownDocumentation(owner)).status).toBeNull()
  })

  test('ONB-10: saving keeps a draft, and sends no notice', async () => {
    const saved = await upload(owner, validationId, SOCIAL, pdf('ss'), {
      onlySave: 'true',
      notification: 'DOC_PENDING',
    })
    expect(saved).toMatchObject({ status: 201, body: { name: 'ss.pdf', status: 'PENDING', versions: 1 } })
    await upload(owner, validationId, POLICY, pdf('poliza'))
    expect((await ownDocumentation(owner)).status).toBeNull()
    expect(await events('documentation.sent', owner.me.idGenericEntity)).toEqual([])
  })

  test('a deleted draft file is gone, and its version stays', async () => {
    const uploaded = await upload(owner, validationId, PLAN, pdf('plan viejo'))
    const id = (uploaded.body as DocumentWire).id!
    expect((await owner.call(deleteDocument, { params: { id } })).status).toBe(204)
    const now = (await documentsOf(owner, validationId))[PLAN]!
    expect(now).toMatchObject({ name: null, file: null, status: null, changed: false, deletedAt: portal.clock.now() })
    expect((await owner.call(deleteDocument, { params: { id } })).status).toBe(404)
  })

  test('ONB-07 ONB-08: sending sets the invitation to ACCEPTED and the validation to PENDING, and notifies CCI once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    const repeated = answers.find(answer => answer.status === 409)!
    expect(repeated.problem).toMatchObject({ code: 'alreadySent', detail: 'La documentación ya está enviada.' })
    const invitation = await portal.app.db
      .selectFrom('invitation')
      .selectAll()
      .where('participant_id', '=', owner.me.idGenericEntity)
      .executeTakeFirstOrThrow()
    expect(invitation).toMatchObject({ status: 'ACCEPTED', decided_at: portal.clock.now() })
    expect((await ownDocumentation(owner)).status).toBe('PENDING')
    expect(await events('documentation.sent', owner.me.idGenericEntity)).toHaveLength(1)
    expect(await events('invitation.accepted', owner.me.idGenericEntity)).toHaveLength(1)
    const heard = await notices(cci.me.idGenericEntity, 'DOC_PENDING')
    expect(heard.filter(notice => notice.info.validationId === validationId)).toHaveLength(1)
  })

  test('D8: CCI reads the version that its participant deleted, the participant no longer', async () => {
    const query = { validationId, documentCatalogName: PLAN }
    const known = await cci.call(documentHistory, { query })
    expect(known.body.content).toMatchObject([
      { name: 'plan viejo.pdf', deletedAt: expect.any(String), isCurrent: false },
    ])
    expect(
      (await owner.fetch('GET', `/documents?validationId=${validationId}&deletedAt=true`)).body.content,
    ).toHaveLength(4)
  })

  test('API-58: CCI reads profile, validation and documents together', async () => {
    const query = { idGenericEntity: owner.me.idGenericEntity, onboard: 'true' as const }
    const answer = await cci.call(documentsToVerify, { query })
    expect(answer.body.user).toMatchObject({ idGenericEntity: owner.me.idGenericEntity, cnae: '8220' })
    expect(answer.body.validation).toMatchObject({ id: validationId, status: 'PENDING' })
    expect(answer.body.documentation.map((each: DocumentWire) => each.documentCatalogName)).toHaveLength(5)
    expect((await owner.call(documentsToVerify, { query })).status).toBe(403)
  })

  test('the queue names it, the oldest first', async () => {
    const { body } = await cci.call(readQueue, { query: { size: 100 } })
    const received = body.content.map((item: { receivedAt: string }) => item.receivedAt)
    expect(received).toEqual(received.toSorted())
    expect(body.totalElements).toBe(body.counts.documentation + body.counts.report + body.counts.incident)
    expect(body.content).toContainEqual(
      expect.objectContaining({ kind: 'documentation', id: validationId, detail: '4 documentos', role: 'PROVIDER' }),
    )
    const reports = await cci.call(readQueue, { query: { kind: 'report' } })
    expect(reports.body.totalElements).toBe(reports.body.counts.report)
    expect(reports.body.content).toMatchObject([
      { kind: 'report', detail: 'Transporte de valija · Auditoría Somport, S.L.P.', requestType: 'NEW' },
      { kind: 'report', detail: 'Digitalización certificada · Auditoría Somport, S.L.P.' },
    ])
    expect((await owner.call(readQueue, {})).status).toBe(403)
  })

  test('ERR-13 DOC-03: only CCI decides, and only after reading this very version', async () => {
    const document = (await documentsOf(cci, validationId))[DEED]!
    const decide = (caller: Caller, body: Record<string, unknown>) =>
      caller.call(changeDocument, { params: { id: document.id! }, body })
    const blind = await decide(cci, { status: 'ACCEPTED', expiredAt: EXPIRY, isDownloaded: true })
    expect(blind).toMatchObject({ status: 409, problem: { detail: refusals.notDownloaded.sentence } })
    expect(blind.problem.detail).toBe('Debe descargar y revisar el documento para poder verificarlo o rechazarlo')
    expect((await decide(cci, { status: 'REJECTED', rejectedReason: 'x' })).problem.code).toBe('notDownloaded')
    expect((await decide(owner, { status: 'ACCEPTED', expiredAt: EXPIRY })).status).toBe(403)
    // The owner's file access does not count as CCI's.
    await read(owner, document.id!)
    expect((await decide(cci, { status: 'ACCEPTED', expiredAt: EXPIRY })).problem.code).toBe('notDownloaded')
  })

  test('ERR-14: a read document is accepted only with an expiry of tomorrow or later', async () => {
    const document = (await documentsOf(cci, validationId))[DEED]!
    const decide = (body: Record<string, unknown>) => cci.call(changeDocument, { params: { id: document.id! }, body })
    await read(cci, document.id!)
    const undated = await decide({ status: 'ACCEPTED' })
    expect(undated.problem.detail).toBe(
      'Debe seleccionar una fecha de caducidad y descargar los documentos para avanzar en el proceso',
    )
    expect(await decide({ status: 'ACCEPTED', isReport: true })).toMatchObject({ status: 409 })
    expect((await decide({ status: 'ACCEPTED', expiredAt: '2026-11-21' })).problem).toMatchObject({
      code: 'expiryTooEarly',
      fields: { expiredAt: expect.any(String) },
    })
    expect((await decide({ expiredAt: '2026-11-21' })).problem.code).toBe('expiryTooEarly')
    expect((await decide({ expiredAt: '2101-01-01' })).problem).toMatchObject({
      code: 'expiryTooLate',
      fields: { expiredAt: expect.stringContaining('31/12/2100') },
    })
    expect(await decide({ expiredAt: '2026-11-22' })).toMatchObject({
      status: 200,
      body: { expiredAt: '2026-11-22', status: 'PENDING', isDownloaded: true },
    })
    expect(await decide({ status: 'ACCEPTED', expiredAt: EXPIRY })).toMatchObject({
      status: 200,
      body: { status: 'ACCEPTED', expiredAt: EXPIRY, changed: false },
    })
    expect((await decide({ status: 'REJECTED', rejectedReason: 'x' })).problem.code).toBe('documentDecided')
  })

  test('DOC-15: the expiry of an accepted document is corrected while the verification is open, once per version', async () => {
    const document = (await documentsOf(cci, validationId))[DEED]!
    const date = (expiredAt: string | null, version?: number) =>
      cci.call(changeDocument, { params: { id: document.id! }, body: { expiredAt, version } })
    const before = (await events('document.dated', owner.me.idGenericEntity)).length
    const answers = await Promise.all(Array.from({ length: 20 }, () => date('2028-01-01', document.version!)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({
      status: 'ACCEPTED',
      expiredAt: '2028-01-01',
      decidedAt: document.decidedAt,
    })
    expect(answers.find(({ status }) => status === 409)!.problem.code).toBe('changedMeanwhile')
    expect((await date(null)).problem.code).toBe('noExpiry')
    expect((await date('2026-11-21')).problem.code).toBe('expiryTooEarly')
    const dated = await events('document.dated', owner.me.idGenericEntity)
    expect(dated).toHaveLength(before + 1)
    expect(dated.at(-1)!.data).toMatchObject({ document: DEED, from: EXPIRY, to: '2028-01-01' })
    expect(await date(EXPIRY)).toMatchObject({ status: 200, body: { status: 'ACCEPTED', expiredAt: EXPIRY } })
  })

  test('D63 DOC-03: a decision is changed while the verification is open, once, by a reader of its version', async () => {
    const document = (await documentsOf(cci, validationId))[DEED]!
    const decide = (body: Record<string, unknown>) => cci.call(changeDocument, { params: { id: document.id! }, body })
    const { version } = document
    expect((await decide({ status: 'REJECTED', rejectedReason: 'x' })).problem.code).toBe('documentDecided')
    expect((await decide({ status: 'REJECTED', rejectedReason: ' ', version })).problem.code).toBe('noRejectionReason')
    expect((await decide({ status: 'ACCEPTED', expiredAt: EXPIRY, version })).problem.code).toBe('documentDecided')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => decide({ status: 'REJECTED', rejectedReason: 'Es de otra empresa', version })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    const [rejected] = answers.filter(({ status }) => status === 200)
    expect(rejected!.body).toMatchObject({
      status: 'REJECTED',
      expiredAt: null,
      rejectedReason: 'Es de otra empresa',
    })
    const reworded = await decide({
      ...{ status: 'REJECTED', rejectedReason: 'Es de otra sociedad' },
      version: rejected!.body.version,
    })
    expect(reworded.body).toMatchObject({ status: 'REJECTED', rejectedReason: 'Es de otra sociedad' })
    const undated = await decide({ status: 'ACCEPTED', version: reworded.body.version })
    expect(undated.problem.code).toBe('noExpiry')
    const again = await decide({ status: 'ACCEPTED', expiredAt: EXPIRY, version: reworded.body.version })
    expect(again.body).toMatchObject({ status: 'ACCEPTED', expiredAt: EXPIRY, rejectedReason: '' })
    const rejections = await events('document.rejected', owner.me.idGenericEntity)
    expect(rejections.map(({ data }) => [data.from, data.to])).toEqual([
      ['ACCEPTED', 'REJECTED'],
      ['REJECTED', 'REJECTED'],
    ])
  })

  test('a decision about a version that another has replaced decides nothing', async () => {
    const before = (await documentsOf(cci, validationId))[TAX]!
    await read(cci, before.id!)
    expect((await upload(owner, validationId, TAX, pdf('aeat nuevo'))).status).toBe(201)
    const params = { id: before.id! }
    const body = { status: 'ACCEPTED' as const, expiredAt: EXPIRY, file: before.file! }
    expect((await cci.call(changeDocument, { params, body })).problem.code).toBe('changedMeanwhile')
    // Without its version id, the new version counts as not read.
    const { file: _file, ...blind } = body
    expect((await cci.call(changeDocument, { params, body: blind })).problem.code).toBe('notDownloaded')
    // Still PENDING: it was already waiting, so the event is not sent again.
    expect(await events('documentation.sent', owner.me.idGenericEntity)).toHaveLength(1)
  })

  test('DOC-07: a rejection needs a reason, which its owner reads', async () => {
    const document = (await documentsOf(cci, validationId))[SOCIAL]!
    await read(cci, document.id!)
    const bare = await cci.call(changeDocument, {
      params: { id: document.id! },
      body: { status: 'REJECTED', rejectedReason: '   ' },
    })
    expect(bare).toMatchObject({
      status: 400,
      problem: { code: 'noRejectionReason', fields: { rejectedReason: expect.any(String) } },
    })
    const silent = await cci.call(changeDocument, { params: { id: document.id! }, body: { status: 'REJECTED' } })
    expect(silent).toMatchObject({ status: 400, problem: { code: 'noRejectionReason' } })
    const nothing = await cci.call(changeDocument, { params: { id: document.id! }, body: {} })
    expect(nothing).toMatchObject({ status: 200, body: { status: 'PENDING' } })
    await reject(cci, document, 'Está caducado')
    expect((await documentsOf(owner, validationId))[SOCIAL]).toMatchObject({
      status: 'REJECTED',
      rejectedReason: 'Está caducado',
      decidedBy: 'CCI',
    })
    expect((await documentsOf(cci, validationId))[SOCIAL]!.decidedBy).toBe('Marta Olmedo Rivas')
  })

  test('VAL-15: finishing is refused while a document waits', async () => {
    const early = await finish()
    expect(early).toMatchObject({ status: 409, problem: { code: 'notAllDecided' } })
    expect(early.problem.detail).toBe(
      'Debe seleccionar una fecha de caducidad y descargar los documentos para avanzar en el proceso',
    )
    expect((await send()).problem.code).toBe('alreadySent')
    const byOwner = await owner.call(changeValidation, { params: { id: validationId }, body: { status: 'ACCEPTED' } })
    expect(byOwner.status).toBe(403)
  })

  test('D10: finishing with a rejection sets it to REJECTED and notifies the owner, with the reasons on record', async () => {
    const documents = await documentsOf(cci, validationId)
    await accept(cci, documents[TAX]!, EXPIRY)
    await accept(cci, documents[POLICY]!, EXPIRY)
    expect(await finish()).toMatchObject({ status: 200, body: { status: 'REJECTED' } })
    const [notice] = await notices(owner.me.idGenericEntity, 'DOC_REJECTED')
    expect(notice!.message).toContain(SOCIAL)
    const [entry] = await events('documentation.rejected', owner.me.idGenericEntity)
    expect(entry!.data).toMatchObject({ documents: [SOCIAL], reasons: { [SOCIAL]: 'Está caducado' } })
    const redate = { params: { id: documents[DEED]!.id! }, body: { expiredAt: '2028-01-01' } }
    expect((await cci.call(changeDocument, redate)).problem.code).toBe('documentDecided')
    const { id, version } = (await documentsOf(cci, validationId))[DEED]!
    const late = { status: 'REJECTED' as const, rejectedReason: 'Tarde', version: version! }
    expect((await cci.call(changeDocument, { params: { id: id! }, body: late })).problem.code).toBe('documentDecided')
    expect((await finish()).problem).toMatchObject({
      code: 'documentationDecided',
      detail: 'Esta documentación ya ha sido validada por el CCI',
    })
    const user = await portal.app.db
      .selectFrom('portal_user')
      .select('status')
      .where('id', '=', owner.me.userId)
      .executeTakeFirstOrThrow()
    expect(user.status).toBe('PENDING')
  })

  test('VAL-12 API-55: a new upload sets it to PENDING again, and several notify CCI once', async () => {
    const document = { validationId, documentCatalogName: SOCIAL }
    const message_notification = '  Va el certificado\n de noviembre '
    const body = { document, notification: 'DOC_PENDING', message_notification }
    const files = { file: pdf('ss vigente') }
    const endless = { ...body, message_notification: 'x'.repeat(401) }
    expect((await owner.call(reuploadDocument, { body: endless, files })).problem).toMatchObject({
      code: 'invalid',
      fields: { message_notification: 'No puede superar los 400 caracteres.' },
    })
    const again = await owner.call(reuploadDocument, { body, files })
    expect(again).toMatchObject({ status: 201, body: { status: 'PENDING', versions: 2, rejectedReason: '' } })
    await upload(owner, validationId, POLICY, pdf('poliza 2027'), { message_notification: '' })
    expect((await ownDocumentation(owner)).status).toBe('PENDING')
    expect(await events('documentation.sent', owner.me.idGenericEntity)).toHaveLength(2)
  })

  test('API-54 API-55 D22: a message reaches the notice and its mail, and not the audit log', async () => {
    const words = ' Mensaje: «Va el certificado de noviembre».'
    const heard = await notices(cci.me.idGenericEntity, 'DOC_PENDING')
    const told = heard.filter(notice => notice.info.validationId === validationId)
    expect(told).toHaveLength(2)
    expect(told.filter(({ message }) => message.endsWith(words))).toHaveLength(1)
    const mails = await mailsTo(portal, address('cci'))
    expect(mails.filter(mail => mail.text.includes(words))).toHaveLength(1)
    const sent = await events('documentation.sent', owner.me.idGenericEntity)
    expect(JSON.stringify(sent.map(entry => entry.data))).not.toContain('noviembre')
  })

  test('API-56 D8: nothing is overwritten; the history has every version, the newest first', async () => {
    const query = { validationId, documentCatalogName: SOCIAL }
    const history = await cci.call(documentHistory, { query })
    expect(
      history.body.content.map((each: VersionWire) => [each.number, each.name, each.status, each.isCurrent]),
    ).toEqual([
      [2, 'ss vigente.pdf', 'PENDING', true],
      [1, 'ss.pdf', 'REJECTED', false],
    ])
    const old = await read(owner, history.body.content[1].file)
    expect(old).toMatchObject({ status: 200 })
    expect(old.body).toEqual(Buffer.from(pdf('ss').content))
    const listed = await owner.call(listDocuments, { query: { ...query, deletedAt: 'true' as const } })
    expect(listed.body.content.map((each: DocumentWire) => [each.name, each.status, each.changed])).toEqual([
      ['ss vigente.pdf', 'PENDING', true],
      ['ss.pdf', 'REJECTED', false],
    ])
    expect((await cci.call(documentHistory, { query: { validationId, documentCatalogName: 'Otro' } })).status).toBe(404)
  })

  test('D49: before its first acceptance the participant has its own documentation and nothing else', async () => {
    expect((await owner.fetch('GET', '/service-catalogs')).status).toBe(403)
    const permissions = await owner.call(readPermissions, { query: { id: owner.me.idGenericEntity } })
    expect(permissions.body.content).toContainEqual({ documentCatalogName: DEED, required: true, status: 'ACCEPTED' })
    const bank = await portal.signIn('entidad@almotacen.example')
    expect((await bank.call(readValidation, { params: { id: validationId } })).status).toBe(404)
    expect((await bank.call(readPermissions, { query: { id: owner.me.idGenericEntity } })).status).toBe(404)
  })

  test('VAL-09 USR-11: finished with all accepted it is ACCEPTED, the participant is in and its users ACCEPTED', async () => {
    const documents = await documentsOf(cci, validationId)
    await accept(cci, documents[SOCIAL]!, EXPIRY)
    await accept(cci, documents[POLICY]!, EXPIRY)
    const contactDetails = { name: 'Ana', surNames: 'Soto', position: 'X', tlf: '910000000', email: 'ana@x.example' }
    const user = { idGenericEntity: owner.me.idGenericEntity, contactDetails }
    const former = (await cci.call(createUser, { body: { user } })).body.id
    const now = portal.clock.now()
    const ended = { last_password_change: now, deleted_at: now }
    await portal.app.db.updateTable('portal_user').set(ended).where('id', '=', former).execute()
    const answers = await Promise.all(Array.from({ length: 20 }, finish))
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect(answers.find(answer => answer.status === 200)!.body).toMatchObject({ status: 'ACCEPTED', expiredAt: EXPIRY })
    const { db } = portal.app
    const row = await db
      .selectFrom('portal_user as u')
      .innerJoin('participant as p', 'p.id', 'u.participant_id')
      .select(['u.status', 'p.onboarded_at'])
      .where('u.id', '=', owner.me.userId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'ACCEPTED', onboarded_at: portal.clock.now() })
    expect(await events('documentation.accepted', owner.me.idGenericEntity)).toHaveLength(1)
    expect(await events('user.accepted', owner.me.idGenericEntity)).toHaveLength(1)
    expect(await notices(owner.me.idGenericEntity, 'DOC_ACCEPTED')).toHaveLength(1)
    expect((await owner.fetch('GET', '/service-catalogs')).status).toBe(200)
    // Accepted again: the date of the first acceptance stays.
    await db.updateTable('validation').set({ status: 'PENDING' }).where('id', '=', validationId).execute()
    portal.clock.move(1000)
    expect((await finish()).status).toBe(200)
    const since = db.selectFrom('participant').select('onboarded_at').where('id', '=', owner.me.idGenericEntity)
    expect(await since.executeTakeFirstOrThrow()).toEqual({ onboarded_at: row.onboarded_at })
  })

  test('ERR-12 DOC-08: 403 for a bank that asks for a document that is not accepted', async () => {
    const newcomer = await portal.signIn('borrador@almotacen.example')
    const { id: validationId } = await ownDocumentation(newcomer)
    const uploaded = await upload(newcomer, validationId, PLAN, pdf('plan nuevo'))
    const { id, file } = uploaded.body as DocumentWire
    const bank = await portal.signIn('entidad@almotacen.example')
    const refused = await read(bank, id!)
    expect((await read(bank, file!)).status).toBe(404)
    expect(refused).toMatchObject({ status: 403, problem: { code: 'notAccepted' } })
    expect(refused.problem.detail).toBe('No puede descargar un documento que no se ha aceptado')
    expect((await documentsOf(bank, validationId))[PLAN]).toMatchObject({ name: null, file: null, status: 'PENDING' })
  })

  test('every change and every reading is one entry of a trail that verifies', async () => {
    expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
  })
})

test('D41 API-54: an upload may name its own participant, and another is refused by name', async () => {
  const owner = await portal.signIn('hontanar@almotacen.example')
  const { id: validationId } = await ownDocumentation(owner)
  const foreign = (await portal.signIn('arcadio@almotacen.example')).me.idGenericEntity
  const versions = () => portal.app.db.selectFrom('document_version').select('id').execute()
  const before = (await versions()).length
  for (const caller of [owner, cci]) {
    for (const contract of [uploadDocument, reuploadDocument]) {
      const answer = await caller.call(contract, {
        body: { document: { validationId, documentCatalogName: DEED }, idGenericEntity: foreign },
        files: { file: pdf('ajeno') },
      })
      expect(answer).toMatchObject({
        status: 400,
        problem: { code: 'unknownField', fields: { idGenericEntity: expect.any(String) } },
      })
    }
  }
  expect((await versions()).length).toBe(before)
  const own = { idGenericEntity: owner.me.idGenericEntity }
  expect((await upload(owner, validationId, DEED, pdf('propio'), own)).status).toBe(201)
  expect((await upload(cci, validationId, DEED, pdf('del centro'), own)).status).toBe(201)
  const centre = { idGenericEntity: cci.me.idGenericEntity }
  expect((await upload(cci, validationId, DEED, pdf('del centro'), centre)).status).toBe(201)
})
