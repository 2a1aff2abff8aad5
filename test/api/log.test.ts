import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '#server/http/server.ts'
import { copyAuditLog } from '#server/platform/audit-log/copy.ts'
import { DAY } from '#server/platform/clock.ts'
import { safeError } from '#server/platform/log.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'

/* The contents of the process log, and what it must not contain (V16). */

const canaries = {
  password: 'Canario.Clave.1',
  wrong: 'Canario.Mala.22',
  typed: 'NIF 12345678Z de Canario',
  email: 'canario.desconocido@canario.example',
  file: 'canario-de-archivo.exe',
  code: 'CanarioDeCodigoQueNadieDebeLeerNunca',
}

type Line = Record<string, unknown>

/** The format of every line: time, place, level and event. */
function checkLine(text: string): Line {
  const line = JSON.parse(text) as Line
  expect(line).toMatchObject({
    level: expect.stringMatching(/^(info|warn|error|fatal)$/),
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    host: expect.any(String),
    pid: expect.any(Number),
    event: expect.any(String),
  })
  return line
}

describe('the log of a portal as an operator runs it', () => {
  let dataDir: string
  let running: PortalProcess
  let lines: Line[]
  let text: string
  let secrets: string[]

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'almotacen-log-'))
    running = await startProcess(dataDir)
    const quiet = running.output().length
    const headers = { 'x-requested-with': 'x', 'x-csrf-token': 'x', 'content-type': 'application/json' }
    const send = (method: string, path: string, body: unknown, more: Record<string, string> = {}) =>
      fetch(`${running.url}/api/v1${path}`, {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: { ...headers, ...more },
      })
    const signIn = (email: string, password: string) => send('POST', '/login', { email, password })
    await signIn('entidad@almotacen.example', canaries.wrong)
    await signIn(canaries.email, canaries.wrong)
    const entered = await signIn('entidad@almotacen.example', PASSWORD)
    const me = (await entered.json()) as { userId: string }
    const keys = {
      authorization: entered.headers.get('authorization')!,
      'x-csrf-token': entered.headers.get('x-csrf-token')!,
    }
    const changed = await send(
      'PATCH',
      `/users/${me.userId}`,
      { oldPassword: PASSWORD, newPassword: canaries.password, policyAccepted: true },
      keys,
    )
    expect(changed.status).toBe(200)
    const fresh = {
      authorization: changed.headers.get('authorization')!,
      'x-csrf-token': changed.headers.get('x-csrf-token')!,
    }
    await send('GET', '/session', undefined, fresh)
    await send('PUT', '/users/entidad@almotacen.example/request-password', undefined)
    await send('PUT', '/users/reset-password', { code: canaries.code, newPassword: canaries.wrong })
    // Refused for its content, for its caller, and for a missing header.
    await send('POST', '/issues', { title: canaries.typed, detail: canaries.typed, inventado: canaries.typed }, fresh)
    await send('POST', '/invitations', { type: 'PROVIDER', email: canaries.email }, fresh)
    await send('POST', '/issues', { title: canaries.typed }, { ...fresh, 'x-csrf-token': canaries.code })
    await send('GET', `/users/${canaries.email}`, undefined, { authorization: canaries.code })
    await send('GET', `/users/${canaries.email}?x=${canaries.code}\u001b[31m%0d%0aHTTP`, undefined, fresh)
    const form = new FormData()
    form.set('issueDocument', JSON.stringify({ issueId: '0'.repeat(26), documentCatalogName: canaries.typed }))
    form.set('file', new Blob(['MZ']), canaries.file)
    const { 'content-type': _, ...plain } = headers
    await fetch(`${running.url}/api/v1/documents`, { method: 'POST', body: form, headers: { ...plain, ...fresh } })
    const mails = await readdir(join(dataDir, 'mail')).catch(() => [] as string[])
    const mailed = await Promise.all(mails.map(name => readFile(join(dataDir, 'mail', name), 'utf8')))
    secrets = [
      ...[keys.authorization, keys['x-csrf-token'], fresh.authorization, fresh['x-csrf-token']],
      ...mailed.flatMap(mail => [...mail.matchAll(/code=3?D?([A-Za-z0-9]{32})/g)].map(found => found[1]!)),
    ]
    await running.kill('SIGTERM')
    text = running.output().slice(quiet)
    lines = text.split('\n').filter(Boolean).map(checkLine)
  }, 60_000)
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('ASVS 16.2.1 16.2.2 16.2.4: every line is JSON with its moment in UTC, its place, its gravity and its event', () => {
    expect(lines.length).toBeGreaterThan(7)
  })

  test('ASVS 16.2.5: no password, token, code, address, name of a file or anything typed is in it', () => {
    const said = [...Object.values(canaries), ...secrets, PASSWORD, '12345678Z', 'Canario', 'almotacen.example']
    for (const secret of said) expect(text.toLowerCase(), secret).not.toContain(secret.toLowerCase())
  })

  test('ASVS 16.3.3: logs attempts against validation, permissions and origin, with user and reason', () => {
    const told = lines.filter(({ event }) => event === 'refused')
    for (const reason of ['unknownField', 'forbidden', 'csrf', 'badCredentials', 'resetCodeDead', 'noSession']) {
      expect(told.map(line => line.reason)).toContain(reason)
    }
    const forbidden = told.find(({ reason }) => reason === 'forbidden')!
    expect(forbidden).toMatchObject({
      level: 'warn',
      method: 'POST',
      call: '/api/v1/invitations',
      status: 403,
      user: expect.stringMatching(/^[0-9a-z]{26}$/),
      address: '127.0.0.1',
    })
    expect(told.find(({ reason }) => reason === 'unknownField')!.fields).toContain('inventado')
  })

  test('ASVS 16.2.3: the portal writes no files but its data and the documented ones', async () => {
    const names = await readdir(dataDir)
    const documented = ['files', 'mail', 'outbox', 'pg', 'pg.log', 'secret', 'trail-heads']
    expect(names.filter(name => !documented.includes(name))).toEqual([])
  })
})

describe('a failure', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await startTestPortal({ seed: 'centre' })
  })
  afterAll(() => portal.stop())

  test('ASVS 16.3.4 16.4.1 16.5.1: is one line that cannot be broken or forged, and the caller reads a sentence', async () => {
    let written = ''
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written += chunk
        done()
      },
    })
    const evil = `\n{"level":"info","event":"forged"}\u001b[31m "contenido" ${canaries.email} ${canaries.code}`
    const broken = {
      ...portal.app,
      db: new Proxy(portal.app.db, {
        get: () => {
          throw new Error(`select * from portal_user where x = ${evil}`)
        },
      }),
    }
    const fastify = await buildServer(broken, { withWeb: false, log: stream })
    const answer = await fastify.inject({
      method: 'GET',
      url: '/api/v1/session',
      headers: { authorization: 'A'.repeat(43) },
    })
    await fastify.close()
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      type: '/api/docs#failed',
      title: 'Error inesperado',
      status: 500,
      detail: 'Se ha producido un error inesperado.',
      code: 'failed',
    })
    const lines = written.split('\n').filter(line => line !== '')
    const told = lines.map(checkLine).filter(({ event }) => event === 'failed')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ level: 'error', call: '/api/v1/session', err: { type: 'Error' } })
    for (const secret of ['contenido', canaries.email, canaries.code]) expect(written).not.toContain(secret)
    expect(lines.some(line => JSON.parse(line).event === 'forged')).toBe(false)
  })

  test('logs a refused address without the port of the proxy, and cuts field names at whole characters', async () => {
    let written = ''
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written += chunk
        done()
      },
    })
    const settings = { ...portal.app.settings, trustProxy: ['127.0.0.1'] }
    const fastify = await buildServer({ ...portal.app, settings }, { withWeb: false, log: stream })
    const field = 'x'.repeat(59)
    const answer = await fastify.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers: { 'x-requested-with': 'x', 'x-csrf-token': 'x', 'x-forwarded-for': '203.0.113.7:4711' },
      payload: { email: canaries.email, password: canaries.wrong, [`${field}😀`]: 1 },
    })
    await fastify.close()
    expect(answer.statusCode).toBe(400)
    const refused = written
      .split('\n')
      .filter(Boolean)
      .map(checkLine)
      .find(({ event }) => event === 'refused')
    expect(refused).toMatchObject({ address: '203.0.113.7', fields: [`${field}😀`] })
  })

  test('logs the codes of a database error, never the row that it quotes', async () => {
    const error = await portal.app.db
      .insertInto('invitation')
      .values({ email: canaries.email } as never)
      .execute()
      .catch(caught => caught)
    const told = JSON.stringify(safeError(error))
    expect(told).toContain('"code":"23502"')
    expect(told).not.toContain('canario')
    expect(JSON.stringify(safeError('un texto con canario@x.example'))).not.toContain('canario@')
  })

  test('ASVS 16.5.4: logs uncaught errors, and the process goes on', () => {
    const script = `
      import { catchTheRest } from '#server/platform/log.ts'
      catchTheRest()
      void Promise.reject(new Error('perdido con ${canaries.email}'))
      setTimeout(() => { throw new TypeError('nadie lo espera') }, 5)
      setTimeout(() => { console.log('sigue'); process.exit(0) }, 60)`
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(import.meta.dirname, '../..'),
      encoding: 'utf8',
    })
    expect([stdout.trim(), status]).toEqual(['sigue', 0])
    const told = stderr
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(checkLine)
    expect(told.map(({ event }) => event)).toEqual(['unhandled-rejection', 'uncaught-exception'])
    expect(stderr).not.toContain(canaries.email)
  })

  test('ASVS 16.4.3: every entry of the trail reaches another system, in order and once, whatever happens on the way', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almotacen-copy-'))
    const numbers = async () => {
      const names = (await readdir(folder)).sort()
      const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
      return texts
        .join('')
        .split('\n')
        .flatMap(line => {
          try {
            return [JSON.parse(line)]
          } catch {
            return []
          }
        })
    }
    await portal.signIn('cci@almotacen.example')
    const first = await copyAuditLog(portal.app, folder)
    expect(first).toBeGreaterThan(0)
    expect(await copyAuditLog(portal.app, folder)).toBe(0)
    // The half-written line of a power cut, and a folder that was not writable for a while.
    const [name] = await readdir(folder)
    await writeFile(join(folder, name!), '{"number":99', { flag: 'a' })
    await portal.signIn('cci@almotacen.example')
    await expect(copyAuditLog(portal.app, join(folder, name!))).rejects.toThrow()
    await copyAuditLog(portal.app, folder)
    const rows = await portal.app.db.selectFrom('trail').selectAll().orderBy('number').execute()
    const copied = await numbers()
    expect(copied.map(entry => [entry.number, entry.event, entry.hash])).toEqual(
      rows.map(row => [row.number, row.event, row.hash]),
    )
    expect(JSON.stringify(copied)).not.toContain('@')

    // A clock that jumped to another month and was corrected.
    for (const leap of [60 * DAY, -60 * DAY]) {
      portal.clock.move(leap)
      await portal.signIn('cci@almotacen.example')
      expect(await copyAuditLog(portal.app, folder)).toBeGreaterThan(0)
    }
    expect(await copyAuditLog(portal.app, folder)).toBe(0)
    const latest = await portal.app.db.selectFrom('trail').select('number').orderBy('number').execute()
    expect((await numbers()).map(entry => entry.number)).toEqual(latest.map(row => row.number))
    await rm(folder, { recursive: true })
  })

  test('ASVS 16.4.3: another audit log than the copied one raises an alarm, and gets a copy of its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almotacen-copy-'))
    await copyAuditLog(portal.app, folder)
    const [name] = await readdir(folder)
    const whole = (await readFile(join(folder, name!), 'utf8')).trimEnd().split('\n')
    const last = JSON.parse(whole.at(-1)!)
    // As in the folder of a portal that was restored to three entries earlier.
    const beyond = [-2, -1, 0, 1].map(step =>
      JSON.stringify({ ...last, number: last.number + step, hash: 'f'.repeat(64) }),
    )
    const before = `${[...whole.slice(0, -3), ...beyond].join('\n')}\n`
    await writeFile(join(folder, name!), before)
    await expect(copyAuditLog(portal.app, folder)).rejects.toThrow(`from entry ${last.number - 2}`)
    expect(await readFile(join(folder, name!), 'utf8')).toBe(before)
    await portal.signIn('cci@almotacen.example')
    expect(await copyAuditLog(portal.app, folder)).toBeGreaterThan(0)
    const [fork] = (await readdir(folder)).filter(each => each !== name)
    const lines = (await readFile(join(folder, fork!, name!), 'utf8'))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    const rows = await portal.app.db.selectFrom('trail').select(['number', 'hash']).orderBy('number').execute()
    expect(lines.map(({ number, hash }) => ({ number, hash }))).toEqual(
      rows.filter(row => row.number >= last.number - 2),
    )
    expect(await readFile(join(folder, name!), 'utf8')).toBe(before)
    await rm(folder, { recursive: true })
  })
})

test('the process survives the end of its log reader, and logs nothing about it', async () => {
  const script = `
    import { catchTheRest, logLine, logProblem } from '#server/platform/log.ts'
    catchTheRest()
    let caught = 0
    process.on('uncaughtException', () => caught++)
    process.stdin.once('data', () => {
      logLine('info', 'one')
      logProblem('other', new Error('unread'))
      setTimeout(() => process.exit(caught), 200)
    })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script])
  const [out, error] = [once(child.stdout, 'close'), once(child.stderr, 'close')]
  child.stdout.destroy()
  child.stderr.destroy()
  await Promise.all([out, error])
  child.stdin.write('now')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.runIf(existsSync('/dev/full'))(
  'a log on a full disk raises one alarm elsewhere; calls are answered and the process can end',
  async () => {
    const script = `
    import Fastify from 'fastify'
    import { catchTheRest } from '#server/platform/log.ts'
    import { requestLogger } from '#server/http/observe/request-log.ts'
    catchTheRest()
    const app = Fastify({ logger: requestLogger() })
    app.get('/', request => { request.log.warn('refused'); return 'answered' })
    let answered = 0
    for (let n = 0; n < 20; n++) if ((await app.inject('/')).body === 'answered') answered++
    process.exit(answered)`
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      stdio: ['ignore', full, 'pipe'],
    })
    let alarm = ''
    child.stderr!.on('data', chunk => {
      alarm += chunk
    })
    expect(await once(child, 'close')).toEqual([20, null])
    closeSync(full)
    expect(alarm.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(alarm)).toMatchObject({ level: 'error', event: 'alarm' })
  },
)

test('a log without a reader keeps no more than its limit, and says how much was lost', async () => {
  const script = `
    import { catchTheRest, logLine } from '#server/platform/log.ts'
    catchTheRest()
    const wait = (ms) => new Promise(resolve => setTimeout(resolve, ms))
    for (let n = 0; n < 3000; n++) { logLine('info', 'line', { text: 'x'.repeat(900) }); if (n % 100 === 0) await wait(1) }
    const held = process.stdout.writableLength
    process.stdin.once('data', async () => {
      while (process.stdout.writableLength > 0) await wait(10)
      logLine('info', 'last')
      await wait(50)
      process.exit(held < 1_100_000 ? 0 : 1)
    })
    process.stderr.write('full\\n')`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script])
  const said = { out: '', error: '' }
  child.stderr.on('data', chunk => {
    said.error += chunk
  })
  await expect.poll(() => said.error).toContain('full')
  child.stdout.on('data', chunk => {
    said.out += chunk
  })
  child.stdin.write('now')
  expect(await once(child, 'close')).toEqual([0, null])
  const lines = said.out
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  const written = lines.filter(({ event }) => event === 'line').length
  expect(lines.find(({ event }) => event === 'log-lost')).toMatchObject({ lines: 3000 - written })
  expect(lines.filter(({ event }) => event === 'last')).toHaveLength(1)
  expect(said.error.match(/"event":"alarm"/g)).toHaveLength(1)
})
