import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications, markNotification, sendNotice } from '#domain/notification/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let principal: Caller
let colleague: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  principal = await portal.signIn('proveedor@almotacen.example')
  colleague = await portal.signIn('proveedor2@almotacen.example')
})
afterAll(() => portal.stop())

const list = async (caller: Caller, query: Record<string, unknown> = {}) =>
  (await caller.call(listNotifications, { query: query as never })).body
const mark = (caller: Caller, id: string, body: unknown) => caller.call(markNotification, { params: { id }, body })

test('NOTIF-01 NOTIF-02 API-70: each role reads the notifications of its own participant, newest first', async () => {
  for (const name of ['cci', 'proveedor', 'evaluador', 'entidad']) {
    const caller = await portal.signIn(`${name}@almotacen.example`)
    const { content, totalElements } = await list(caller, { size: 100 })
    expect(totalElements).toBeGreaterThan(0)
    expect(content).toHaveLength(totalElements)
    for (const notification of content) {
      expect(notification).toMatchObject({
        id: expect.any(String),
        createdAt: expect.any(String),
        info: expect.any(Object),
        idGenericEntity: caller.me.idGenericEntity,
        type: expect.any(String),
        reason: expect.any(String),
        message: expect.any(String),
        isRead: false,
      })
    }
    const dates = content.map((notification: { createdAt: string }) => notification.createdAt)
    expect(dates).toEqual([...dates].sort().reverse())
    const oldest = await list(caller, { size: 100, sort: 'createdAt,asc' })
    expect(oldest.content.map((notification: { createdAt: string }) => notification.createdAt)).toEqual(dates.reverse())
  }
})

test('NOTIF-03: a notification carries references to its objects', async () => {
  const { content } = await list(principal)
  const scored = content.find((notification: { type: string }) => notification.type === 'SCORE_LOADED')
  expect(scored.info).toEqual({
    idGenericEntity: principal.me.idGenericEntity,
    idProvider: principal.me.idGenericEntity,
    validationId: expect.stringMatching(/^\w{26}$/),
  })
})

test('API-70: pages follow one another without gap or repetition', async () => {
  const caller = await portal.signIn('cci@almotacen.example')
  const { content, totalElements } = await list(caller, { size: 100 })
  const pages = []
  for (let page = 0; page * 2 < totalElements; page++) pages.push(...(await list(caller, { size: 2, page })).content)
  expect(pages).toEqual(content)
})

test('API-70: every page says how many there are, whether it is full, the last or past the end', async () => {
  const caller = await portal.signIn('cci@almotacen.example')
  const { length } = (await list(caller, { size: 100 })).content
  for (const size of [1, length - 1, length, length + 1]) {
    for (const page of [0, 1, 2, length + 1]) {
      for (const isRead of [undefined, false]) {
        const found = await list(caller, { size, page, isRead })
        expect([size, page, found.totalElements]).toEqual([size, page, length])
        expect(found.content).toHaveLength(Math.max(0, Math.min(size, length - page * size)))
      }
    }
  }
  const none = await list(caller, { isRead: true })
  expect(none).toEqual({ content: [], totalElements: 0 })
})

test('API-72 API-70 NOTIF-06: each user has its own read marks, and can remove them', async () => {
  const [first] = (await list(principal)).content
  const unread = async (caller: Caller) => (await list(caller, { isRead: false })).totalElements as number
  const before = await unread(principal)
  for (let twice = 0; twice < 2; twice++) {
    const answer = await mark(principal, first.id, { isRead: true })
    expect(answer).toMatchObject({ status: 200, body: { ...first, isRead: true } })
  }
  expect(await unread(principal)).toBe(before - 1)
  expect((await list(principal, { isRead: true })).content.map((n: { id: string }) => n.id)).toEqual([first.id])
  expect(await unread(colleague)).toBe(before)
  await mark(colleague, first.id, { isRead: true })
  expect((await mark(principal, first.id, { isRead: false })).body).toEqual(first)
  expect([await unread(principal), await unread(colleague)]).toEqual([before, before - 1])
})

test('D44: 404 for a notice to a deleted participant', async () => {
  const [cci, gone] = await Promise.all(['cci', 'somport'].map(name => portal.signIn(`${name}@almotacen.example`)))
  const body = { idGenericEntity: gone!.me.idGenericEntity, message: 'Cerramos mañana' }
  const send = async () => (await cci!.call(sendNotice, { body })).status
  const before = await send()
  await cci!.call(deleteParticipant, { body: { idGenericEntity: body.idGenericEntity } })
  expect([before, await send()]).toEqual([204, 404])
})

test('API-72: another participant’s notification does not exist, and nothing but the mark can be written', async () => {
  const foreign = (await list(await portal.signIn('entidad@almotacen.example'))).content[0]
  const answer = await mark(principal, foreign.id, { isRead: true })
  const missing = await mark(principal, '0'.repeat(26), { isRead: true })
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual(missing.body)
  const [own] = (await list(principal)).content
  expect((await mark(principal, own.id, { isRead: true, message: 'x' })).problem).toMatchObject({
    code: 'unknownField',
    fields: { message: expect.any(String) },
  })
  expect((await mark(principal, own.id, {})).status).toBe(400)
  expect((await portal.anonymous.call(listNotifications)).status).toBe(401)
})
