/**
 * `npm run measure:load`: how fast a portal answers over many participants, at a stated concurrency.
 *
 *   npm run measure:load -- --participants 20000 --clients 16 --seconds 10
 *
 * Closed loop: each client calls again when it is answered. Portal, PostgreSQL and clients share this machine; the load
 * average beside the figures says with what else.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { systemClock } from '#server/clock.ts'
import { connect } from '#server/database/connect.ts'
import { PORT } from '#server/database/embedded-place.ts'
import { loadSecretKey, secretsFrom } from '#server/secrets.ts'
import { enterAll } from '#test/support/model/run.ts'
import type { Answer, Caller } from '#test/support/portal.ts'
import { callerOf, PASSWORD } from '#test/support/portal.ts'
import { startProcess } from '#test/support/process.ts'

const { values } = parseArgs({
  options: {
    participants: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
})
const [participants, clients, seconds] = [values.participants, values.clients, values.seconds].map(Number) as [
  number,
  number,
  number,
]

type Case = { name: string; clients?: number; call: (n: number) => Promise<Answer> }

const at = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Calls for so long, by so many at once. @returns the line of the table. */
async function measure({ name, clients: own = clients, call }: Case): Promise<string> {
  for (let n = 0; n < 3; n++) await call(n)
  const times: number[] = []
  const failed: Record<string, number> = {}
  const begin = performance.now()
  const end = begin + seconds * 1000
  let number = 0
  const client = async () => {
    while (performance.now() < end) {
      const from = performance.now()
      const { status } = await call(++number)
      times.push(performance.now() - from)
      if (status >= 400) failed[status] = (failed[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: own }, client))
  const passed = (performance.now() - begin) / 1000
  times.sort((a, b) => a - b)
  const ms = [0.5, 0.95, 0.99, 1].map(part => at(times, part).toFixed(0))
  const errors = Object.keys(failed).length > 0 ? JSON.stringify(failed) : '0'
  return `| ${name} | ${own} | ${(times.length / passed).toFixed(0)} | ${ms.join(' | ')} | ${errors} | ${loadavg()[0]!.toFixed(1)} |`
}

const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-load-'))
const portal = await startProcess(dataDir, { RATE_LIMITS: 'no', MAX_SESSIONS: '1000' })
try {
  const connection = { host: join(dataDir, 'pg/run'), port: PORT, user: 'postgres', database: 'almotacen' }
  const { db } = connect(connection, 2)
  const inside = { db, clock: systemClock(), secrets: secretsFrom(await loadSecretKey(dataDir, null)) }
  const callers = await enterAll({ portal: inside, callerWith: keys => callerOf(portal.url, keys) })
  const users = await db.selectFrom('portal_user').select(['id', 'email']).execute()
  await db.destroy()
  const as = (name: string): Caller => callers.get(users.find(user => user.email.startsWith(`${name}@`))!.id)!
  const [cci, bank, provider, evaluator] = [as('cci'), as('entidad'), as('proveedor'), as('evaluador')]

  const client = new pg.Client(connection)
  await client.connect()
  client.on('error', () => {})
  const filling = performance.now()
  await client.query(
    readFileSync(join(import.meta.dirname, '../test/support/crowd.sql'), 'utf8').replaceAll(
      ':participants',
      String(participants),
    ),
  )
  const { rows } = await client.query(`select
    (select count(*) from participant) as participants, (select count(*) from document_version) as documents,
    (select count(*) from validation where kind = 'AUDIT_REPORT') as requests, (select count(*) from notification) as notices,
    pg_size_pretty(pg_database_size('almotacen')) as size`)
  await client.end()
  console.log(`Filled in ${((performance.now() - filling) / 1000).toFixed(0)} s: ${JSON.stringify(rows[0])}`)

  const get = (caller: Caller, path: string | ((n: number) => string)) => (n: number) =>
    caller.fetch('GET', typeof path === 'string' ? path : path(n))
  const word = (n: number) => ['atalaya', 'moncayo', 'turia', 'pisuerga', 'ordesa'][n % 5]!
  const someone = (n: number) => `a${(1 + ((n * 7919) % participants)).toString(16).padStart(25, '0')}`
  const { id: userId } = users.find(user => user.email.startsWith('cci@'))!
  const cases: Case[] = [
    { name: 'CCI: overview of providers', call: get(cci, '/views/PROVIDER?size=20') },
    { name: 'CCI: overview, page 500', call: get(cci, '/views/PROVIDER?size=20&page=500') },
    { name: 'CCI: overview by name', call: get(cci, n => `/views/PROVIDER?size=20&provider=${word(n)}`) },
    { name: 'CCI: overview by documentation that lapsed', call: get(cci, '/views/PROVIDER?size=20&status=LAPSED') },
    { name: 'CCI: overview in order of status', call: get(cci, '/views/PROVIDER?size=20&sort=status') },
    { name: 'CCI: list of providers', call: get(cci, '/entity-provider?size=20') },
    {
      name: 'CCI: one participant',
      call: get(cci, n => `/entity/persona@p${1 + ((n * 7919) % participants)}.example`),
    },
    { name: 'CCI: queue', call: get(cci, '/queue?size=20') },
    { name: 'CCI: notices', call: get(cci, '/notifications?size=20') },
    { name: 'CCI: users', call: get(cci, '/users?size=20') },
    { name: 'CCI: timeline of a participant', call: get(cci, n => `/timeline/participant/${someone(n)}`) },
    { name: 'CCI: search of a name', call: get(cci, n => `/search?q=${word(n)}`) },
    {
      name: 'CCI: search of a name and a number',
      call: get(cci, n => `/search?q=${word(n)}+${1 + ((n * 7919) % participants)}`),
    },
    { name: 'CCI: search of a service', call: get(cci, '/search?q=custodia') },
    { name: 'CCI: search of a service and a name', call: get(cci, n => `/search?q=custodia+${word(n)}`) },
    { name: 'CCI: search of nothing there', call: get(cci, '/search?q=xqzjwvk') },
    { name: 'bank: overview of providers', call: get(bank, '/views/PROVIDER?size=20') },
    { name: 'bank: search of a service', call: get(bank, '/search?q=custodia') },
    { name: 'bank: search of a service and a name', call: get(bank, n => `/search?q=custodia+${word(n)}`) },
    { name: 'provider: own page', call: get(provider, '/session') },
    { name: 'provider: notices', call: get(provider, '/notifications?size=20') },
    { name: 'evaluator: overview', call: get(evaluator, '/views/PROVIDER?size=20') },
    {
      name: 'a change with its entry in the trail',
      call: n =>
        cci.fetch('POST', '/users/updateUser', {
          body: JSON.stringify({ id: userId, contactDetails: { tlf: `91${1_000_000 + n}` } }),
        }),
    },
    {
      name: 'sign-in',
      clients: 8,
      call: n =>
        callerOf(portal.url, { token: '', csrf: 'x', cookie: '' }).fetch('POST', '/login', {
          body: JSON.stringify({ email: `persona@p${1 + ((n * 7919) % participants)}.example`, password: PASSWORD }),
        }),
    },
  ]
  console.log(`${availableParallelism()} cores; ${seconds} s each\n`)
  console.log(
    '| call | clients | a second | p50 ms | p95 ms | p99 ms | worst ms | failed | load |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  )
  for (const each of cases) if (each.name.includes(values.only)) console.log(await measure(each))
} finally {
  await portal.kill('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
