import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { connect } from 'node:net'
import { extname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rate } from '#domain/contract/limits.ts'
import { attemptRates, costOf, rates } from '#domain/contract/limits.ts'
import { readMe, signIn } from '#domain/identity/session/contract.ts'
import { invite } from '#domain/invitation/contract.ts'
import { makeLimiter } from '#server/http/security/limiter.ts'
import { securityHeaders } from '#server/http/security/security-headers.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

/* The layer between network and calls: headers, addresses, rate limits, and requests that are not HTTP. */

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true, environment: { RATE_LIMITS: 'yes', TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => portal.stop())

const webRoot = join(import.meta.dirname, '../../dist/web')
/** A browser compiles WebAssembly while it arrives only under its own type. */
const types: Record<string, string> = {
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
}

/** Sends raw bytes and reads until the server closes. */
async function raw(bytes: string): Promise<string> {
  const { port } = new URL(portal.url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  socket.write(bytes)
  await new Promise<void>(resolve => {
    socket.once('close', () => resolve())
    socket.once('error', () => resolve())
  })
  return answer
}

/** A plain request; `fetch` adds headers that disable conditional requests. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers }, resolve).on('error', reject),
  )
  answer.resume()
  return answer
}

/** Exhausts the login attempts of an account or address. */
async function exhaust(key: string, rate: Rate): Promise<void> {
  const until = new Date(Date.parse(portal.clock.now()) + rate.burst * costOf(rate)).toISOString()
  const { numUpdatedRows } = await portal.app.db
    .updateTable('guess_budget')
    .set({ busy_until: until })
    .where('key', '=', sha256(key))
    .executeTakeFirst()
  expect(numUpdatedRows).toBe(1n)
}

const from = (address: string) => ({ 'x-forwarded-for': address })

/** Fails sign-ins from an address; the account need not exist. */
async function attempt(email: string, address: string, password = 'Equivocada.1') {
  return portal.anonymous.call(signIn, { body: { email, password }, headers: from(address) })
}

describe('headers', () => {
  test.each([
    ['a page', '/', 200],
    ['a page that the browser has', '/', 304],
    ['a built file', null, 200],
    ['a missing file', '/assets/none.js', 404],
    ['the documentation', '/api/docs', 200],
    ['a call', '/api/v1/session/settings', 200],
    ['a call without a session', '/api/v1/session', 401],
    ['a call that does not exist', '/api/v1/none', 404],
    ['a wrong address', '/api/v1/%ff', 400],
    ['health', '/health/ready', 200],
    ['the release', '/health', 200],
  ])('%s (%s) carries them with %s', async (_what, path, status) => {
    const page = await (await fetch(portal.url)).text()
    const url = `${portal.url}${path ?? /src="([^"]+)"/.exec(page)![1]}`
    const etag = status === 304 ? (await ask(url)).headers.etag! : undefined
    const answer = await ask(url, etag ? { 'if-none-match': etag } : {})
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject(securityHeaders)
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) {
      expect(answer.headers).not.toHaveProperty(name)
    }
  })

  test('every built file is served, and only the PDF worker may compile WebAssembly', async () => {
    const built = readdirSync(join(webRoot, 'assets'), { recursive: true, withFileTypes: true })
      .filter(file => file.isFile() && !file.name.endsWith('.br'))
      .map(file => relative(webRoot, join(file.parentPath, file.name)))
    expect(built.length).toBeGreaterThan(200)
    const compiling: string[] = []
    for (const path of built) {
      const { statusCode, headers } = await ask(`${portal.url}/${path}`)
      expect([path, statusCode]).toEqual([path, 200])
      const type = types[extname(path)]
      if (type) expect([path, headers['content-type']]).toEqual([path, type])
      if (/'wasm-unsafe-eval'/.test(String(headers['content-security-policy']))) compiling.push(path)
    }
    expect(compiling).toEqual([expect.stringMatching(/^assets\/pdf\.worker\./)])
  })

  test.each(['/', '/login', '/reset-password?code=x', '/privacyPolicy.pdf', '/none.js', '/api/v1/none'])(
    'HEAD %s answers as GET',
    async path => {
      const [head, get] = await Promise.all(['HEAD', 'GET'].map(method => fetch(portal.url + path, { method })))
      expect([head!.status, head!.headers.get('content-type')]).toEqual([get!.status, get!.headers.get('content-type')])
      expect(await head!.text()).toBe('')
    },
  )

  test('answers text that is not HTTP, or too long, with its status and closes the connection', async () => {
    const sent = [
      ['GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n', '400'],
      ['POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n', '400'],
      ['POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', '400'],
      ['¿Hola?\r\n\r\n', '400'],
      ['GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
      ['GET /health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', '400'],
      ['POST /api/v1/login HTTP/1.1\r\nHost: x\r\nExpect: x\r\nContent-Length: 0\r\n\r\n', '417'],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, '431'],
      [`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '431'],
    ]
    for (const [bytes, status] of sent) {
      const answer = await raw(bytes!)
      expect(answer.slice(0, 12), bytes!.slice(0, 60)).toBe(`HTTP/1.1 ${status}`)
      for (const name of Object.keys(securityHeaders)) expect(answer).toContain(`${name}: `)
      expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
        status: Number(status),
        code: 'invalid',
        detail: expect.stringMatching(/\.$/),
      })
    }
    expect((await fetch(`${portal.url}/health/live`)).status).toBe(200)
  })

  test.each(['TRACE', 'PUT', 'PROPFIND', 'get', 'GARBAGE'])('%s is not a way to call', async method => {
    const answer = await raw(`${method} /api/v1/session/settings HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer.slice(0, 12)).toMatch(/HTTP\/1\.1 40[045]/)
    expect(answer).not.toContain('productName')
  })

  test('a method cannot be overridden', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    expect((await fetch(`${portal.url}/api/v1/session/settings`, { headers })).status).toBe(200)
  })

  test('a report of a stopped script is taken, whatever its form', async () => {
    const reports = [
      ['application/csp-report', { 'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'inline' } }],
      ['application/reports+json', [{ type: 'csp-violation', body: { effectiveDirective: 'img-src' } }]],
      ['application/reports+json', [{ other: 1 }]],
    ] as const
    for (const [type, body] of reports) {
      const answer = await fetch(`${portal.url}/csp-reports`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': type },
      })
      expect(answer.status).toBe(204)
    }
  })
})

test('CARE-10 CARE-15: /health names the release that answers, and from where it sees the call', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(await (await fetch(`${portal.url}/health`)).json()).toEqual({ status: 'ok', version, caller: '127.0.0.1' })
})

describe('HTTP/1.0', () => {
  test('serves responses with a length, and refuses those whose end only the closed connection shows', async () => {
    const cci = await portal.signIn('cci@almotacen.example')
    const ask = (path: string) => raw(`GET /api/v1/${path} HTTP/1.0\r\nHost: x\r\nAuthorization: ${cci.token}\r\n\r\n`)
    const { idGenericEntity } = cci.me
    const before = await newestEntry(portal)
    const refused = await ask(`case-file/participant/${idGenericEntity}`)
    expect([refused.slice(9, 12), refused.includes('httpTooOld')]).toEqual(['505', true])
    expect(await entriesAfter(portal, before)).toEqual([])
    const list = await ask('users/export?format=csv')
    expect(list.slice(9, 12)).toBe('200')
    expect(list).toMatch(/\r\ncontent-length: \d+\r\n/)
  })
})

describe('addresses', () => {
  test('a proxy that is not configured is not believed', async () => {
    const other = await startTestPortal({ seed: 'centre', environment: { TRUST_PROXY: '10.9.0.0/16' } })
    const body = { email: 'nadie@uno.example', password: 'Equivocada.1' }
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await other.anonymous.call(signIn, { body, headers: from(`203.0.113.${i}`) })).status)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 401])
    await other.stop()
  })

  test('a configured proxy is, so that each address has its own five guesses', async () => {
    for (let i = 0; i < 6; i++) expect((await attempt('nadie@dos.example', `203.0.113.${i}`)).status).toBe(403)
  })

  test('AUTH-32: addresses of one IPv6 /64 count as one, and a block records the whole address', async () => {
    const statuses: number[] = []
    for (let i = 1; i <= 6; i++) statuses.push((await attempt('nadie@red.example', `2001:db8:1:2::${i}`)).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 401])
    expect((await attempt('nadie@red.example', '2001:db8:1:3::1')).status).toBe(403)
    const { data } = await portal.app.db
      .selectFrom('trail')
      .select('data')
      .where('event', '=', 'session.blocked')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    expect(data).toEqual({ address: '2001:db8:1:2::6' })
  })

  test('text that is no address counts as one address, and IPv4 written as IPv6 as itself', async () => {
    const statuses: number[] = []
    for (const way of ['203.0.113.80', '::ffff:203.0.113.80', '::ffff:cb00:7150', '203.0.113.80']) {
      statuses.push((await attempt('nadie@modos.example', way)).status)
    }
    for (let i = 0; i < 6; i++) statuses.push((await attempt('nadie@nada.example', `nada${i}`)).status)
    statuses.push((await attempt('nadie@modos.example', '::ffff:203.0.113.80')).status)
    statuses.push((await attempt('nadie@modos.example', '203.0.113.80')).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 403, 403, 403, 401, 403, 401])
  })

  test.each(['10.0.0.0/40', 'proxy.example', '1.2.3.4/x'])('the setting refuses %s', text => {
    expect(() => readSettings({ TRUST_PROXY: text })).toThrow('TRUST_PROXY')
  })

  test('links in mails ignore the host that a caller claims', async () => {
    await portal.anonymous.fetch('PUT', '/users/cci@almotacen.example/request-password', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    const mail = (await portal.mails()).at(-1)!
    expect(mail.text).toContain('http://portal.example/')
    expect(mail.text).not.toContain('evil.example')
  })
})

describe('rates', () => {
  test('blocks an address that guesses at many accounts, says until when, and admits it again', async () => {
    const address = '198.51.100.7'
    for (let i = 0; i < 3; i++) expect((await attempt(`cuenta${i}@tres.example`, address)).status).toBe(403)
    await exhaust(`address:${address}`, attemptRates.address)
    const refused = await attempt('cuenta-mas@tres.example', address)
    expect(refused.status).toBe(429)
    expect(refused.problem.code).toBe('tooMany')
    expect(refused.headers.get('retry-after')).toBe('10')
    expect((await attempt('cuenta-mas@tres.example', '198.51.100.8')).status).toBe(403)
    portal.clock.move(10_000)
    expect((await attempt('cuenta-mas@tres.example', address)).status).toBe(403)
    expect((await attempt('cuenta-mas@tres.example', address)).status).toBe(429)
  })

  test('a /64 of IPv6 has the guesses and the calls of one address', async () => {
    await attempt('cuenta@red.example', '2001:db8:7:7::1')
    await exhaust('address:2001:db8:7:7', attemptRates.address)
    expect((await attempt('otra@red.example', '2001:db8:7:7:a:b:c:d')).status).toBe(429)
    const call = async (address: string, path = '/api/v1/session/settings', init: RequestInit = {}) =>
      (await fetch(`${portal.url}${path}`, { ...init, headers: { ...init.headers, ...from(address) } })).status
    const report = { method: 'POST', headers: { 'content-type': 'application/csp-report' }, body: '{}' }
    const { burst } = rates.anonymous
    const first = await Promise.all(Array.from({ length: burst }, (_, i) => call(`2001:db8:8:8::${i}`)))
    expect(first).toEqual(Array(burst).fill(200))
    expect(await call('2001:db8:8:8:9:9:9:9')).toBe(429)
    expect(await call('2001:db8:8:8::1', '/csp-reports', report)).toBe(429)
    expect(await call('2001:db8:8:9::1', '/csp-reports', report)).toBe(204)
  })

  test('counts an unreadable call like any other', async () => {
    const body = '{"a":1,"a":2}'
    const headers = { 'content-type': 'application/json', ...from('203.0.113.77') }
    const call = async () => (await fetch(`${portal.url}/api/v1/users`, { method: 'POST', headers, body })).status
    const { burst } = rates.anonymous
    expect(await Promise.all(Array.from({ length: burst }, call))).toEqual(Array(burst).fill(401))
    expect(await call()).toBe(429)
  })

  test('a server with a clock slightly behind grants no extra attempts', async () => {
    const address = '198.51.100.31'
    await attempt('nadie@cinco.example', address)
    await exhaust(`address:${address}`, attemptRates.address)
    for (const behind of [250, 5 * 60_000]) {
      portal.clock.move(-behind)
      expect((await attempt('nadie@cinco.example', address)).status).toBe(429)
      portal.clock.move(behind)
    }
  })

  test('simultaneous guesses of an address never get past its budget', async () => {
    const address = '198.51.100.30'
    await attempt('nadie@cuatro.example', address)
    await exhaust(`address:${address}`, { ...attemptRates.address, burst: attemptRates.address.burst - 3 })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => attempt(`v${i}@cuatro.example`, address)))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(3)
  })

  test('a right password costs nothing, so an office behind one address signs in as it likes', async () => {
    const before = await portal.app.db.selectFrom('guess_budget').selectAll().orderBy('key').execute()
    const again = await attempt('cci@almotacen.example', '198.51.100.20', PASSWORD)
    expect(again.status).toBe(200)
    const after = await portal.app.db.selectFrom('guess_budget').selectAll().orderBy('key').execute()
    const now = portal.clock.now()
    expect(after.filter(row => row.busy_until > now)).toEqual(before.filter(row => row.busy_until > now))
  })

  test('an account that many addresses guess at is slowed for strange devices, not for its own', async () => {
    const owner = await portal.signIn('entidad@almotacen.example')
    await attempt('entidad@almotacen.example', '192.0.2.1')
    await exhaust(`account:${portal.app.secrets.blind('entidad@almotacen.example')}`, attemptRates.account)
    expect((await attempt('entidad@almotacen.example', '192.0.2.2', PASSWORD)).status).toBe(429)
    const own = await portal.anonymous.call(signIn, {
      body: { email: 'entidad@almotacen.example', password: PASSWORD },
      headers: { ...from('192.0.2.3'), cookie: owner.cookie },
    })
    expect(own.status).toBe(200)
  })

  test('D20: an attacker blocks only its own addresses: blocked attempts cost the account nothing', async () => {
    const email = 'proveedor@almotacen.example'
    expect((await attempt(email, '192.0.2.11')).status).toBe(403)
    await exhaust(`account:${portal.app.secrets.blind(email)}`, {
      ...attemptRates.account,
      burst: attemptRates.account.burst - 6,
    })
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(email, '192.0.2.11')))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(8).fill(401), ...Array(4).fill(403)])
    expect((await attempt(email, '192.0.2.12', PASSWORD)).status).toBe(200)
  })

  test('D20: an attempt without credit is not counted: the device may try again with the account', async () => {
    const email = 'arcadio@almotacen.example'
    await attempt(email, '192.0.2.21')
    await exhaust(`account:${portal.app.secrets.blind(email)}`, attemptRates.account)
    for (let i = 0; i < 6; i++) expect((await attempt(email, '192.0.2.22', PASSWORD)).status).toBe(429)
    portal.clock.move(30_000)
    expect((await attempt(email, '192.0.2.22', PASSWORD)).status).toBe(200)
  })

  test('slows a user who sends without end, keeps nothing refused, and serves others', async () => {
    const cci = await portal.signIn('cci@almotacen.example')
    const other = await portal.signIn('evaluador@almotacen.example')
    const send = (i: number) => cci.call(invite, { body: { type: 'PROVIDER', email: `n${i}@ritmo.example` } })
    for (let i = 0; i < rates.sendsMail.burst; i++) expect((await send(i)).status).toBe(201)
    const refused = await send(rates.sendsMail.burst)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3')
    expect(refused.problem.detail).toBe('Demasiadas peticiones seguidas. Espere un momento y vuelva a intentarlo.')
    const kept = portal.app.db.selectFrom('invitation').select('id').where('email', 'like', '%@ritmo.example')
    expect(await kept.execute()).toHaveLength(rates.sendsMail.burst)
    expect((await cci.call(readMe)).status).toBe(200)
    expect((await other.call(readMe)).status).toBe(200)
    portal.clock.move(3000)
    expect((await send(rates.sendsMail.burst)).status).toBe(201)
  }, 60_000)

  test('the memory of callers is bounded', () => {
    const limiter = makeLimiter(portal.clock)
    for (let i = 0; i < 120_000; i++) limiter.take(`address:${i}`, 'anonymous')
    expect(() => limiter.take('address:1', 'anonymous')).not.toThrow()
  })
})
