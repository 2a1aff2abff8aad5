import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportOverview, readOverview } from '#domain/participant/contract.ts'
import { changeValidation, readValidation } from '#domain/validation/contract.ts'
import { documentsOf, ownDocumentation, reject, upload } from '#test/support/documents.ts'
import { wrongOverview } from '#test/support/overview.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* A bank reads what is in force while CCI reviews a newer document. */

let portal: TestPortal
let cci: Caller
let provider: Caller
let bank: Caller
const DEED = 'Escritura de constitución'

async function enter() {
  const sign = (name: string) => portal.signIn(`${name}@almotacen.example`)
  ;[cci, provider, bank] = (await Promise.all(['cci', 'proveedor', 'entidad'].map(sign))) as [Caller, Caller, Caller]
}
beforeAll(async () => {
  portal = await startTestPortal()
  await enter()
})
afterAll(async () => {
  expect(await wrongOverview(portal.app.db)).toEqual([])
  await portal.stop()
})

const rows = async (caller: Caller, query: Record<string, unknown> = {}) =>
  (await caller.call(readOverview, { params: { kind: 'PROVIDER' }, query: { size: 100, ...query } as never })).body
const statusTo = async (caller: Caller) => {
  const idProvider = provider.me.idGenericEntity
  const { id } = await ownDocumentation(provider)
  const { content } = await rows(caller, { idProvider })
  const { status, updateInReview } = (await caller.call(readValidation, { params: { id } })).body
  for (const row of content) expect([row.validationStatus, row.updateInReview]).toEqual([status, updateInReview])
  return updateInReview ? `${status}, update in review` : status
}
const accepted = async (caller: Caller) => {
  const { content, totalElements } = await rows(caller, { status: 'ACCEPTED' })
  expect(totalElements).toBe(content.length)
  return content.some((row: { idProvider: string }) => row.idProvider === provider.me.idGenericEntity)
}

test('RENEW-13: while a newer document is under review, banks read the documentation as accepted', async () => {
  expect([await statusTo(bank), await accepted(bank)]).toEqual(['ACCEPTED', true])
  const { id } = await ownDocumentation(provider)
  await upload(provider, id, DEED)
  expect([await statusTo(cci), await statusTo(provider), await statusTo(bank)]).toEqual([
    'PENDING',
    'PENDING',
    'ACCEPTED, update in review',
  ])
  // CCI asks for those under review, a bank for those that it may rely on.
  expect([await accepted(cci), await accepted(bank)]).toEqual([false, true])
  const csv = await bank.call(exportOverview, {
    params: { kind: 'PROVIDER' },
    query: { format: 'csv', status: 'ACCEPTED' } as never,
  })
  expect(csv.status).toBe(200)
})

test('RENEW-13: until something that it rests on lapses, in the lists as in the reading', async () => {
  portal.clock.set('2027-01-20T10:00:00.000Z')
  await enter()
  expect([await statusTo(bank), await accepted(bank)]).toEqual(['ACCEPTED, update in review', true])
  portal.clock.set('2027-01-21T10:00:00.000Z')
  await enter()
  expect([await statusTo(bank), await accepted(bank)]).toEqual(['PENDING', false])
  portal.clock.set('2026-11-22T10:00:00.000Z')
  await enter()
})

test('RENEW-13: a document that CCI newly requires, and a rejection, are read by banks as before', async () => {
  const { db } = portal.app
  const { id } = await ownDocumentation(provider)
  const catalogue = await db
    .selectFrom('document_catalogue')
    .select('id')
    .where('type', '=', 'PROVIDER')
    .executeTakeFirstOrThrow()
  const asked = {
    catalogue_id: catalogue.id,
    name: 'Documento nuevo',
    description: 'Del año',
    required: true,
    position: 99,
  }
  await db.insertInto('required_document').values(asked).execute()
  expect([await statusTo(bank), await accepted(bank)]).toEqual(['PENDING', false])
  await db.deleteFrom('required_document').where('name', '=', asked.name).execute()
  expect(await statusTo(bank)).toBe('ACCEPTED, update in review')
  await reject(cci, (await documentsOf(cci, id))[DEED]!)
  expect((await cci.call(changeValidation, { params: { id }, body: { status: 'ACCEPTED' } })).status).toBe(200)
  expect([await statusTo(bank), await accepted(bank)]).toEqual(['REJECTED', false])
})
