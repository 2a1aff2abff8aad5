import { readFileSync } from 'node:fs'
import { saveService } from '#domain/catalogue/contract.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import { changeDocument, documentContent, listDocuments, uploadDocument } from '#domain/document/contract.ts'
import { editRequest, sendRequest } from '#domain/report-request/contract.ts'
import { publishScore } from '#domain/report-request/score/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { pdfAround } from '#test/support/pdf.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'

/** A PDF made unique by its text. */
export function pdf(text: string, name = `${text}.pdf`) {
  return { name, content: pdfAround(`% ${text}`) }
}

/** A real spreadsheet. With a `mark` its bytes are its own: CCI's reading counts for equal bytes (EASE-04). */
export function sheet(name = 'controles.xlsx', mark = '') {
  const content = readFileSync(new URL('../../src/server/demo/files/controles-evaluados.xlsx', import.meta.url))
  // A ZIP ends with its comment, after the length of it.
  const length = Buffer.alloc(2)
  length.writeUInt16LE(Buffer.byteLength(mark))
  return { name, content: Buffer.concat([content.subarray(0, -2), length, Buffer.from(mark)]) }
}

/** The caller's own documentation. */
export async function ownDocumentation(caller: Caller): Promise<ValidationWire> {
  const query = { genericEntityId: caller.me.idGenericEntity, type: 'DOC_MIN' as const }
  const answer = await caller.call(listValidations, { query })
  return answer.body.content[0]
}

/** The documents of a validation as the caller sees them, by name. */
export async function documentsOf(caller: Caller, validationId: string): Promise<Record<string, DocumentWire>> {
  const answer = await caller.call(listDocuments, { query: { validationId } })
  return Object.fromEntries(answer.body.content.map((each: DocumentWire) => [each.documentCatalogName, each]))
}

export function upload(
  caller: Caller,
  validationId: string,
  documentCatalogName: string,
  file: { name: string; content: Uint8Array | string } = pdf(`archivo ${Math.random()}`),
  more: Record<string, string> = {},
): Promise<Answer> {
  return caller.call(uploadDocument, {
    body: { document: { validationId, documentCatalogName }, ...more },
    files: { file },
  })
}

export function read(caller: Caller, id: string): Promise<Answer> {
  return caller.call(documentContent, { params: { id } })
}

/** CCI reads a document completely and accepts it, with an expiry if given. */
export async function accept(cci: Caller, document: DocumentWire, expiredAt?: string): Promise<Answer> {
  await read(cci, document.id!)
  return cci.call(changeDocument, { params: { id: document.id! }, body: { status: 'ACCEPTED', expiredAt } })
}

/** CCI reads a document completely and rejects it. */
export async function reject(cci: Caller, document: DocumentWire, rejectedReason = 'No se lee'): Promise<Answer> {
  await read(cci, document.id!)
  return cci.call(changeDocument, { params: { id: document.id! }, body: { status: 'REJECTED', rejectedReason } })
}

type Files = Record<string, { name: string; content: Uint8Array | string }>

/** Sends a provider's request, with two new files by default. */
export function request(
  caller: Caller,
  ids: { provider: string; evaluator: string; service: string },
  { body = {}, files }: { body?: Record<string, unknown>; files?: Files } = {},
): Promise<Answer<ValidationWire>> {
  const whole = {
    genericEntityId: ids.provider,
    idAudit: ids.evaluator,
    idServiceCatalog: ids.service,
    concept: 'Alcance anual',
    ...body,
  }
  const fresh = { report: pdf(`informe ${Math.random()}`), spreadsheet: sheet() }
  return caller.call(sendRequest, { body: whole, files: files ?? fresh })
}

export function edit(
  caller: Caller,
  id: string,
  body: Record<string, unknown>,
  files: Files = {},
): Promise<Answer<ValidationWire>> {
  return caller.call(editRequest, { params: { id }, body: { concept: 'Corregido', ...body }, files })
}

/** CCI accepts both documents of a request. */
export async function acceptReport(cci: Caller, validationId: string): Promise<void> {
  for (const document of Object.values(await documentsOf(cci, validationId))) await accept(cci, document)
}

export function publish(
  cci: Caller,
  validationId: string,
  score: Record<string, unknown> = {},
  files: Files = { file: pdf('dictamen') },
): Promise<Answer> {
  const body = { score: { validationId, score: 'A/B/A+', expiredAt: '2027-11-21', status: 'QUALIFIED', ...score } }
  return cci.call(publishScore, { body, files })
}

/** The service identifiers, by name. */
export async function servicesOf({ app }: TestPortal): Promise<ReadonlyMap<string, string>> {
  const rows = await app.db.selectFrom('service').select(['id', 'description']).execute()
  return new Map(rows.map(({ id, description }) => [description, id]))
}

let services = 0

/** A provider's new request, for a service of its own. @returns its identifier. */
export async function freshRequest(cci: Caller, provider: Caller, evaluator: Caller): Promise<string> {
  const service = await cci.call(saveService, {
    body: { type: 'Pruebas', description: `Servicio nuevo ${++services}` },
  })
  const ids = {
    provider: provider.me.idGenericEntity,
    evaluator: evaluator.me.idGenericEntity,
    service: service.body.id,
  }
  const { status, body, problem } = await request(provider, ids)
  if (status !== 201) throw new Error(problem.detail)
  return body.id
}
