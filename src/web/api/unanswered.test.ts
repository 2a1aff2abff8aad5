import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { signIn } from '#domain/identity/session/contract.ts'
import { FakeRequest, FakeStorage } from '#test/support/web/browser.ts'
import { call } from '#web/api/api.ts'
import { clearTab } from '#web/session/storage.ts'

const write = (method: 'POST' | 'PUT' | 'DELETE', path = '/probes/{id}') =>
  contract({
    name: `probe.${method}`,
    method,
    path,
    summary: '',
    who: 'session.own',
    params: z.strictObject({ id: z.string() }),
    body: z.strictObject({ name: z.string() }),
  })
const [add, put, remove] = [write('POST'), write('PUT'), write('DELETE')]

beforeEach(() => {
  FakeRequest.sent = []
  vi.stubGlobal('sessionStorage', Object.assign(new FakeStorage(), { clear: () => {} }))
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  clearTab()
  vi.unstubAllGlobals()
})

type Fate = (request: FakeRequest) => void
const said =
  (status: number, code: string): Fate =>
  request =>
    request.answer(status, JSON.stringify({ code, detail: 'Lo que dice el portal.' }))
const done: Fate = request => request.answer(204, '')
const silence: Fate = request => {
  request.onerror?.()
  request.onloadend?.()
}
const proxy: Fate = request => request.answer(502, '<h1>Bad Gateway</h1>')
const portalOfHotel: Fate = request => request.answer(200, '<h1>Acepte las condiciones</h1>')
const stopped: Fate = request => request.abort()

/** @returns the idempotency key of the call and the message of its failure. */
async function press(fate: Fate, body = { name: 'ñ' }, to = put, more: object = {}) {
  const answer = call(to, { params: { id: 'x' }, body, ...more })
  const request = FakeRequest.sent.at(-1)!
  fate(request)
  const failure = await answer.then(
    () => '',
    (error: Error) => error.message,
  )
  return { key: request.headers['Idempotency-Key']!, failure }
}
const keyOf = async (...args: Parameters<typeof press>) => (await press(...args)).key

const HINT =
  'No se sabe si se ha guardado: compruebe la red y vuelva a intentarlo. Si ya estaba hecho, no se hará dos veces.'

test('D54: a write that no answer of the portal came to says that its fate is unknown, and that pressing again does it once', async () => {
  expect((await press(silence)).failure).toBe(`No hay conexión con el portal. ${HINT}`)
  expect((await press(proxy)).failure).toBe(`La respuesta no procede del portal. ${HINT}`)
  expect((await press(portalOfHotel)).failure).toBe(`La respuesta no procede del portal. ${HINT}`)
  const entering = call(signIn, { body: { email: 'a@b.example', password: 'x' } })
  silence(FakeRequest.sent.at(-1)!)
  await expect(entering).rejects.toThrow(
    'No hay conexión con el portal. No se sabe si ha llegado lo que ha enviado: compruebe la red y vuelva a intentarlo.',
  )
})

test.each([
  ['no answer', silence],
  ['the answer of a proxy', proxy],
  ['a page in its place', portalOfHotel],
  ['a stop', stopped],
  ['an outcome that the portal does not know', said(503, 'outcomeUnknown')],
])('after %s the same has the same key until the portal did it, then a new one', async (_, fate) => {
  const first = await keyOf(fate)
  expect(await keyOf(fate)).toBe(first)
  expect(await keyOf(done)).toBe(first)
  expect(await keyOf(done)).not.toBe(first)
})

test('a refusal about the sender keeps the key of the earlier call', async () => {
  const first = await keyOf(silence)
  for (const [status, code] of [
    [401, 'noSession'],
    [403, 'signInAgain'],
    [503, 'outcomeUnknown'],
    [429, 'tooMany'],
    [503, 'unavailable'],
  ] as const) {
    expect(await keyOf(said(status, code)), code).toBe(first)
  }
  expect(await keyOf(said(404, 'notFound'))).toBe(first)
  expect(await keyOf(done)).not.toBe(first)
})

test('a call that was refused at once gets a new key', async () => {
  expect(await keyOf(said(400, 'invalid'))).not.toBe(await keyOf(done))
})

test('another content, address, file or meaning is another write', async () => {
  const file = (size: number) => ({ files: { file: new File(['x'.repeat(size)], 'a.pdf', { lastModified: 1 }) } })
  const first = await keyOf(silence, { name: 'a' }, add, file(1))
  for (const other of [
    keyOf(done, { name: 'b' }, add, file(1)),
    keyOf(done, { name: 'a' }, add, file(2)),
    keyOf(done, { name: 'a' }, add, { ...file(1), meaning: 'otro' }),
    keyOf(done, { name: 'a' }, add, { ...file(1), params: { id: 'y' } }),
  ]) {
    expect(await other).not.toBe(first)
  }
  expect(await keyOf(done, { name: 'a' }, add, file(1))).toBe(first)
})

test('a change that is repeated after another one gets a new key', async () => {
  const first = await keyOf(silence, { name: 'a' })
  await keyOf(done, { name: 'b' })
  expect(await keyOf(done, { name: 'a' })).not.toBe(first)
  const removal = await keyOf(silence, undefined, remove)
  await keyOf(done, { name: 'a' })
  expect(await keyOf(done, undefined, remove)).not.toBe(removal)
})

test('an entry that was added, found and removed gets a new key; other additions keep the key', async () => {
  const addToList = write('POST', '/probes')
  const first = await keyOf(silence, { name: 'a' }, addToList)
  await keyOf(done, { name: 'b' }, addToList)
  expect(await keyOf(silence, { name: 'a' }, addToList)).toBe(first)
  await keyOf(done, undefined, remove)
  expect(await keyOf(done, { name: 'a' }, addToList)).not.toBe(first)
})

test('promises no single effect for a write whose answer is not kept', async () => {
  const codes = { ...add, withoutIdempotencyKey: true } as const
  const first = await press(silence, { name: 'a' }, codes)
  expect(first.failure).toBe(
    'No hay conexión con el portal. No se sabe si ha llegado lo que ha enviado: compruebe la red y vuelva a intentarlo.',
  )
  expect(await keyOf(done, { name: 'a' }, codes)).not.toBe(first.key)
})

test('signing out forgets the keys', async () => {
  const first = await keyOf(silence)
  clearTab()
  expect(await keyOf(done)).not.toBe(first)
})
