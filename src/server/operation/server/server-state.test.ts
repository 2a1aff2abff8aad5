import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ServerWire } from '#domain/notification/operation/server/contract.ts'
import { checkServers, listServers } from '#domain/notification/operation/server/contract.ts'
import { makeMetrics } from '#server/kernel/metrics.ts'
import type { KeptState } from '#server/operation/server/keep.ts'
import { keepState } from '#server/operation/server/keep.ts'
import { DAY, MINUTE } from '#server/platform/clock.ts'
import { version } from '#server/platform/installation/version.ts'
import { ok } from '#test/support/answers.ts'
import { address } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* What CCI reads of the servers: their signs of life, and the checks of `doctor`, which each runs by itself. */

let portal: TestPortal
let cci: Caller
const kept: KeptState[] = []
beforeAll(async () => {
  portal = await startTestPortal()
  await mkdir(join(portal.app.settings.dataDir, 'files/incoming'), { recursive: true })
  cci = await portal.signIn(address('cci'))
})
afterEach(async () => {
  for (const each of kept.splice(0)) await each.stop()
  await portal.app.db.deleteFrom('server_state').execute()
})
afterAll(() => portal.stop())

/** A server of the portal, whose first checks have ended. */
async function running(machine: string, settings: Partial<TestPortal['app']['settings']> = {}): Promise<KeptState> {
  // A test portal serves on no port.
  const app = { ...portal.app, publicUrl: 'http://127.0.0.1:1', settings: { ...portal.app.settings, ...settings } }
  const state = keepState(app, 4000, machine)
  kept.push(state)
  await state.look()
  return state
}
const servers = async (): Promise<ServerWire[]> => (await ok(cci.call(listServers))).servers
const found = ({ checks }: ServerWire, check: string) => checks.find(each => each.check === check)

test('CARE-16: each server is on record with its version and what its checks find', async () => {
  await running('uno')
  await running('dos', { backupDir: join(portal.app.settings.dataDir, 'none') })
  const [dos, uno] = await servers()
  const now = portal.clock.now()
  expect(uno).toMatchObject({ name: 'uno:4000', version, silent: false, checking: false, checkedAt: now, seenAt: now })
  expect(dos?.name).toBe('dos:4000')
  expect(uno!.checks.map(({ check }) => check)).toEqual(
    'version programs folders disk clock database databaseSettings key mail publicAddress backups files auditLog'.split(
      ' ',
    ),
  )
  expect(found(uno!, 'version')).toEqual({
    check: 'version',
    title: 'Versión',
    state: 'ok',
    found: `${version}, con todas sus migraciones.`,
    advice: '',
  })
  expect(found(uno!, 'publicAddress')).toMatchObject({ state: 'broken', advice: expect.stringContaining('PUBLIC_URL') })
  expect([found(uno!, 'backups')?.state, found(dos!, 'backups')?.state]).toEqual(['warn', 'broken'])
})

test('CARE-16: no check shows a password or key', async () => {
  const smtpUrl = 'smtp://correo:muy-secreta@127.0.0.1:1'
  await running('uno', { smtpUrl, databaseUrl: 'postgres://p:muy-secreta@h/b', appSecret: 'muy-secreta' } as object)
  const answer = await servers()
  expect(found(answer[0]!, 'mail')).toMatchObject({ state: 'broken', found: expect.stringContaining('ECONNREFUSED') })
  expect(JSON.stringify(answer)).not.toContain('muy-secreta')
})

test('CARE-16: a server checks itself every quarter of an hour, and when CCI asks', async () => {
  const state = await running('uno')
  const first = portal.clock.now()
  portal.clock.move(14 * MINUTE)
  await state.look()
  expect((await servers())[0]).toMatchObject({ checkedAt: first, seenAt: portal.clock.now() })
  expect((await ok(cci.call(checkServers))).servers[0].checking).toBe(true)
  await state.look()
  const asked = portal.clock.now()
  expect((await servers())[0]).toMatchObject({ checkedAt: asked, checking: false })
  portal.clock.move(15 * MINUTE)
  await state.look()
  expect((await servers())[0]?.checkedAt).toBe(portal.clock.now())
})

test('CARE-16: a server that gives no sign is silent, then forgotten; one that stops leaves at once', async () => {
  const [stays, stops] = [await running('queda'), await running('para')]
  await portal.app.db
    .insertInto('server_state')
    .values({ name: 'muerto:1', version: '0.0.1', started_at: portal.clock.now(), seen_at: portal.clock.now() })
    .execute()
  portal.clock.move(2 * MINUTE)
  await stops.stop()
  await stays.look()
  const shown = (await servers()).map(({ name, silent, checkedAt }) => [name, silent, checkedAt !== null])
  expect(shown).toEqual([
    ['muerto:1', true, false],
    ['queda:4000', false, true],
  ])
  portal.clock.move(DAY)
  await stays.look()
  cci = await portal.signIn(address('cci'))
  expect((await servers()).map(({ name }) => name)).toEqual(['queda:4000'])
})

test('CARE-23: metrics say what each server finds, which are silent, and how many workers serve', async () => {
  await running('uno')
  await portal.app.db
    .insertInto('server_state')
    .values({
      name: 'muerto:1',
      version: '0.0.1',
      started_at: portal.clock.now(),
      seen_at: portal.clock.now(),
      checks: JSON.stringify([{ check: 'certificate', title: '', state: 'warn', found: '', advice: '' }]),
    })
    .execute()
  const text = () => makeMetrics(portal.app).text()
  const lines = (await text()).split('\n')
  expect(lines).toContain('almotacen_check_state{server="uno:4000",check="version"} 0')
  expect(lines).toContain('almotacen_check_state{server="uno:4000",check="publicAddress"} 2')
  expect(lines).toContain('almotacen_check_state{server="muerto:1",check="certificate"} 1')
  expect(lines).toContain('almotacen_workers 1')
  expect(lines).toContain(`almotacen_workers_wanted ${portal.app.settings.workers}`)
  portal.clock.move(2 * MINUTE)
  const later = await text()
  expect(later).toContain('almotacen_server_seen_age_seconds{server="muerto:1"} 120\n')
  // What a server found that is gone raises no alert.
  expect(later).not.toContain('almotacen_check_state{server="muerto:1"')
})
