import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteDocument } from '#domain/document/contract.ts'
import { invite, listInvitations } from '#domain/invitation/contract.ts'
import { listNotifications, markNotification } from '#domain/notification/contract.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import { HOLD_MS, UNDO_SECONDS } from '#domain/notification/undo/undo.ts'
import { editParticipant } from '#domain/participant/contract.ts'
import { listScores, scoreContent } from '#domain/report-request/score/contract.ts'
import { changeValidation, deleteRequest, readValidation } from '#domain/validation/contract.ts'
import { deliverDue } from '#server/operation/mail/outbox-worker.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import {
  accept,
  acceptReport,
  documentsOf,
  freshRequest,
  ownDocumentation,
  publish,
  reject,
  upload,
} from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'

/* An act undone in time reaches no reader, and the audit log keeps both acts (decision 027). */

let acting: Awaited<ReturnType<typeof startActing>>
let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let bank: Caller
beforeAll(async () => {
  acting = await startActing()
  ;({ portal, cci, provider, evaluator, bank } = acting)
})
beforeEach(async () => {
  await portal.app.db.deleteFrom('outbox_mail').execute()
})
afterAll(() => portal.stop())

const takeBack = (caller: Caller, id: string) => caller.call(undo, { body: { id } })
const codeOf = async (caller: Caller, id: string) => (await takeBack(caller, id)).problem?.code

/** Sends what is due now. @returns the recipients */
async function mailed(): Promise<string[]> {
  const to: string[] = []
  const transport = { send: async (letter: { to: string }) => void to.push(letter.to), cut: () => {}, close: () => {} }
  await deliverDue(portal.app, transport)
  return to
}

/** The recipients of the mails of an act, once the time to undo it has passed. */
async function mailedInTheEnd(): Promise<string[]> {
  portal.clock.move(HOLD_MS)
  return mailed()
}

const eventsOf = async (id: string) =>
  (
    await portal.app.db
      .selectFrom('trail')
      .select('event')
      .where('object_id', '=', id)
      .where('event', 'not like', '%.read')
      .orderBy('number')
      .execute()
  ).map(({ event }) => event)

const statusOf = async (id: string) => (await ok(cci.call(readValidation, { params: { id } }))).status
const unread = async (caller: Caller) =>
  (await ok(caller.call(listNotifications, { query: { isRead: 'false' } }))).totalElements as number

let invited = 0
async function invitation(): Promise<{ id: string; email: string }> {
  return ok(cci.call(invite, { body: { type: 'PROVIDER', email: `alguien${++invited}@nuevo.example` } }))
}
const listed = async (email: string) =>
  (await ok(cci.call(listInvitations, { query: { email } }))).totalElements as number

test('the mail of an act that can be undone leaves only when it no longer can', async () => {
  const { email } = await invitation()
  expect(await mailed()).toEqual([])
  portal.clock.move(UNDO_SECONDS * 1000)
  expect(await mailed()).toEqual([])
  portal.clock.move(HOLD_MS - UNDO_SECONDS * 1000)
  expect(await mailed()).toEqual([email])
})

test('an invitation that is undone is not mailed and not listed, and may be sent again', async () => {
  const { id, email } = await invitation()
  expect((await takeBack(cci, id)).status).toBe(204)
  expect(await listed(email)).toBe(0)
  expect(await eventsOf(id)).toEqual(['invitation.sent', 'invitation.withdrawn'])
  expect(await mailedInTheEnd()).toEqual([])
  await ok(cci.call(invite, { body: { type: 'PROVIDER', email } }))
  expect(await mailedInTheEnd()).toEqual([email])
})

test('only its author undoes an act, once, and not too late', async () => {
  const { id, email } = await invitation()
  expect(await codeOf(acting.cci2, id)).toBe('undoOver')
  expect(await codeOf(provider, id)).toBe('undoOver')
  expect(await Promise.all([takeBack(cci, id), takeBack(cci, id)]).then(all => all.map(each => each.status))).toEqual(
    expect.arrayContaining([204, 409]),
  )
  const late = await invitation()
  portal.clock.move(HOLD_MS + 1)
  expect(await codeOf(cci, late.id)).toBe('undoOver')
  expect([await listed(email), await listed(late.email)]).toEqual([0, 1])
})

test('an act cannot be undone once its mail has left', async () => {
  const { id, email } = await invitation()
  await portal.mails()
  expect(await codeOf(cci, id)).toBe('undoOver')
  expect(await listed(email)).toBe(1)
})

test('a request that was deleted is back as it was, unless another one takes its place', async () => {
  const id = await freshRequest(cci, provider, evaluator)
  const before = await unread(cci)
  await ok(provider.call(deleteRequest, { params: { id } }))
  expect(await unread(cci)).toBe(before - 1)
  expect((await takeBack(provider, id)).status).toBe(204)
  expect([await statusOf(id), await unread(cci)]).toEqual(['PENDING', before])
  expect(await eventsOf(id)).toEqual(['request.sent', 'request.deleted', 'request.restored'])
})

test('a document that was deleted is back, unless another one was uploaded', async () => {
  const { draft } = acting
  const { id: validationId } = await ownDocumentation(draft)
  const [name] = Object.keys(await documentsOf(draft, validationId))
  await ok(upload(draft, validationId, name!))
  const { id } = (await documentsOf(draft, validationId))[name!]!
  await ok(draft.call(deleteDocument, { params: { id: id! } }))
  expect((await documentsOf(draft, validationId))[name!]!.status).toBeNull()
  expect((await takeBack(draft, id!)).status).toBe(204)
  expect((await documentsOf(draft, validationId))[name!]).toMatchObject({ id, status: 'PENDING' })
  expect((await eventsOf(id!)).slice(-2)).toEqual(['document.deleted', 'document.restored'])

  await ok(draft.call(deleteDocument, { params: { id: id! } }))
  await ok(upload(draft, validationId, name!))
  expect(await codeOf(draft, id!)).toBe('undoChanged')
})

test('undoing a rejection reopens the review of a documentation, without a notice to its owner', async () => {
  const { waiting } = acting
  const { id } = await ownDocumentation(waiting)
  for (const document of Object.values(await documentsOf(cci, id))) if (document.id) await reject(cci, document)
  const before = [await unread(waiting), await unread(cci)]
  await ok(cci.call(changeValidation, { params: { id }, body: { status: 'ACCEPTED' } }))
  expect([await statusOf(id), await unread(waiting)]).toEqual(['REJECTED', before[0]! + 1])
  expect((await takeBack(cci, id)).status).toBe(204)
  expect([await statusOf(id), await unread(waiting), await unread(cci)]).toEqual(['PENDING', ...before])
  expect(await mailedInTheEnd()).toEqual([])
  expect((await eventsOf(id)).slice(-2)).toEqual(['documentation.rejected', 'documentation.rejection-undone'])
})

test('undoing a rejection with its last document reopens request and document', async () => {
  const id = await freshRequest(cci, provider, evaluator)
  await mailedInTheEnd()
  const [first, last] = Object.values(await documentsOf(cci, id))
  await accept(cci, first!)
  await ok(reject(cci, last!))
  expect(await statusOf(id)).toBe('REJECTED')
  expect((await takeBack(cci, id)).status).toBe(204)
  expect(await statusOf(id)).toBe('PENDING')
  const statuses = Object.values(await documentsOf(cci, id)).map(({ status }) => status)
  expect(statuses.sort()).toEqual(['ACCEPTED', 'PENDING'])
  expect(await mailedInTheEnd()).toEqual([])
  expect((await eventsOf(id)).slice(-2)).toEqual(['request.rejected', 'request.rejection-undone'])
  expect((await eventsOf(last!.id!)).slice(-2)).toEqual(['document.rejected', 'document.rejection-undone'])
  // It may be decided again.
  await ok(reject(cci, last!))
  expect(await mailedInTheEnd()).toContain('proveedor@almotacen.example')
})

async function published(): Promise<string> {
  const id = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, id)
  await mailedInTheEnd()
  await ok(publish(cci, id))
  return id
}

test('undoing a publication removes the score, without a notice to any reader', async () => {
  const before = await unread(bank)
  const id = await published()
  expect(await unread(bank)).toBe(before + 1)
  expect((await takeBack(cci, id)).status).toBe(204)
  expect([await statusOf(id), await unread(bank)]).toEqual(['PENDING', before])
  expect((await ok(cci.call(listScores, { query: { validationId: id } }))).content).toEqual([])
  expect(await mailedInTheEnd()).toEqual([])
  expect((await eventsOf(id)).slice(-2)).toEqual(['request.qualified', 'request.qualification-undone'])
  await ok(publish(cci, id))
  expect((await mailedInTheEnd()).length).toBeGreaterThan(0)
})

test('a rename of the provider does not prevent undo', async () => {
  const id = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, id)
  const params = { kind: 'provider' as const, id: provider.me.idGenericEntity }
  await ok(cci.call(editParticipant, { params, body: { commercialName: 'Tramontana Digital' } }))
  await ok(publish(cci, id))
  await ok(cci.call(editParticipant, { params, body: { commercialName: 'Tramontana' } }))
  expect((await takeBack(cci, id)).status).toBe(204)
  expect(await statusOf(id)).toBe('PENDING')
})

test('a publication that a bank has read cannot be undone: by notification or by dictamen', async () => {
  const told = await published()
  const { content } = await ok(bank.call(listNotifications, { query: { isRead: 'false' } }))
  await ok(bank.call(markNotification, { params: { id: content[0].id }, body: { isRead: true } }))
  expect(await codeOf(cci, told)).toBe('undoSeen')

  const opened = await published()
  const scores = await ok(bank.call(listScores, { query: { validationId: opened } }))
  expect((await bank.call(scoreContent, { params: { id: scores.content[0].id } })).status).toBe(200)
  expect(await codeOf(cci, opened)).toBe('undoSeen')
  expect([await statusOf(told), await statusOf(opened)]).toEqual(['QUALIFIED', 'QUALIFIED'])
})
