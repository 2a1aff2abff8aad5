import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveService } from '#domain/catalogue/contract.ts'
import { sendRequests } from '#domain/report-request/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { deleteRequest, listValidations } from '#domain/validation/contract.ts'
import { ok } from '#test/support/answers.ts'
import { documentsOf, pdf, reject, request, sheet } from '#test/support/documents.ts'
import { entriesAbout } from '#test/support/entries.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const UNKNOWN = '0'.repeat(26)

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let services: string[]

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  evaluator = await portal.signIn('somport@almotacen.example')
  services = []
  for (let count = 0; count < 21; count++) {
    const body = { type: 'Grupo', description: `Servicio de grupo ${count}` }
    services.push((await ok(cci.call(saveService, { body }))).id)
  }
})
afterAll(() => portal.stop())

const files = { report: pdf('el mismo informe'), spreadsheet: sheet() }
const send = (caller: Caller, asked: readonly string[], body: object = {}, sent: object = files) =>
  caller.call(sendRequests, {
    body: {
      genericEntityId: provider.me.idGenericEntity,
      idAudit: evaluator.me.idGenericEntity,
      services: [...asked],
      concept: 'Informe de grupo',
      ...body,
    },
    files: sent as typeof files,
  })
const requestsOf = async (): Promise<ValidationWire[]> => {
  const query = { genericEntityId: provider.me.idGenericEntity, type: 'AUDIT_REPORT' as const }
  return (await ok(provider.call(listValidations, { query }))).content
}

test('EASE-05: one form sends the same files as independent requests for several services', async () => {
  const { requests } = await ok(send(provider, services.slice(0, 3)))
  expect(requests.map(({ idServiceCatalog }: ValidationWire) => idServiceCatalog)).toEqual(services.slice(0, 3))
  expect(new Set(requests.map(({ status }: ValidationWire) => status))).toEqual(new Set(['PENDING']))
  const [first, second, third] = requests.map(({ id }: ValidationWire) => id) as [string, string, string]
  // The files are stored once.
  const versions = await portal.app.db
    .selectFrom('document_version as x')
    .innerJoin('document as d', 'd.id', 'x.document_id')
    .select('x.sha256')
    .where('d.validation_id', 'in', [first, second, third])
    .execute()
  expect([versions.length, new Set(versions.map(({ sha256 }) => sha256)).size]).toEqual([6, 2])
  // Each is in the audit log, and its evaluator and CCI hear of it.
  for (const id of [first, second, third]) {
    expect((await entriesAbout(portal, id)).map(({ event }) => event)).toEqual(['request.sent'])
  }
  const chosen = await noticesTo(portal, evaluator.me.idGenericEntity, 'AUDIT_CHOSEN')
  expect(chosen.filter(({ info }) => [first, second, third].includes(info.validationId as string))).toHaveLength(3)
  // One is rejected, one is deleted, and the third stays as it is.
  for (const document of Object.values(await documentsOf(cci, first))) await ok(reject(cci, document))
  await ok(provider.call(deleteRequest, { params: { id: second } }))
  const left = (await requestsOf()).filter(({ id }) => [first, second, third].includes(id))
  expect(Object.fromEntries(left.map(({ id, status }) => [id, status]))).toEqual({
    [first]: 'REJECTED',
    [third]: 'PENDING',
  })
})

test('EASE-05: all are sent or none, and each refusal names its service', async () => {
  const before = (await requestsOf()).length
  const { body: standing } = await request(provider, {
    provider: provider.me.idGenericEntity,
    evaluator: evaluator.me.idGenericEntity,
    service: services[5]!,
  })
  const answer = await send(provider, [services[4]!, services[5]!, UNKNOWN, services[6]!])
  expect([answer.status, answer.problem.code]).toEqual([409, 'batchRefused'])
  expect(answer.problem.detail).toBe('No se ha enviado ninguna solicitud: 2 de los servicios elegidos no la admiten.')
  expect(answer.problem.refused).toEqual([
    {
      idServiceCatalog: services[5],
      service: 'Servicio de grupo 5',
      code: 'requestExists',
      detail: expect.any(String),
      validationId: standing.id,
    },
    { idServiceCatalog: UNKNOWN, service: '', code: 'requestIncomplete', detail: 'Elija un servicio de la lista' },
  ])
  expect(await requestsOf()).toHaveLength(before + 1)
  expect((await send(provider, [services[4]!, services[6]!])).status).toBe(201)
})

test('EASE-05: shared faults are reported once, as for one request', async () => {
  const two = services.slice(7, 9)
  const before = (await requestsOf()).length
  const missing = await send(provider, two, { concept: '' }, { report: files.report })
  expect([missing.status, missing.problem.code]).toEqual([400, 'requestIncomplete'])
  expect(Object.keys(missing.problem.fields!).toSorted()).toEqual(['concept', 'spreadsheet'])
  expect((await send(provider, two, {}, { ...files, report: sheet('informe.xlsx') })).problem.code).toBe('reportNotPdf')
  const twenty = services.slice(0, 21)
  for (const wrong of [[], [two[0]!, two[0]!], twenty]) {
    expect((await send(provider, wrong)).problem.fields).toEqual({ services: expect.any(String) })
  }
  const bank = await portal.signIn('entidad@almotacen.example')
  expect((await send(bank, two)).status).toBe(403)
  const other = await portal.signIn('arcadio@almotacen.example')
  expect((await send(other, two)).status).toBe(404)
  expect(await requestsOf()).toHaveLength(before)
})
