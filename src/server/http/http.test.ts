import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError } from '#domain/contract/domain-error.ts'
import { contracts } from '#domain/contracts.ts'
import { readMe } from '#domain/identity/session/contract.ts'
import { countInvitations, invite, listInvitations } from '#domain/invitation/contract.ts'
import type { Reason } from '#domain/messages.ts'
import { refusals } from '#domain/messages.ts'
import { problemOf } from '#server/http/problem.ts'
import { checkRoutes } from '#server/http/server.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller

beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())

test('every contract has one route and every route one contract', () => {
  expect(() => checkRoutes()).not.toThrow()
})

test('API-01: the calls are below /api/v1/, and nothing answers elsewhere', async () => {
  expect((await cci.call(readMe)).status).toBe(200)
  const outside = await fetch(`${portal.url}/session`, { headers: { authorization: cci.token } })
  expect(outside.status).toBe(404)
})

test('API-05: a list answers content and totalElements', async () => {
  const { body } = await cci.call(listInvitations)
  expect(Object.keys(body).sort()).toEqual(['content', 'totalElements'])
})

test('the OpenAPI document has every call, and the readable page too', async () => {
  const { body } = await portal.anonymous.fetch('GET', '/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  for (const contract of contracts) {
    const operation = body.paths[contract.path]?.[contract.method.toLowerCase()]
    expect(operation?.operationId, contract.name).toBe(contract.name)
    expect(Object.keys(operation.responses), contract.name).toContain(String(contract.status ?? 200))
  }
  const page = await fetch(`${portal.url}/api/docs`)
  const html = await page.text()
  for (const contract of contracts) expect(html).toContain(`id="${contract.name}"`)
  for (const reason of Object.keys(refusals)) expect(html).toContain(`id="${reason}"`)
  expect(html).not.toContain('<script')
})

test('an error is a problem document with a stable code and the Spanish sentence', async () => {
  const answer = await portal.anonymous.call(readMe)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.body).toEqual({
    type: '/api/docs#noSession',
    title: 'Sin sesión',
    status: 401,
    detail: refusals.noSession.sentence,
    code: 'noSession',
  })
})

test.each(['/api/v1/session', '/api/v1/no-existe', '/api/docs', '/health/ready', '/'])(
  '%s carries the security headers',
  async path => {
    const { headers } = await fetch(portal.url + path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  },
)

test.each(['/health/live', '/health/ready'])('HEAD %s answers as GET, without a body', async path => {
  const ask = async (method: string) => {
    const { status, headers } = await fetch(portal.url + path, { method })
    return {
      status,
      headers: Object.fromEntries(
        [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
      ),
    }
  }
  expect(await ask('HEAD')).toEqual(await ask('GET'))
  // fetch hides the raw bytes: the response must end with its headers.
  const { hostname, port } = new URL(portal.url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  socket.write(`HEAD ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  const said = (await socket.toArray()).join('')
  expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(said.split('\r\n\r\n')).toEqual([expect.any(String), ''])
})

test.each([
  ['no X-Requested-With', { 'x-requested-with': '' }, 'headersMissing'],
  ['no X-CSRF-TOKEN', { 'x-csrf-token': '' }, 'headersMissing'],
  ['the X-CSRF-TOKEN of another session', { 'x-csrf-token': 'a'.repeat(32) }, 'csrf'],
])('a write with %s is refused', async (_what, headers, code) => {
  const answer = await cci.call(invite, { body: { type: 'PROVIDER', email: 'uno@uno.example' }, headers })
  expect(answer.status).toBe(403)
  expect(answer.problem.code).toBe(code)
  expect((await cci.call(countInvitations)).body.PENDING).toBe(0)
})

test('refuses a field that is not writable by its name', async () => {
  const { status, problem } = await cci.call(invite, {
    body: { type: 'PROVIDER', email: 'uno@uno.example', status: 'ACCEPTED' },
  })
  expect(status).toBe(400)
  expect(problem).toMatchObject({ code: 'unknownField', fields: { status: expect.any(String) } })
})

test.each(['page=-1', 'size=0', 'size=10000', 'sort=(select 1)', 'status[]=PENDING', 'otro=1', 'page=0&page=1'])(
  'the query %s is refused, not guessed',
  async query => {
    expect((await cci.fetch('GET', `/invitations?${query}`)).status).toBe(400)
  },
)

test.each(['uno\u0000@uno.example', 'uno\ud800@uno.example'])(
  'text that no database keeps is refused: %j',
  async email => {
    expect((await cci.call(invite, { body: { type: 'PROVIDER', email } })).status).toBe(400)
  },
)

test('a broken body and a wrong media type are refused in Spanish', async () => {
  const broken = await cci.fetch('POST', '/invitations', { body: '{"type":' })
  expect([broken.status, broken.problem.code]).toEqual([400, 'invalid'])
  const wrong = await cci.fetch('POST', '/invitations', { body: 'hola', headers: { 'content-type': 'text/plain' } })
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  expect(wrong.status).toBeLessThan(500)
})

test('S9: a body that is larger than any call needs is refused as too large', async () => {
  const body = JSON.stringify({ type: 'PROVIDER', email: 'x'.repeat(1_100_000) })
  const answer = await cci.fetch('POST', '/invitations', { body })
  expect(answer).toMatchObject({ status: 413, problem: { code: 'bodyTooLarge' } })
})

test('ASVS 2.4.1: a caller without a session may send only a body as long as a sign-in', async () => {
  const body = (length: number) => JSON.stringify({ email: 'ana@empresa.es', password: 'x'.repeat(length) })
  const post = (length: number) => portal.anonymous.fetch('POST', '/login', { body: body(length) })
  expect((await post(1000)).status).toBe(403)
  expect(await post(17_000)).toMatchObject({ status: 413, problem: { code: 'bodyTooLarge' } })
})

test('ASVS 2.4.1: reads no body of a caller without permission, and little of a form', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const long = 'a&'.repeat(500_000)
  const begun = process.cpuUsage()
  const stranger = await portal.anonymous.fetch('POST', '/users', { body: long, headers: form })
  expect([stranger.status, stranger.problem.code]).toEqual([401, 'noSession'])
  const broken = await portal.anonymous.fetch('POST', '/users', { body: '{"a":1,"a":2}' })
  expect([broken.status, broken.problem.code]).toEqual([401, 'noSession'])
  const admitted = await cci.fetch('POST', '/registersLogin/closeSession', { body: long, headers: form })
  expect([admitted.status, admitted.problem.code]).toEqual([413, 'bodyTooLarge'])
  // Reading the whole body takes more than five seconds.
  const { user, system } = process.cpuUsage(begun)
  expect((user + system) / 1000).toBeLessThan(2000)
})

test('every refusal has its title', () => {
  for (const reason of Object.keys(refusals) as Reason[]) {
    expect(problemOf(new DomainError(reason)).title, reason).toMatch(/^[A-Z]/)
  }
})

test('the same key has one effect and one answer, and is refused with other content', async () => {
  const headers = { 'idempotency-key': 'una-vez' }
  const body = { type: 'PROVIDER', email: 'doble@uno.example' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => cci.call(invite, { body, headers })))
  expect(new Set(answers.map(answer => `${answer.status} ${answer.body.id}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(201)
  const other = await cci.call(invite, { body: { ...body, email: 'otro@uno.example' }, headers })
  expect([other.status, other.problem.code]).toEqual([422, 'keyReused'])
})

test('a caller that goes away in the middle of its body leaves the server serving', async () => {
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
  socket.write(
    'POST /api/v1/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  socket.destroy()
  expect((await cci.call(readMe)).status).toBe(200)
})

test('without its database the portal answers 503 with when to come back, never an empty list', async () => {
  const other = await startTestPortal({ seed: 'centre' })
  const caller = await other.signIn('cci@almotacen.example')
  const { pool } = other.app
  pool.options.host = '/nowhere'
  // The server closes all its connections and refuses new ones.
  await pool
    .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
    .catch(() => {})
  const answer = await caller.call(listInvitations)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(answer.problem.code).toBe('unavailable')
  for (const method of ['GET', 'HEAD']) {
    expect((await fetch(`${other.url}/health/ready`, { method })).status).toBe(503)
    expect((await fetch(`${other.url}/health/live`, { method })).status).toBe(200)
  }
  await other.fastify.close()
})
