import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { isPrivate } from '#domain/identity/roles.ts'
import { readMe, resetPassword } from '#domain/identity/session/contract.ts'
import { attachIncidentDocument } from '#domain/incident/contract.ts'
import { makePackage } from '#domain/supervision/register/contract.ts'
import { securityHeaders } from '#server/http/security/security-headers.ts'
import { outside } from '#test/support/companies.ts'
import { addIntegrations } from '#test/support/integrations.ts'
import { addFailedMails } from '#test/support/operation.ts'
import { pdfAround } from '#test/support/pdf.ts'
import type { Things } from '#test/support/permissions.ts'
import { addAssessments, addIncidents, findThings, inputOf } from '#test/support/permissions.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { newContract, newFunction, newLine } from '#test/support/register-entries.ts'
import { begun } from '#test/support/reliance.ts'
import { declared } from '#test/support/uses.ts'

/* Properties of every answer: checked for all contracts, with existing and missing targets. */

let portal: TestPortal
let cci: Caller
let things: Things
const callers = {} as Record<'cci' | 'eval' | 'bank' | 'prov', Caller>
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  cci = await portal.signIn('cci@almotacen.example')
  Object.assign(callers, {
    cci,
    prov: await portal.signIn('proveedor@almotacen.example'),
    eval: await portal.signIn('evaluador@almotacen.example'),
    bank: await portal.signIn('entidad@almotacen.example'),
  })
  things = await findThings(portal)
  await addIncidents(portal, callers as never, things)
  await addAssessments(portal, things)
  const use = await declared(callers.bank, { providerId: things.participant.t!, serviceId: things.service })
  things.reliance = (await begun(callers.bank, use)).id
  await addIntegrations(portal, callers.bank, things)
  await addFailedMails(portal, things)
  const bank = callers.bank!
  const { id: functionId } = await newFunction(bank)
  const { id: arrangementId } = await newContract(bank, { company: outside() })
  await newLine(bank, { functionId, arrangementId })
  await bank.call(makePackage, { body: { format: 'CSV' } })
})
afterAll(() => portal.stop())

const thingsOfCall: Record<string, string> = {
  'participant.overview': 'provider',
  'participant.export-overview': 'provider',
  'catalogue.data': 'provider',
  'incident.favourites': 't',
  'incident.read': 't-incident',
  'incident.documents': 't-incident',
  'bulletin.read': 't-bulletin',
  'incident.content': 't-incident',
}

function ask(contract: Contract, query: object = {}): Promise<Answer<any>> {
  const thing = thingsOfCall[contract.name] ?? 't-request'
  const input = inputOf(contract.name, thing, things, cci.me.idGenericEntity)
  // Only a bank reads what a bank writes about its suppliers.
  const caller = isPrivate(contract.who) ? callers.bank : cci
  return caller.call(contract, { ...input, query: { ...input.query, ...query } } as never)
}

const reads = contracts.filter(contract => contract.method === 'GET')
const writes = contracts.filter(contract => contract.method !== 'GET' && contract.name !== 'session.close')

function checkAnswer(contract: Contract, { status, headers, body }: Answer<any>): void {
  const type = headers.get('content-type') ?? ''
  const said = `${contract.name} ${status}`
  expect(status, said).toBeLessThan(500)
  for (const [name, value] of Object.entries(securityHeaders)) {
    const isFile = status === 200 && contract.answer === 'file'
    const wanted = isFile && name === 'content-security-policy' ? "sandbox; default-src 'none'" : value
    expect(headers.get(name), `${said} ${name}`).toBe(wanted)
  }
  expect(headers.get('cache-control'), said).toBe('no-store')
  expect(headers.get('location'), said).toBeNull()
  if (status >= 400) expect(type, said).toBe('application/problem+json; charset=utf-8')
  else if (contract.answer === 'file') {
    expect(headers.get('content-disposition'), said).toMatch(/^attachment; filename="/)
    if (/^text\//.test(type)) expect(type, said).toMatch(/; charset=utf-8$/)
    expect(type, said).not.toMatch(/html|javascript|svg|xml$/)
  } else if (status !== 204 && contract.answer) expect(type, said).toBe('application/json; charset=utf-8')
  const text = status < 400 ? '' : JSON.stringify(body)
  // No stack, query, file path, component or version.
  expect(text, said).not.toMatch(
    /\bat .*\.(ts|js):\d|node_modules|\/work\/|select .* from|kysely|zod|fastify|postgres|\b42[0-9A-Z]{3}\b/i,
  )
}

test('every call answers with its type, its characters, nothing to keep, and nothing of the inside', async () => {
  let good = 0
  for (const contract of reads) {
    const answer = await ask(contract)
    checkAnswer(contract, answer)
    if (answer.status < 300) good++
  }
  // A 404 says nothing about the successful answer.
  expect(good).toBeGreaterThan(reads.length * 0.8)
  for (const contract of writes) checkAnswer(contract, await ask(contract))
})

/** A GET may only leave file access records and activity notes. */
const notes = [
  'session',
  'trail',
  'sign_in_attempt',
  'guess_budget',
  'idempotent_call',
  'file_read',
  'reading_under_way',
]

async function rowsBut(left: readonly string[]): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
    and table_type = 'BASE TABLE' and table_name not like 'kysely%' order by 1`.execute(portal.app.db)
  const hash = createHash('sha256')
  for (const { name } of rows.filter(table => !left.includes(table.name))) {
    const { rows: all } = await sql<{ t: string }>`select t::text as t from ${sql.table(name)} t order by 1`.execute(
      portal.app.db,
    )
    hash.update(`${name}${JSON.stringify(all)}`)
  }
  return hash.digest('hex')
}

test('no GET changes anything but the records of readings', async () => {
  const before = await rowsBut(notes)
  for (const contract of reads) for (let twice = 0; twice < 2; twice++) await ask(contract)
  expect(await rowsBut(notes)).toBe(before)
})

const odd = ["' or 1=(select pg_sleep(5))--%2527".concat('$', '{7*7}{{7*7}}%s%n'), '\u0000', '{"$gt":""}']

test('any text in a parameter is a value: no query, no template, no server error', async () => {
  for (const contract of reads.filter(each => each.query)) {
    for (const name of Object.keys(contract.query!.shape)) {
      for (const value of odd) {
        const started = performance.now()
        const answer = await ask(contract, { [name]: value })
        expect([200, 400, 404, 409], `${contract.name} ${name}=${value}`).toContain(answer.status)
        expect(performance.now() - started, `${contract.name} ${name}=${value}`).toBeLessThan(4000)
      }
    }
  }
}, 60_000)

test('refuses repeated values in the address, in a form, in JSON and in the parts of an upload', async () => {
  const { fetch: go } = cci
  const json = async (path: string, body: string) => (await go('POST', path, { body })).problem.code
  expect((await go('GET', '/invitations?status=PENDING&status=ACCEPTED')).status).toBe(400)
  expect((await go('GET', '/invitations?page=0&page[]=1')).status).toBe(400)
  expect(await json('/invitations', '{"type":"PROVIDER","email":"a@a.example","email":"b@b.example"}')).toBe('invalid')
  expect(await json('/invitations', '{"type":"PROVIDER","email":"a@a.example","\\u0065mail":"b@b.example"}')).toBe(
    'invalid',
  )
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const twice = await go('POST', '/registersLogin/closeSession', {
    body: 'token=a&close=false&close=true',
    headers: form,
  })
  expect(twice.status).toBe(400)
  const parts = new FormData()
  parts.append('issueDocument', JSON.stringify({ issueId: things.incident.t, documentCatalogName: 'x' }))
  parts.append('issueDocument', JSON.stringify({ issueId: things.incident.e, documentCatalogName: 'x' }))
  parts.set('file', new Blob([pdfAround('')]), 'a.pdf')
  expect((await go(attachIncidentDocument.method, attachIncidentDocument.path, { body: parts })).status).toBe(400)
  // The session survives: nothing of the form was accepted.
  expect((await cci.call(readMe)).status).toBe(200)
})

test('JSON that reaches for the prototype is refused, and nothing has been polluted', async () => {
  for (const body of [
    '{"type":"PROVIDER","email":"a@a.example","__proto__":{"polluted":1}}',
    '{"type":"PROVIDER","email":"a@a.example","constructor":{"prototype":{"polluted":1}}}',
    '{"type":"PROVIDER","email":{"__proto__":{"polluted":1}}}',
  ]) {
    expect((await cci.fetch('POST', '/invitations', { body })).status).toBe(400)
  }
  const parts = new FormData()
  parts.set('__proto__', '{"polluted":1}')
  parts.set('file', new Blob([pdfAround('')]), 'a.pdf')
  expect((await cci.fetch('POST', attachIncidentDocument.path, { body: parts })).status).toBe(400)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('a body that is not what its type says is refused, and so is JSON too deep to be meant', async () => {
  const body = '{"type":"PROVIDER","email":"a@a.example"}'
  for (const type of [
    'text/plain',
    'application/json garbage',
    'application/jsonp',
    'application/xml',
    '',
    'multipart/form-data',
  ]) {
    const { status } = await cci.fetch('POST', '/invitations', { body, headers: { 'content-type': type } })
    expect([400, 415], type).toContain(status)
  }
  for (const text of [
    '['.repeat(200_000),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    '\ufeff'.repeat(9),
    '﻿{}x',
  ]) {
    expect((await cci.fetch('POST', '/invitations', { body: text })).status).toBe(400)
  }
})

test('decodes a twice encoded text once, and keeps it a text', async () => {
  for (const path of [
    '/users/%2563ci@almotacen.example',
    '/users/..%252f..%252fsession',
    '/participants/provider/%252e%252e',
  ]) {
    expect((await cci.fetch('GET', path)).status, path).toBeGreaterThanOrEqual(400)
  }
  const once = await cci.fetch('GET', '/users/%63ci@almotacen.example')
  expect([once.status, once.body.contactDetails?.email ?? once.body.email]).toEqual([200, 'cci@almotacen.example'])
  for (const name of ['%2e%2e%2fx.pdf', '%252e%252e%252fx.pdf']) {
    const parts = new FormData()
    parts.set('file', new Blob(['hola']), name)
    const { problem } = await cci.fetch('POST', '/invitations-entity/massive', { body: parts })
    expect(problem.code).toBe('importExtension')
  }
})

/** Sends a raw request; `fetch` would normalize it. */
async function plain(path: string, method = 'GET', headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(portal.url)
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ hostname, port, path, method, headers }, resolve).on('error', reject).end(),
  )
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return { status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }
}

const stray = [
  ...['/.git/HEAD', '/.git/config', '/.env', '/.svn/entries', '/.well-known/x', '/.DS_Store', '/x/.git/HEAD'],
  ...['/package.json', '/package-lock.json', '/server-status.php', '/index.php', '/main.ts', '/src/server/main.ts'],
  ...[
    '/assets',
    '/assets/',
    '/assets/none.js',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
  ],
  ...['/own-data/x.css', '/own-data/x.js', '/provider.css', '/security%2ejs', '/files/incoming', '/secret.txt'],
  ...[
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/session/x.css',
    '/api/v1/session.css',
    '/api/v1/none.js',
    '/api/v2/session',
  ],
  ...['/metrics.json', '/debug.log', '/trail-heads/2026-11.jsonl', '/data/secret.key', '/health/'],
]

test('answers an unknown path with an error or the page: no .git, no listing', async () => {
  for (const path of stray) {
    const { status, headers, body } = await plain(path, 'GET', { authorization: cci.token })
    if (path === '/files/incoming') expect([path, status]).toEqual([path, 200])
    else expect([400, 404], path).toContain(status)
    if (status >= 400) expect(String(headers['content-type']), path).toContain('problem+json')
    // An unknown screen gets the application page and nothing else.
    else expect(body.toString(), path).toContain('<div id="root"></div>')
  }
})

test('pages, styles, scripts and fonts say what they are, and hold the same for everybody', async () => {
  const page = await plain('/')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  const names = await readdir('dist/web/assets')
  const types: Record<string, RegExp> = {
    js: /^(text|application)\/javascript; charset=utf-8$/,
    mjs: /^(text|application)\/javascript; charset=utf-8$/,
    css: /^text\/css; charset=utf-8$/,
    svg: /^image\/svg\+xml(; charset=utf-8)?$/,
    woff2: /^font\/woff2$/,
  }
  for (const [ending, type] of Object.entries(types)) {
    const name = names.find(each => each.endsWith(`.${ending}`))!
    const anybody = await plain(`/assets/${name}`)
    expect(anybody.headers['content-type'], name).toMatch(type)
    const signedIn = await plain(`/assets/${name}`, 'GET', { authorization: cci.token })
    expect(signedIn.body.equals(anybody.body), name).toBe(true)
  }
  // No source maps, and no compressed file on its own.
  for (const name of names.filter(each => /\.(map|ts|br)$/.test(each)).slice(0, 3)) {
    expect((await plain(`/assets/${name}`)).status, name).toBe(404)
  }
})

test('no cache keeps what a call answers, however its address is written', async () => {
  for (const path of ['/api/v1/users', '/%61pi/v1/users', '/%61pi/v1/session/settings', '/a%70i/v1/%ff']) {
    const { headers } = await plain(path, 'GET', { authorization: cci.token })
    expect(headers['cache-control'], path).toBe('no-store')
  }
})

test('HEAD does not read a file, and records no reader', async () => {
  const before = await portal.app.db.selectFrom('file_read').selectAll().execute()
  const path = `/api/v1/documents/${things.document.t}/content`
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'TRACE']) {
    expect([404, 405, 400], method).toContain((await plain(path, method, { authorization: cci.token })).status)
  }
  expect(await portal.app.db.selectFrom('file_read').selectAll().execute()).toEqual(before)
})

test('no foreign origin is let read, and no callback is wrapped round an answer', async () => {
  for (const origin of [
    'https://malo.example',
    'null',
    'http://portal.example.malo.example',
    'http://portal.example',
  ]) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await plain('/api/v1/session', method, { origin, authorization: cci.token })
      expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
    }
  }
  for (const name of ['callback', 'jsonp', 'cb']) {
    expect((await cci.fetch('GET', `/invitations?${name}=x`)).status).toBe(400)
  }
})

test('Content-Length counts bytes, also of accents', async () => {
  for (const path of ['/api/v1/session/settings', '/api/v1/none', '/', '/api/docs']) {
    const { headers, body } = await plain(path)
    if (headers['transfer-encoding'] === undefined) expect(Number(headers['content-length']), path).toBe(body.length)
    expect(headers['transfer-encoding'] !== undefined && headers['content-length'] !== undefined, path).toBe(false)
  }
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = { sub: 'cci', iss: 'portal', aud: 'portal', exp: 4e9, iat: 0, typ: 'session' }

describe('tokens that carry their own claims', () => {
  test.each([
    ['alg none', `${part({ alg: 'none' })}.${part(claims)}.`],
    ['alg None', `${part({ alg: 'None', typ: 'JWT' })}.${part(claims)}.x`],
    ['an HMAC with the empty key', `${part({ alg: 'HS256' })}.${part(claims)}.${'A'.repeat(43)}`],
    [
      'a key of its own',
      `${part({ alg: 'RS256', jwk: { kty: 'RSA', n: 'x', e: 'AQAB' } })}.${part(claims)}.${'A'.repeat(342)}`,
    ],
    [
      'a key elsewhere',
      `${part({ alg: 'RS256', jku: 'https://malo.example/k', kid: '../../secret' })}.${part(claims)}.x`,
    ],
    ['an expired one', `${part({ alg: 'HS256' })}.${part({ ...claims, exp: 1 })}.${'A'.repeat(43)}`],
    ['one for another', `${part({ alg: 'HS256' })}.${part({ ...claims, aud: 'otro' })}.${'A'.repeat(43)}`],
  ])('%s opens nothing, as session, code or second step', async (_what, token) => {
    for (const authorization of [token, `Bearer ${token}`, token.slice(0, 43)]) {
      const { status } = await portal.anonymous.fetch('GET', '/session', { headers: { authorization } })
      expect(status).toBe(401)
    }
    const body = { code: token, newPassword: 'Nueva.Clave.26' }
    expect((await portal.anonymous.call(resetPassword, { body })).problem.code).toMatch(/resetCodeDead|invalid/)
    const second = await portal.anonymous.fetch('POST', '/login/second-factor', {
      body: JSON.stringify({ pending: token, code: '000000' }),
    })
    expect(second.status).toBeGreaterThanOrEqual(400)
  })

  test('the portal hands out none: its tokens are random, and say nothing', () => {
    expect(cci.token).toMatch(/^[\w-]{43}$/)
    expect(cci.token).not.toContain('.')
    expect(Buffer.from(cci.token, 'base64url')).toHaveLength(32)
  })
})

describe('schemas allowed in contracts', () => {
  const shapes = contracts.flatMap(contract => [contract.params, contract.query].map(schema => ({ contract, schema })))

  test('no secret travels in an address', () => {
    const named = shapes.flatMap(({ contract, schema }) =>
      Object.keys(schema?.shape ?? {}).map(name => `${contract.name} ${name}`),
    )
    // Calendar programs have no other way to say whose calendar they read (RENEW-21).
    expect(named.filter(name => /token|pass|code|secret|csrf|pending/i.test(name.split(' ')[1]!))).toEqual([
      'calendar.read token',
      // What a certificate shows to everybody who has it (SEAL-16).
      'certificate.verify code',
    ])
    expect(named.length).toBeGreaterThan(50)
  })

  test('no field asks for hints or secret questions, and none sets the password of another user', () => {
    const fields = (schema: unknown): string[] =>
      schema instanceof z.ZodObject
        ? Object.entries(schema.shape).flatMap(([name, inner]) => [name, ...fields(inner)])
        : schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
          ? fields(schema.unwrap())
          : []
    const all = contracts.flatMap(contract => fields(contract.body).map(name => `${contract.name} ${name}`))
    // The callback address of an identity provider.
    const provided = 'session.sign-on-answer answer'
    // The answers to the controls of a framework are of an evaluation, those to the conditions of a reliance file of it.
    const asked = all
      .filter(name => !/^(assessment\.answer|independence\.declare) /.test(name) && name !== 'reliance.write answers')
      .filter(name => /hint|question|answer|reminder|pista|pregunta/i.test(name))
    expect(asked).toEqual([provided])
    expect(all.filter(name => /(password|Password)$/.test(name)).sort()).toEqual([
      'session.reset-password newPassword',
      'session.sign-in password',
      'user.patch newPassword',
      'user.patch oldPassword',
    ])
  })
})
