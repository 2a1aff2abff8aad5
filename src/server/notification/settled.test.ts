import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications, markNotification } from '#domain/notification/contract.ts'
import { acceptReport, documentsOf, freshRequest, publish, reject } from '#test/support/documents.ts'
import { attach, raised, save } from '#test/support/incidents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Notifications that are settled are no longer unread for any user (D64). */

let portal: TestPortal
let cci: Caller
let colleague: Caller
let provider: Caller
let evaluator: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  ;[cci, colleague, provider, evaluator] = await Promise.all([
    enter('cci'),
    enter('cci2'),
    enter('proveedor'),
    enter('somport'),
  ])
})
afterAll(() => portal.stop())

type About = { validationId?: string; idIssue?: string }
/** The types of a caller's unread notifications about an object. */
async function unread(caller: Caller, about: About): Promise<string[]> {
  const { content } = (await caller.call(listNotifications, { query: { isRead: 'false', size: 500 } })).body
  const [key, id] = Object.entries(about)[0] as [keyof About, string]
  return content.filter(({ info }: { info: About }) => info[key] === id).map(({ type }: { type: string }) => type)
}

test('D64 D51: scoring a request settles its notices for all users of CCI, and no others', async () => {
  const [done, waits] = [await freshRequest(cci, provider, evaluator), await freshRequest(cci, provider, evaluator)]
  await acceptReport(cci, done)
  for (const caller of [cci, colleague]) {
    expect(await unread(caller, { validationId: done })).toEqual(['DOC_AUDIT_REPORT_PENDING'])
  }
  expect((await publish(cci, done)).status).toBe(201)
  for (const caller of [cci, colleague]) {
    expect(await unread(caller, { validationId: done })).toEqual([])
    expect(await unread(caller, { validationId: waits })).toEqual(['DOC_AUDIT_REPORT_PENDING'])
  }
  expect(await unread(provider, { validationId: done })).toEqual(['SCORE_LOADED'])

  for (const document of Object.values(await documentsOf(cci, waits))) await reject(cci, document)
  expect(await unread(colleague, { validationId: waits })).toEqual([])
})

test('D64 NOTIF-06: it can be marked unread again, and stays so', async () => {
  const { content } = (await cci.call(listNotifications, { query: { isRead: 'true', size: 500 } })).body
  const settled = content.find(({ type }: { type: string }) => type === 'DOC_AUDIT_REPORT_PENDING')!
  await cci.call(markNotification, { params: { id: settled.id }, body: { isRead: false } })
  expect(await unread(cci, { validationId: settled.info.validationId })).toEqual(['DOC_AUDIT_REPORT_PENDING'])
  expect(await unread(colleague, { validationId: settled.info.validationId })).toEqual([])
})

test('D64: opening an incident settles its notices to CCI', async () => {
  const { id } = await raised(provider)
  expect(await unread(colleague, { idIssue: id })).toEqual(['ISSUE_CREATED'])
  await attach(cci, id)
  await save(cci, id)
  expect(await unread(colleague, { idIssue: id })).toEqual([])
  expect(await unread(provider, { idIssue: id })).toContain('ISSUE_OPEN')
})
