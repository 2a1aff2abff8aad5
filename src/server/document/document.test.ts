import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DocumentWire, VersionWire } from '#domain/document/contract.ts'
import {
  changeDocument,
  deleteDocument,
  documentHistory,
  listDocuments,
  readDocument,
  readPermissions,
} from '#domain/document/contract.ts'
import { refusals } from '#domain/messages.ts'
import { changeValidation } from '#domain/validation/contract.ts'
import { documentsOf, ownDocumentation, pdf, read, reject, upload } from '#test/support/documents.ts'
import { entriesOf } from '#test/support/entries.ts'
import { pdfAround } from '#test/support/pdf.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const DEED = 'Escritura de constitución'
const TAX = 'Certificado de estar al corriente con la AEAT'
const SOCIAL = 'Certificado de estar al corriente con la Seguridad Social'
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

describe('reading and changing documents of others', () => {
  let provider: Caller
  let other: Caller
  let bank: Caller
  let evaluator: Caller
  let validationId: string
  let documents: Record<string, DocumentWire>

  beforeAll(async () => {
    provider = await portal.signIn('proveedor@almotacen.example')
    other = await portal.signIn('arcadio@almotacen.example')
    bank = await portal.signIn('entidad@almotacen.example')
    evaluator = await portal.signIn('evaluador@almotacen.example')
    validationId = (await ownDocumentation(provider)).id
    documents = await documentsOf(provider, validationId)
  })

  test('D14: 404 for a provider or an evaluator on the documents of others', async () => {
    const missing = await other.call(listDocuments, { query: { validationId: UNKNOWN } })
    for (const caller of [other, evaluator]) {
      for (const path of [
        `/documents?validationId=${validationId}`,
        `/validations/${validationId}`,
        `/documents/${documents[DEED]!.id}`,
        `/documents/${documents[DEED]!.file}/content`,
      ]) {
        expect(await caller.fetch('GET', path)).toMatchObject({ status: 404, body: missing.body })
      }
      expect((await upload(caller, validationId, DEED)).status).toBe(404)
      expect((await caller.call(deleteDocument, { params: { id: documents[DEED]!.id! } })).status).toBe(404)
    }
  })

  test('ROLE-32: a bank reads a provider’s documentation and changes nothing', async () => {
    const seen = await documentsOf(bank, validationId)
    expect(seen[DEED]).toMatchObject({ name: 'escritura-constitucion.pdf', status: 'ACCEPTED', uploadedBy: null })
    expect((await read(bank, seen[DEED]!.id!)).status).toBe(200)
    expect((await upload(bank, validationId, DEED)).status).toBe(403)
    expect((await bank.call(deleteDocument, { params: { id: seen[DEED]!.id! } })).status).toBe(403)
    for (const status of ['PENDING', 'ACCEPTED'] as const) {
      const answer = await bank.call(changeValidation, { params: { id: validationId }, body: { status } })
      expect(answer.status).toBe(403)
    }
  })

  test('API-51: the file and its name in base64; the reading is noted once', async () => {
    const before = await events('document.read', provider.me.idGenericEntity)
    const answer = await bank.call(readDocument, { params: { id: documents[TAX]!.id! } })
    expect(answer.body.name).toBe('certificado-aeat.pdf')
    expect(Buffer.from(answer.body.file, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const after = await events('document.read', provider.me.idGenericEntity)
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)).toMatchObject({
      actor_id: bank.me.userId,
      actor_role: 'ENTITY',
      object_id: documents[TAX]!.id,
    })
  })

  test('D10 D16: while a new version waits, a bank reads the accepted one and knows nothing of the other', async () => {
    const uploaded = await upload(provider, validationId, DEED, pdf('escritura nueva'))
    expect(uploaded.body).toMatchObject({
      name: 'escritura nueva.pdf',
      status: 'PENDING',
      published: { name: 'escritura-constitucion.pdf' },
    })
    const next = uploaded.body as DocumentWire
    const seen = (await documentsOf(bank, validationId))[DEED]!
    expect(seen).toMatchObject({
      id: documents[DEED]!.id,
      name: 'escritura-constitucion.pdf',
      file: documents[DEED]!.file,
      status: 'ACCEPTED',
      published: null,
      versions: 1,
      isDownloaded: false,
      changed: false,
    })
    const content = await read(bank, seen.id!)
    expect(content.headers.get('content-disposition')).toContain('escritura-constitucion.pdf')
    expect((await read(bank, next.file!)).status).toBe(404)
    expect((await read(provider, next.file!)).status).toBe(200)
    const history = await bank.call(documentHistory, { query: { validationId, documentCatalogName: DEED } })
    expect(history.body.content.map((each: VersionWire) => each.name)).toEqual(['escritura-constitucion.pdf'])

    await reject(cci, next, 'Falta el registro')
    expect((await documentsOf(bank, validationId))[DEED]).toMatchObject({ name: seen.name, rejectedReason: '' })
    const removed = await provider.call(deleteDocument, { params: { id: next.id! } })
    expect(removed.status).toBe(204)
    const { id, file, status } = (await documentsOf(bank, validationId))[DEED]!
    expect({ id, file, status }).toEqual({ id: seen.id, file: seen.file, status: 'ACCEPTED' })
    expect((await read(bank, id!)).status).toBe(200)
    const permissions = await bank.call(readPermissions, { query: { id: provider.me.idGenericEntity } })
    expect(permissions.body.content).toContainEqual({ documentCatalogName: DEED, required: true, status })
  })

  test('D10 D16: a bank reads the status of a lapsed document, and no file', async () => {
    const { db } = portal.app
    const day = (expires_on: string) =>
      db.updateTable('document_version').set({ expires_on }).where('id', '=', documents[DEED]!.file).execute()
    const { expiredAt } = documents[DEED]!
    await day('2026-11-20')
    const seen = (await documentsOf(bank, validationId))[DEED]!
    expect(seen).toMatchObject({ id: documents[DEED]!.id, name: null, file: null, status: 'LAPSED' })
    expect((await read(bank, seen.id!)).problem.code).toBe('notAccepted')
    expect((await read(bank, documents[DEED]!.file!)).status).toBe(404)
    await day(expiredAt!)
  })

  test('D8: an accepted document stays; the owner uploads another instead', async () => {
    const refused = await provider.call(deleteDocument, { params: { id: documents[TAX]!.id! } })
    expect(refused).toMatchObject({ status: 409, problem: { code: 'acceptedDocumentStays' } })
  })

  test('accepts uploads only of listed documents, with the content of their type', async () => {
    expect((await upload(provider, validationId, 'Una carta')).problem).toMatchObject({
      code: 'unknownDocument',
      status: 400,
    })
    expect((await upload(provider, validationId, DEED, { name: 'a.pdf', content: 'no soy un PDF' })).status).toBe(415)
    const form = new FormData()
    form.set('document', JSON.stringify({ validationId, documentCatalogName: DEED }))
    expect((await provider.fetch('POST', '/documents', { body: form })).problem.code).toBe('fileMissing')
    form.append('file', new Blob([pdf('uno').content]), 'uno.pdf')
    form.append('file', new Blob([pdf('dos').content]), 'dos.pdf')
    expect((await provider.fetch('POST', '/documents', { body: form })).problem.code).toBe('invalid')
  })

  test('CCI may upload for a participant', async () => {
    const answer = await upload(cci, validationId, TAX, pdf('lo trae el CCI'))
    expect(answer).toMatchObject({ status: 201, body: { uploadedBy: 'Marta Olmedo Rivas' } })
  })

  test('20 simultaneous uploads are 20 versions, one of them current', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => upload(provider, validationId, SOCIAL, pdf(`ss ${index}`))),
    )
    const history = await provider.call(documentHistory, { query: { validationId, documentCatalogName: SOCIAL } })
    const numbers = history.body.content.map((each: VersionWire) => each.number)
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, index) => 21 - index))
    expect(history.body.content.filter((each: VersionWire) => each.isCurrent)).toHaveLength(1)
  })

  test('20 simultaneous decisions about one document are one', async () => {
    const document = (await documentsOf(cci, validationId))[SOCIAL]!
    await read(cci, document.id!)
    const body = { status: 'ACCEPTED' as const, expiredAt: EXPIRY }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => cci.call(changeDocument, { params: { id: document.id! }, body })),
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    const decided = await events('document.accepted', provider.me.idGenericEntity)
    expect(decided.filter(entry => entry.object_id === document.id)).toHaveLength(1)
  })
})

describe('a document that CCI takes out of the catalogue', () => {
  beforeEach(async () => {
    await portal.app.db.deleteFrom('required_document').where('name', '=', PLAN).execute()
  })

  test('stays listed while it has versions, and is no longer asked for', async () => {
    const owner = await portal.signIn('cantera@almotacen.example')
    const { id } = await ownDocumentation(owner)
    expect((await documentsOf(owner, id))[PLAN]).toMatchObject({
      requested: false,
      required: false,
      status: 'ACCEPTED',
    })
    expect((await upload(owner, id, PLAN)).status).toBe(201)
    const permissions = await owner.call(readPermissions, { query: { id: owner.me.idGenericEntity } })
    expect(permissions.body.content).toHaveLength(4)
  })

  test('and a new one appears in own-documentation without changing what was accepted', async () => {
    const owner = await portal.signIn('lumbre@almotacen.example')
    const { catalogue_id } = await portal.app.db
      .selectFrom('required_document')
      .select('catalogue_id')
      .where('name', '=', DEED)
      .executeTakeFirstOrThrow()
    await portal.app.db
      .insertInto('required_document')
      .values({ catalogue_id, name: 'ISO 27001', description: 'Vigente', required: true, position: 9 })
      .execute()
    const documentation = await ownDocumentation(owner)
    expect(documentation.status).toBe('ACCEPTED')
    expect(documentation.catalogDocuments).toContainEqual(
      expect.objectContaining({ documentCatalogName: 'ISO 27001', required: true, requested: true, status: null }),
    )
  })
})

describe('a rejected documentation', () => {
  test('D10: waits for CCI again when a rejected document that is no longer requested is deleted', async () => {
    const owner = await portal.signIn('rechazado@almotacen.example')
    const { id, status, catalogDocuments } = await ownDocumentation(owner)
    expect(status).toBe('REJECTED')
    const rejected = catalogDocuments.find((each: DocumentWire) => each.status === 'REJECTED')!
    await portal.app.db
      .updateTable('required_document')
      .set({ required: false })
      .where('name', '=', rejected.documentCatalogName)
      .execute()
    await portal.app.db.deleteFrom('required_document').where('name', '=', 'ISO 27001').execute()
    expect((await owner.call(deleteDocument, { params: { id: rejected.id! } })).status).toBe(204)
    expect((await ownDocumentation(owner)).status).toBe('PENDING')
    expect(await events('documentation.sent', owner.me.idGenericEntity)).toHaveLength(2)
    const finished = await cci.call(changeValidation, { params: { id }, body: { status: 'ACCEPTED' } })
    expect(finished).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } })
  })
})

test('API-51 D40: only the whole file in base64 counts as read, and it arrives whole for any length', async () => {
  const provider = await portal.signIn('proveedor@almotacen.example')
  const ownId = (await ownDocumentation(provider)).id
  const reads = async () => (await events('document.read', provider.me.idGenericEntity)).length
  for (const extra of [0, 1, 2]) {
    const content = pdfAround('x'.repeat(200_000 + extra))
    const document = (await upload(provider, ownId, TAX, { name: `«largo» ${extra}.pdf`, content }))
      .body as DocumentWire
    const answer = await provider.call(readDocument, { params: { id: document.id! } })
    expect(answer.body).toEqual({ name: `«largo» ${extra}.pdf`, file: Buffer.from(content).toString('base64') })
  }
  // Larger than the network buffers.
  const long = pdfAround('x'.repeat(24_000_000))
  const { id } = (await upload(provider, ownId, TAX, { name: 'largo.pdf', content: long })).body as DocumentWire
  const before = await reads()
  const outgoing = get(`${portal.url}/api/v1/documents/${id}`, { headers: { authorization: provider.token } })
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  expect(await reads()).toBe(before)
  answer.on('error', () => {})
  outgoing.destroy()
  expect(await reads()).toBe(before)
})

test('API-51: a damaged file comes in base64 as little as otherwise', async () => {
  const provider = await portal.signIn('proveedor@almotacen.example')
  const file = pdf('se va a dañar')
  const { id } = (await upload(provider, (await ownDocumentation(provider)).id, TAX, file)).body as DocumentWire
  const hash = createHash('sha256').update(file.content).digest('hex')
  const path = join(portal.app.settings.dataDir, 'files', hash.slice(0, 2), hash)
  await writeFile(path, file.content.replace('dañar', 'dañaR'))
  const { status, problem } = await provider.call(readDocument, { params: { id: id! } })
  expect([status, problem.code]).toEqual([refusals.fileDamaged.status, 'fileDamaged'])
  const told = () => portal.app.db.selectFrom('trail').select('number').where('event', '=', 'file.damaged').execute()
  await expect.poll(told, { timeout: 10_000 }).toHaveLength(1)
})
