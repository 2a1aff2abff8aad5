import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentWire } from '#domain/document/contract.ts'
import { changeDocument, documentHistory } from '#domain/document/contract.ts'
import { readPrechecks } from '#domain/document/precheck/contract.ts'
import { listReusable, type ReusableWire, reuseDocument } from '#domain/document/reuse/contract.ts'
import { changeValidation, readValidation } from '#domain/validation/contract.ts'
import { ok } from '#test/support/answers.ts'
import { accept, documentsOf, ownDocumentation, pdf, reject, upload } from '#test/support/documents.ts'
import { entriesOf } from '#test/support/entries.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const DEED = 'Escritura de constitución'
const TAX = 'Certificado de estar al corriente con la AEAT'
const PLAN = 'Plan de continuidad de negocio'
const UNTIL = '2028-06-30'
const DAY = 86_400_000

let portal: TestPortal
let cci: Caller
let provider: Caller
let other: Caller
let bank: Caller
let id: string

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  other = await portal.signIn('arcadio@almotacen.example')
  bank = await portal.signIn('entidad@almotacen.example')
  id = (await ownDocumentation(provider)).id
  await ok(upload(provider, id, PLAN, pdf('plan de continuidad')))
  await ok(accept(cci, await one(cci, PLAN), UNTIL))
  await ok(cci.call(changeValidation, { params: { id }, body: { status: 'ACCEPTED' } }))
})
afterAll(() => portal.stop())

const one = async (caller: Caller, name: string): Promise<DocumentWire> => (await documentsOf(caller, id))[name]!
const reuse = (caller: Caller, target: string, versionId: string, name?: string) =>
  caller.call(reuseDocument, {
    params: { id: target },
    body: { versionId, ...(name === undefined ? {} : { documentCatalogName: name }) },
  })
const stored = async () =>
  (await portal.app.db.selectFrom('stored_file').select('sha256').execute()).map(({ sha256 }) => sha256)

test('EASE-03: the owner, and CCI in its name, read which accepted versions are in force and until when', async () => {
  const { content } = await ok(provider.call(listReusable, { query: { validationId: id } }))
  const plan = await one(provider, PLAN)
  expect(content).toContainEqual({
    versionId: plan.file,
    documentCatalogName: PLAN,
    service: null,
    name: 'plan de continuidad.pdf',
    decidedAt: plan.decidedAt,
    until: UNTIL,
  })
  // Those of requests are in force as long as their scores.
  const ofRequests = content.filter(({ service }: ReusableWire) => service !== null)
  expect(ofRequests.length).toBeGreaterThan(0)
  for (const { until } of ofRequests) expect(until >= portal.clock.today()).toBe(true)
  expect((await ok(cci.call(listReusable, { query: { validationId: id } }))).content).toEqual(content)
  expect((await other.call(listReusable, { query: { validationId: id } })).status).toBe(404)
  expect((await bank.call(listReusable, { query: { validationId: id } })).status).toBe(403)
})

test('EASE-03: an accepted version becomes the new version of another document, and its file is stored once', async () => {
  const [deed, plan] = [await one(provider, DEED), await one(provider, PLAN)]
  const before = await stored()
  const answer = await reuse(provider, deed.id!, plan.file!)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ documentCatalogName: DEED, name: plan.name, status: 'PENDING', expiredAt: null })
  expect(await stored()).toEqual(before)
  const { body } = await provider.call(documentHistory, { query: { validationId: id, documentCatalogName: DEED } })
  expect(body.content.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual([plan.name, deed.name])
  // The documentation waits for CCI, which sees where the file was accepted.
  expect((await ok(cci.call(readValidation, { params: { id } }))).status).toBe('PENDING')
  const seen = await one(cci, DEED)
  expect(seen.reusedFrom).toEqual({
    versionId: plan.file,
    documentCatalogName: PLAN,
    service: null,
    decidedAt: plan.decidedAt,
    until: UNTIL,
  })
  expect((await one(bank, DEED)).reusedFrom).toBeUndefined()
  const [entry] = (await entriesOf(portal, 'document.uploaded', provider.me.idGenericEntity)).slice(-1)
  expect(entry!.data).toMatchObject({ document: DEED, reusedFrom: plan.file })
  // What was done on purpose is no finding of a duplicate.
  const { checks } = await ok(cci.call(readPrechecks, { params: { id: seen.file! } }))
  expect(checks.filter(({ code }: { code: string }) => code === 'DUPLICATE')).toEqual([])
})

test('EASE-04: a file that CCI read for the participant in the last twelve months counts as downloaded', async () => {
  const deed = await one(cci, DEED)
  expect([deed.isDownloaded, deed.readBefore]).toEqual([true, expect.any(String)])
  // Nothing is decided by it: CCI decides, with a date of its own.
  const decide = (expiredAt?: string) =>
    cci.call(changeDocument, { params: { id: deed.id! }, body: { status: 'ACCEPTED', expiredAt } })
  expect((await decide()).problem.code).toBe('noExpiry')
  expect((await ok(decide('2027-05-31'))).status).toBe('ACCEPTED')
  // The same bytes of another participant do not count.
  const theirs = (await ownDocumentation(other)).id
  await ok(upload(other, theirs, PLAN, pdf('plan de continuidad')))
  expect((await documentsOf(cci, theirs))[PLAN]!.isDownloaded).toBe(false)
})

test('EASE-04: after twelve months CCI opens the file again', async () => {
  await ok(upload(provider, id, TAX, pdf('plan de continuidad')))
  portal.clock.move(364 * DAY)
  cci = await portal.signIn('cci@almotacen.example')
  expect((await one(cci, TAX)).isDownloaded).toBe(true)
  portal.clock.move(3 * DAY)
  cci = await portal.signIn('cci@almotacen.example')
  const tax = await one(cci, TAX)
  expect([tax.isDownloaded, tax.readBefore]).toEqual([false, undefined])
  const decided = await cci.call(changeDocument, {
    params: { id: tax.id! },
    body: { status: 'ACCEPTED', expiredAt: '2029-01-01' },
  })
  expect(decided.problem.code).toBe('notDownloaded')
})

test('EASE-03: refuses all but an own accepted version in force of another document', async () => {
  provider = await portal.signIn('proveedor@almotacen.example')
  other = await portal.signIn('arcadio@almotacen.example')
  bank = await portal.signIn('entidad@almotacen.example')
  const [tax, plan] = [await one(provider, TAX), await one(provider, PLAN)]
  const refusal = async (call: ReturnType<typeof reuse>) => {
    const { status, problem } = await call
    return [status, problem.code]
  }
  expect(await refusal(reuse(provider, plan.id!, plan.file!))).toEqual([409, 'notReusable'])
  expect(await refusal(reuse(provider, plan.id!, tax.file!))).toEqual([409, 'notReusable'])
  await ok(reject(cci, await one(cci, TAX)))
  expect(await refusal(reuse(provider, plan.id!, tax.file!))).toEqual([409, 'notReusable'])
  expect(await refusal(reuse(provider, id, plan.file!, 'Otro'))).toEqual([400, 'unknownDocument'])
  expect(await refusal(reuse(bank, tax.id!, plan.file!))).toEqual([403, 'forbidden'])
  expect(await refusal(reuse(other, tax.id!, plan.file!))).toEqual([404, 'notFound'])
  // A version of another is unknown to the owner, and nothing for CCI to give away.
  const theirs = await ownDocumentation(other)
  const [mine] = Object.values(await documentsOf(other, theirs.id)).filter(({ file }) => file)
  expect(await refusal(reuse(provider, tax.id!, mine!.file!))).toEqual([404, 'notFound'])
  expect(await refusal(reuse(cci, tax.id!, mine!.file!))).toEqual([404, 'notFound'])
  // One by the identifier of the documentation, which needs no document yet.
  expect((await reuse(provider, id, plan.file!, TAX)).status).toBe(201)
  // Past its last day it is in force no more.
  portal.clock.move(300 * DAY)
  provider = await portal.signIn('proveedor@almotacen.example')
  expect(await refusal(reuse(provider, tax.id!, plan.file!))).toEqual([409, 'notReusable'])
})
