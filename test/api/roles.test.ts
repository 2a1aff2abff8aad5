import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteService, saveService } from '#domain/catalogue/contract.ts'
import {
  changeDocument,
  deleteDocument,
  documentHistory,
  listDocuments,
  readPermissions,
} from '#domain/document/contract.ts'
import { invite } from '#domain/invitation/contract.ts'
import { listNotifications, sendNotice } from '#domain/notification/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { listScores } from '#domain/report-request/score/contract.ts'
import { deleteRequest, readQueue, readValidation } from '#domain/validation/contract.ts'
import {
  accept,
  acceptReport,
  documentsOf,
  edit,
  ownDocumentation,
  pdf,
  publish,
  read,
  reject,
  request,
  sheet,
  upload,
} from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let waiting: Caller
let draft: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  const emails = ['cci', 'proveedor', 'evaluador', 'hontanar', 'borrador'].map(name => `${name}@almotacen.example`)
  ;[cci, provider, evaluator, waiting, draft] = (await Promise.all(emails.map(email => portal.signIn(email)))) as [
    Caller,
    Caller,
    Caller,
    Caller,
    Caller,
  ]
})
afterAll(() => portal.stop())

test('ROLE-01 ROLE-06: the centre invites the three kinds of participants', async () => {
  for (const body of [
    { type: 'PROVIDER', email: 'a@roles.example' },
    { type: 'AUDIT', email: 'b@roles.example' },
    { type: 'ENTITY', email: 'c@roles.example', name: 'Banco de Prueba', codNRBE: '0999', contactPerson: 'Ana' },
  ]) {
    expect((await cci.call(invite, { body })).body).toMatchObject({ type: body.type, status: 'PENDING' })
  }
})

test('ROLE-08: the centre manages services', async () => {
  const { status, body } = await cci.call(saveService, { body: { type: 'Prueba', description: 'Servicio de prueba' } })
  expect(status).toBeLessThan(300)
  expect((await cci.call(deleteService, { params: { id: body.id } })).status).toBe(204)
})

test('ROLE-10 API-52 API-57: the centre verifies documents, which a client cannot claim to have read', async () => {
  const documents = Object.values(await documentsOf(cci, (await ownDocumentation(waiting)).id))
  const document = documents.find(each => each.file !== null)!
  const claim = await cci.call(changeDocument, {
    params: { id: document.id! },
    body: { isDownloaded: true, status: 'ACCEPTED', expiredAt: '2030-01-01' },
  })
  expect([claim.status, claim.problem.code]).toEqual([409, 'notDownloaded'])
  expect((await accept(cci, document, '2030-01-01')).body).toMatchObject({ status: 'ACCEPTED', isDownloaded: true })
  const { body } = await waiting.call(readPermissions, { query: { id: waiting.me.idGenericEntity } })
  expect(
    body.content.find(
      (row: { documentCatalogName: string }) => row.documentCatalogName === document.documentCatalogName,
    ),
  ).toMatchObject({ status: 'ACCEPTED' })
})

test('API-54 API-50: an upload with its notification fields is a draft that the list shows', async () => {
  const { id } = await ownDocumentation(draft)
  const answer = await upload(draft, id, 'Póliza de responsabilidad civil', pdf('poliza'))
  expect(answer.status).toBe(201)
  const { body } = await draft.call(listDocuments, { query: { validationId: id } })
  expect(
    body.content.find(
      (row: { documentCatalogName: string }) => row.documentCatalogName === 'Póliza de responsabilidad civil',
    ),
  ).toMatchObject({ name: 'poliza.pdf', status: 'PENDING' })
})

test('DOC-09 DOC-10: deleting clears name, file and changed flag, and its version keeps when', async () => {
  const { id } = await ownDocumentation(draft)
  const document = (await documentsOf(draft, id))['Póliza de responsabilidad civil']!
  expect((await draft.call(deleteDocument, { params: { id: document.id! } })).status).toBe(204)
  expect((await documentsOf(draft, id))['Póliza de responsabilidad civil']).toMatchObject({
    name: null,
    file: null,
    changed: false,
  })
  const rows = await portal.app.db
    .selectFrom('document_version')
    .select('deleted_at')
    .where('id', '=', document.file!)
    .execute()
  expect(rows).toEqual([{ deleted_at: portal.clock.now() }])
})

test('API-61 ROLE-38 ROLE-11: a report is sent, its evaluator receives it, and the centre verifies it', async () => {
  const service = await portal.app.db
    .selectFrom('service')
    .select('id')
    .where('description', '=', 'Firma electrónica')
    .executeTakeFirstOrThrow()
  const ids = { provider: provider.me.idGenericEntity, evaluator: evaluator.me.idGenericEntity, service: service.id }
  const sent = await request(provider, ids)
  expect(sent.body).toMatchObject({ status: 'PENDING', requestType: 'NEW' })
  const received = await evaluator.call(readOverview, {
    params: { kind: 'PROVIDER' },
    query: { idProvider: provider.me.idGenericEntity },
  })
  expect(received.body.content.map((row: { validationId: string }) => row.validationId)).toContain(sent.body.id)
  const { body: queue } = await cci.call(readQueue, { query: { size: 50 } })
  expect(queue.content.map((row: { id: string }) => row.id)).toContain(sent.body.id)

  const [report] = Object.values(await documentsOf(cci, sent.body.id))
  await reject(cci, report!)
  for (const other of Object.values(await documentsOf(cci, sent.body.id)).filter(
    document => document.status === 'PENDING',
  ))
    await accept(cci, other)
  expect((await provider.call(readValidation, { params: { id: sent.body.id } })).body.status).toBe('REJECTED')

  const edited = await edit(provider, sent.body.id, { concept: 'Sede central' }, { report: pdf('informe-2') })
  expect(edited.body.status).toBe('PENDING')
  await acceptReport(cci, sent.body.id)
  expect((await publish(cci, sent.body.id)).status).toBe(201)
  const { body: scores } = await evaluator.call(listScores, { query: { validationId: sent.body.id } })
  expect(scores.content).toHaveLength(1)
})

test('ROLE-37: an evaluator reads what it is asked about; the decision is the centre’s (D29)', async () => {
  const pending = await portal.app.db
    .selectFrom('validation')
    .select('id')
    .where('evaluator_id', '=', evaluator.me.idGenericEntity)
    .executeTakeFirstOrThrow()
  const document = Object.values(await documentsOf(evaluator, pending.id))[0]!
  expect((await read(evaluator, document.id!)).status).toBe(200)
  const decided = await evaluator.call(changeDocument, { params: { id: document.id! }, body: { status: 'ACCEPTED' } })
  expect(decided.status).toBe(403)
})

test('ROLE-26 API-47: a rejected request is edited by its provider', async () => {
  const rejected = await portal.app.db
    .selectFrom('validation')
    .select('id')
    .where('participant_id', '=', provider.me.idGenericEntity)
    .where('status', '=', 'REJECTED')
    .executeTakeFirstOrThrow()
  const answer = await edit(
    provider,
    rejected.id,
    { concept: 'Planta de Getafe, corregido' },
    { spreadsheet: sheet('alcance.xlsx') },
  )
  expect(answer.body).toMatchObject({
    status: 'PENDING',
    requestType: 'UPDATE',
    concept: 'Planta de Getafe, corregido',
  })
  const { body } = await provider.call(documentHistory, {
    query: { validationId: rejected.id, documentCatalogName: 'Doc. Excel asociado' },
  })
  expect(body.totalElements).toBe(2)
})

test('ROLE-27 API-59: a pending request is deleted by its provider, and has no scores', async () => {
  const pending = await portal.app.db
    .selectFrom('validation')
    .select('id')
    .where('participant_id', '=', provider.me.idGenericEntity)
    .where('kind', '=', 'AUDIT_REPORT')
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  expect((await provider.call(listScores, { query: { validationId: pending.id } })).body).toEqual({
    content: [],
    totalElements: 0,
  })
  expect((await provider.call(deleteRequest, { params: { id: pending.id } })).status).toBe(204)
  expect((await provider.call(readValidation, { params: { id: pending.id } })).status).toBe(404)
})

test('API-71: a notice of the centre reaches only the participant that it names', async () => {
  const message = 'El viernes no habrá portal de 20 a 22 h.'
  expect((await cci.call(sendNotice, { body: { idGenericEntity: provider.me.idGenericEntity, message } })).status).toBe(
    204,
  )
  const heard = async (caller: Caller) =>
    (await caller.call(listNotifications, { query: { size: 50 } })).body.content.map(
      (row: { message: string }) => row.message,
    )
  expect(await heard(provider)).toContain(message)
  expect(await heard(evaluator)).not.toContain(message)
})
