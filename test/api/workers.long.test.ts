import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rates } from '#domain/contract/limits.ts'
import type { JobWire } from '#domain/notification/operation/job/contract.ts'
import { listJobs, runJob } from '#domain/notification/operation/job/contract.ts'
import { callerOf, PASSWORD } from '#test/support/portal.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess, workersOf } from '#test/support/process.ts'

/* One server of two workers: it serves on one port, counts and sends once, and outlives a worker. */

let dataDir: string
let portal: PortalProcess
const metricsPort = 20_000 + (process.pid % 20_000)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almotacen-workers-'))
  portal = await startProcess(dataDir, { WORKERS: '2', METRICS_PORT: String(metricsPort) })
}, 120_000)
afterAll(async () => {
  await portal.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** One call on a connection of its own, which any worker may take. @returns its status and body */
async function call(path: string): Promise<{ status: number; body: string }> {
  const agent = new Agent({ keepAlive: false })
  const [answer] = await once(get(`${portal.url}${path}`, { agent }), 'response')
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return { status: answer.statusCode, body: Buffer.concat(parts).toString('utf8') }
}

test('two workers serve on one port, and their metrics are read in one place', async () => {
  expect(workersOf(portal.child.pid!)).toHaveLength(2)
  const answers = await Promise.all(Array.from({ length: 40 }, () => call('/health/ready')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const counted = /^almotacen_http_request_duration_seconds_count\{call="\/health\/ready",status="200"\} (\d+)$/m
  // Those of the test itself, and those of the wait for the start.
  expect(Number(counted.exec(text)?.[1])).toBeGreaterThanOrEqual(40)
  expect(text).toContain('\nalmotacen_database_up 1\n')
  expect(text).toContain('\nalmotacen_workers 2\n')
  expect(text).toContain('\nalmotacen_workers_wanted 2\n')
})

test('CARE-16 CARE-23: one server, however many workers, is on record with what its checks find', async () => {
  const measured = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const states = async () => (await measured()).match(/^almotacen_check_state\{server="[^"]+",check="version"\} .*$/gm)
  // A measurement of the database is reused for ten seconds.
  await expect.poll(states, { timeout: 60_000 }).toEqual([expect.stringMatching(`:${new URL(portal.url).port}".* 0$`)])
}, 90_000)

test('a mail that both workers could send leaves once', async () => {
  const outbox = join(dataDir, 'outbox')
  const people = ['proveedor', 'entidad', 'evaluador', 'cci'].map(name => `${name}@almotacen.example`)
  const asked = await Promise.all(
    people.map(email =>
      fetch(`${portal.url}/api/v1/users/${email}/request-password`, {
        method: 'PUT',
        headers: { 'x-requested-with': 'x', 'x-csrf-token': 'x', connection: 'close' },
      }),
    ),
  )
  expect(asked.map(({ status }) => status)).toEqual(people.map(() => 204))
  const sentTo = async () => {
    const names = (await readdir(outbox).catch(() => [])).filter(name => name.endsWith('.eml'))
    const letters = await Promise.all(names.map(name => readFile(join(outbox, name), 'utf8')))
    return letters.map(letter => /^To: (.*)$/m.exec(letter)![1]!.trim()).filter(to => people.includes(to))
  }
  await expect.poll(async () => (await sentTo()).toSorted(), { timeout: 30_000 }).toEqual(people.toSorted())
})

test('OPS-08: the log names the call or run that caused each mail, and not its recipient', async () => {
  const lines = () =>
    portal
      .output()
      .split('\n')
      .filter(line => line.includes('"event":"mail-sent"'))
      .map(line => JSON.parse(line))
  await expect.poll(() => lines().length, { timeout: 30_000 }).toBeGreaterThan(0)
  const id = expect.stringMatching(/^[0-9a-z]{26}$/)
  expect(lines()[0]).toMatchObject({ job: 'send-mail', cause: id, causedBy: id, mail: id, attempt: 1 })
  expect(JSON.stringify(lines())).not.toContain('@almotacen.example')
})

test('OPS-05: a job that CCI asks for is run by one of the workers, whichever takes the call', async () => {
  const body = JSON.stringify({ email: 'cci@almotacen.example', password: PASSWORD })
  const { headers } = await callerOf(portal.url, { token: '', csrf: 'x', cookie: '' }).fetch('POST', '/login', { body })
  const keys = { token: headers.get('authorization')!, csrf: headers.get('x-csrf-token')! }
  const cci = callerOf(portal.url, { ...keys, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' })
  const params = { name: 'certify-scores' as const }
  const found = async () =>
    (await cci.call(listJobs)).body.content.find(({ name }: JobWire) => name === params.name) as JobWire
  await expect.poll(async () => (await found()).status, { timeout: 30_000 }).toBe('DONE')
  const before = (await found()).startedAt!
  expect((await cci.call(runJob, { params })).body.status).toBe('ASKED')
  const isDone = ({ status, startedAt }: JobWire) => status === 'DONE' && startedAt! > before
  await expect.poll(async () => isDone(await found()), { timeout: 30_000 }).toBe(true)
})

test('a caller has one rate at all workers', async () => {
  const { burst, perMinute } = rates.anonymous
  const started = performance.now()
  const answers: number[] = []
  for (let sent = 0; sent < burst + 60; sent += 40) {
    answers.push(...(await Promise.all(Array.from({ length: 40 }, async () => (await call('/api/v1/session')).status))))
  }
  const allowed = answers.filter(status => status !== 429).length
  const regained = Math.ceil(((performance.now() - started) / 60_000) * perMinute) + 1
  expect(allowed).toBeGreaterThanOrEqual(burst)
  // Two limits would allow twice the burst.
  expect(allowed).toBeLessThanOrEqual(burst + regained)
})

test('a worker that is killed is replaced, and calls go on', async () => {
  const [first] = workersOf(portal.child.pid!)
  process.kill(first!, 'SIGKILL')
  await expect.poll(() => workersOf(portal.child.pid!).filter(pid => pid !== first).length, { timeout: 20_000 }).toBe(2)
  await expect.poll(async () => (await call('/health/ready')).status, { timeout: 20_000 }).toBe(200)
  expect(portal.output()).toContain('A worker ended and is replaced')
})

test('a stop ends all of it', async () => {
  const workers = workersOf(portal.child.pid!)
  await portal.kill('SIGTERM')
  expect(portal.child.exitCode).toBe(0)
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
}, 30_000)

test('workers end with the process that keeps them', async () => {
  portal = await startProcess(dataDir, { WORKERS: '2' })
  const workers = workersOf(portal.child.pid!)
  expect(workers).toHaveLength(2)
  portal.child.kill('SIGKILL')
  const alive = () =>
    workers.filter(pid => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    })
  await expect.poll(alive, { timeout: 20_000 }).toEqual([])
}, 60_000)
