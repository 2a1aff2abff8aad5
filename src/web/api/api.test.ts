import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { readMe, signIn } from '#domain/identity/session/contract.ts'
import { FakeRequest, FakeStorage } from '#test/support/web/browser.ts'
import { call, headersOf, urlOf } from '#web/api/api.ts'
import { keys, storeTokens } from '#web/session/storage.ts'

const list = contract({
  name: 'probe.list',
  method: 'GET',
  path: '/probes',
  summary: '',
  who: 'session.own',
  query: z.strictObject({
    page: z.number().optional(),
    name: z.string().optional(),
    from: z.string().optional(),
    none: z.null().optional(),
  }),
})
const change = contract({
  name: 'probe.change',
  method: 'PATCH',
  path: '/probes/{id}/file',
  summary: '',
  who: 'session.own',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ name: z.string(), size: z.number() }),
})

beforeEach(() => {
  FakeRequest.sent = []
  vi.stubGlobal('sessionStorage', new FakeStorage())
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => vi.unstubAllGlobals())

test('API-01: addresses are under /api/v1, with their parameters encoded', () => {
  expect(urlOf(list)).toBe('/api/v1/probes')
  expect(urlOf(change, { id: 'a/b c?' })).toBe('/api/v1/probes/a%2Fb%20c%3F/file')
})

test('API-08: appends filters as key=value, and leaves out empty ones', () => {
  expect(urlOf(list, undefined, { page: 0, name: 'Añil & Cía', from: '2026-11-21T00:00:00.000Z' })).toBe(
    '/api/v1/probes?page=0&name=A%C3%B1il+%26+C%C3%ADa&from=2026-11-21T00%3A00%3A00.000Z',
  )
  expect(urlOf(list, undefined, { page: undefined, name: '', none: null })).toBe('/api/v1/probes')
})

test('API-02: every call carries the three headers, the token from session storage', () => {
  storeTokens('el-token', 'el-csrf')
  expect(sessionStorage.getItem('authToken')).toBe('el-token')
  for (const one of [list, change, readMe]) {
    expect(headersOf(one)).toMatchObject({
      'X-Requested-With': 'XMLHttpRequest',
      'X-CSRF-TOKEN': 'el-csrf',
      authorization: 'el-token',
    })
  }
})

test('API-02: without a session there is no token, and the CSRF header is still not empty', () => {
  expect(headersOf(list)).toEqual({ 'X-Requested-With': 'XMLHttpRequest', 'X-CSRF-TOKEN': 'sin-sesion' })
})

test('a call that is open to anyone never shows the token of a session', () => {
  storeTokens('el-token', 'el-csrf')
  expect(headersOf(signIn)).not.toHaveProperty('authorization')
})

test('a write has a key of its own each time; a read has none', () => {
  const first = headersOf(change)['Idempotency-Key']
  expect(first).toBeTruthy()
  expect(headersOf(change)['Idempotency-Key']).not.toBe(first)
  expect(headersOf(list)).not.toHaveProperty('Idempotency-Key')
})

test('API-03 API-04: a body is JSON, and a call has no timeout', async () => {
  storeTokens('el-token', 'el-csrf')
  const answer = call(change, { params: { id: 'x' }, body: { name: 'ñ', size: 3 } })
  const [sent] = FakeRequest.sent
  expect(sent).toMatchObject({
    method: 'PATCH',
    url: '/api/v1/probes/x/file',
    body: '{"name":"ñ","size":3}',
    timeout: 0,
  })
  expect(sent!.headers).toMatchObject({ 'content-type': 'application/json', authorization: 'el-token' })
  sent!.answer(204, '')
  await expect(answer).resolves.toBeUndefined()
})

test('AUTH-25: a token that comes in a response header is kept for the next call', async () => {
  const answer = call(signIn, { body: { email: 'a@b.example', password: 'x' } })
  FakeRequest.sent[0]!.answer(200, '{}', { authorization: 'nuevo', 'x-csrf-token': 'otro' })
  await answer
  expect(sessionStorage.getItem(keys.token)).toBe('nuevo')
  expect(headersOf(list)).toMatchObject({ authorization: 'nuevo', 'X-CSRF-TOKEN': 'otro' })
})

test('API-12: a refused write is an error with the sentence, the code and the fields of the server', async () => {
  const answer = call(change, { params: { id: 'x' }, body: { name: '', size: 0 } })
  FakeRequest.sent[0]!.answer(400, JSON.stringify({ code: 'invalid', detail: 'Hay campos.', fields: { name: 'No' } }))
  await expect(answer).rejects.toMatchObject({
    status: 400,
    code: 'invalid',
    message: 'Hay campos.',
    fields: { name: 'No' },
  })
})

test('ERR-28 ERR-29: a lost connection and a cancelled upload are transport errors with a Spanish sentence', async () => {
  const lost = call(list)
  FakeRequest.sent[0]!.onerror?.()
  await expect(lost).rejects.toMatchObject({
    status: 0,
    code: 'transport',
    transport: 'Network Error',
    message: 'No hay conexión con el portal: compruebe la red y vuelva a intentarlo.',
  })
  const stop = new AbortController()
  const cancelled = call(list, { signal: stop.signal })
  stop.abort()
  await expect(cancelled).rejects.toMatchObject({ transport: 'Request aborted', message: 'La subida se ha cancelado.' })
})

test('API-11: a read that fails is an error of its screen, never an empty list (D18)', async () => {
  const answer = call(list)
  const detail =
    'El portal no puede atenderle ahora mismo. No se ha guardado nada: vuelva a intentarlo en unos segundos.'
  FakeRequest.sent[0]!.answer(503, JSON.stringify({ code: 'unavailable', detail }))
  // A read never saves anything.
  const message = 'El portal no puede atenderle ahora mismo. Vuelva a intentarlo en unos segundos.'
  await expect(answer).rejects.toMatchObject({ status: 503, message })
  const write = call(change, { params: { id: 'x' }, body: { name: '', size: 0 } })
  FakeRequest.sent[1]!.answer(503, JSON.stringify({ code: 'unavailable', detail }))
  await expect(write).rejects.toMatchObject({ status: 503, message: detail })
})

test('ERR-30 ERR-31: a timeout and an address that no browser opens are transport errors too', async () => {
  const late = call(list)
  const request = FakeRequest.sent[0]!
  request.timeout = 8000
  request.ontimeout?.()
  await expect(late).rejects.toMatchObject({ code: 'transport', transport: 'timeout of 8000ms exceeded' })
  const open = FakeRequest.prototype.open
  FakeRequest.prototype.open = () => {
    throw new SyntaxError('Unsupported')
  }
  const impossible = call(list)
  FakeRequest.prototype.open = open
  await expect(impossible).rejects.toMatchObject({ code: 'transport', transport: 'Unsupported protocol' })
})

test('a session that the server calls over is forgotten', async () => {
  storeTokens('el-token', 'el-csrf')
  const answer = call(list)
  FakeRequest.sent[0]!.answer(401, JSON.stringify({ code: 'noSession', detail: 'Terminó.' }))
  await expect(answer).rejects.toMatchObject({ code: 'noSession' })
  expect(sessionStorage.getItem(keys.token)).toBeNull()
})

const over = JSON.stringify({ code: 'noSession', detail: 'Terminó.' })

test('a read of a session that was followed by the next is asked again in that, also when the next comes later', async () => {
  for (const order of ['refused last', 'refused first']) {
    FakeRequest.sent = []
    storeTokens('el-token', 'el-csrf')
    sessionStorage.setItem(keys.user, 'ana@banco.example')
    const answer = call(list)
    const renewal = call(change, { params: { id: 'x' }, body: { name: 'ñ', size: 3 } })
    const [read, write] = FakeRequest.sent as [FakeRequest, FakeRequest]
    const steps = [
      () => write.answer(200, '{}', { authorization: 'nuevo', 'x-csrf-token': 'otro' }),
      () => read.answer(401, over),
    ]
    if (order === 'refused first') steps.reverse()
    for (const step of steps) {
      step()
      await Promise.resolve()
    }
    await renewal
    await vi.waitFor(() => expect(FakeRequest.sent).toHaveLength(3))
    expect(FakeRequest.sent[2]!.headers.authorization, order).toBe('nuevo')
    FakeRequest.sent[2]!.answer(200, '[1]')
    await expect(answer).resolves.toEqual([1])
    expect(sessionStorage.getItem(keys.token)).toBe('nuevo')
  }
})

test('nothing of one person is asked again in the session of another, nor a write in any', async () => {
  storeTokens('el-token', 'el-csrf')
  sessionStorage.setItem(keys.user, 'ana@banco.example')
  const read = call(list)
  const write = call(change, { params: { id: 'x' }, body: { name: 'ñ', size: 3 } })
  const sent = [...FakeRequest.sent]
  storeTokens('de-otro', 'otro')
  sent[1]!.answer(401, over)
  await expect(write).rejects.toMatchObject({ code: 'noSession' })
  sessionStorage.setItem(keys.user, 'bea@banco.example')
  sent[0]!.answer(401, over)
  await expect(read).rejects.toMatchObject({ code: 'noSession' })
  expect(FakeRequest.sent).toHaveLength(2)
  expect(sessionStorage.getItem(keys.token)).toBe('de-otro')
})
