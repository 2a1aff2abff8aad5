import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { request, createServer as serveHttp } from 'node:http'
import { createServer as serveHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#assurance/trust/site.ts'
import type { CheckState } from '#domain/notification/operation/server/server.ts'
import type { Site } from '#server/operation/doctor/finding.ts'
import { programs } from '#server/operation/doctor/machine.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { migrate, migrationNames } from '#server/platform/database/migrate.ts'
import { certificate } from '#test/support/certificate.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'
import { age } from '#test/support/stored-files.ts'

/* A whole installation with its own PostgreSQL, a mail server, and a proxy with TLS in front; then each part is broken. */

const root = join(import.meta.dirname, '../../..')
let folder: string
let portal: PortalProcess
let given: Record<string, string>

type Report = { state: CheckState; checks: { check: string; state: CheckState; found: string; advice?: string }[] }

/** Runs the command as an operator does, beside the servers of this process. */
async function run(environment: Record<string, string>, words: string[], within: string[] = []) {
  const [program = '', ...rest] = [...within, process.execPath, 'src/server/admin/main.ts', 'doctor', ...words]
  const child = spawn(program, rest, { cwd: root, env: { ...process.env, ...given, ...environment } })
  let said = ''
  let complained = ''
  child.stdout.setEncoding('utf8').on('data', text => (said += text))
  child.stderr.setEncoding('utf8').on('data', text => (complained += text))
  const [status] = (await once(child, 'close')) as [number]
  return { status, said, complained }
}

async function doctor(environment: Record<string, string> = {}, words: string[] = [], within: string[] = []) {
  const { status, said } = await run(environment, ['--json', ...words], within)
  return { status, report: JSON.parse(said) as Report }
}

/** What the doctor says of one thing, with these settings or in these mounts. */
async function finding(
  check: string,
  environment: Record<string, string> = {},
  words: string[] = [],
  within?: string[],
) {
  const { report } = await doctor(environment, words, within)
  return report.checks.find(each => each.check === check)
}
const inMounts = (script: string) => [
  ...['unshare', '--mount', ...(process.getuid!() === 0 ? [] : ['--map-root-user'])],
  ...['sh', '-euc', `${script}; exec "$@"`, 'sh'],
]

/** Runs SQL as the superuser of the portal's own PostgreSQL, behind its back. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ host: join(given.DATA_DIR!, 'pg/run'), user: 'postgres', database: 'almotacen' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const received: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => done(address.startsWith('nadie') ? new Error('no such user') : null),
  onData: (stream, _session, done) => {
    let text = ''
    stream
      .on('data', chunk => (text += chunk))
      .on('end', () => {
        received.push(text)
        done()
      })
  },
})

const authority = certificate('Autoridad de prueba', { authority: true })
const certificateFor = (days: number, by = authority) => {
  const { cert, key } = certificate('localhost', { by, days })
  return { cert, key }
}
/** What the proxy makes of the headers that it gets. */
let forwards: (from: string, given: string | undefined) => Record<string, string> = from => ({
  'x-forwarded-for': from,
  'x-forwarded-proto': 'https',
})
/** A proxy in front of the portal, which it calls from an address of its own. */
const proxy = serveHttps(certificateFor(300), ({ url, headers, socket }, answer) => {
  const from = socket.remoteAddress!.replace(/^::ffff:/, '')
  const passed = { host: headers.host, ...forwards(from, headers['x-forwarded-for'] as string | undefined) }
  const call = request(`${portal.url}${url}`, { headers: passed, localAddress: '127.0.0.3' }, got => {
    answer.writeHead(got.statusCode!, got.headers)
    got.pipe(answer)
  })
  call.on('error', () => answer.destroy()).end()
})
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/almotacen-doctor-')
  await mkdir(join(folder, 'backups'))
  await writeFile(join(folder, 'authority.pem'), authority.cert)
  await once(smtp.listen(0, '127.0.0.1'), 'listening')
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  given = {
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    TRUST_PROXY: '127.0.0.3',
    PUBLIC_URL: `https://localhost:${portOf(proxy)}`,
    NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    WORKERS: '1',
  }
  portal = await startProcess(given.DATA_DIR!, given, ['--empty'])
  await admin('create-user', 'centro@banco.example')
  await admin('backup', '--rotate')
}, 120_000)
afterAll(async () => {
  await portal?.kill('SIGTERM')
  smtp.close()
  proxy.close()
  await rm(folder, { recursive: true, force: true })
})

async function admin(...words: string[]): Promise<void> {
  const child = spawn(process.execPath, ['src/server/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, ...given },
    stdio: 'ignore',
  })
  expect(await once(child, 'close')).toEqual([0, null])
}

test('CARE-15: an installation in order is in order, one line each, and the exit code is 0', async () => {
  const { status, said } = await run({}, [])
  const lines = said.trim().split('\n')
  expect(lines.filter(line => !line.startsWith('en orden  '))).toEqual([])
  expect(lines).toHaveLength(14)
  expect(said).toMatch(/\nen orden {2}Dirección pública +https:\/\/localhost:\d+ responde y ve a este equipo como 127/)
  expect(status).toBe(0)
  expect(received).toEqual([])
}, 60_000)

test('CARE-15: exits with 1 for a warning, with 2 for a fault or an impossible check', async () => {
  const warned = await run({ TRUST_PROXY: '' }, [])
  expect(warned.status).toBe(1)
  expect(warned.said).toMatch(/^aviso +Dirección pública +.+ Ponga en TRUST_PROXY la dirección del proxy\.$/m)
  expect((await doctor({ DATA_DIR: join(folder, 'none') })).status).toBe(2)
  expect(await run({ PORT: 'mil' }, [])).toMatchObject({
    status: 2,
    said: '',
    complained: expect.stringContaining('PORT must be'),
  })
  expect((await run({}, ['--mail'])).status).toBe(2)
}, 60_000)

describe('CARE-15: names each broken part, with its remedy', () => {
  test('migrations that are missing, or of a later release', async () => {
    const { owner, drop } = await createEmptyDatabase()
    const names = await migrationNames()
    await migrate(owner, { last: names.at(-3) })
    const one = { DATABASE_URL: urlOf(owner) }
    expect(await finding('version', one)).toMatchObject({
      state: 'warn',
      found: expect.stringContaining('le faltan 2 migraciones'),
    })
    // The servers of tests write nothing through to the disk.
    expect(await finding('databaseSettings', one)).toMatchObject({
      state: 'broken',
      found: expect.stringContaining('fsync, full_page_writes, synchronous_commit = off'),
    })
    await migrate(owner)
    const client = new pg.Client(owner)
    await client.connect()
    await client.query(`insert into kysely_migration values ('9999-later.sql', '')`)
    await client.end()
    expect(await finding('version', one)).toMatchObject({
      state: 'broken',
      found: expect.stringContaining('posterior'),
    })
    await drop()
  }, 60_000)

  test('a release without pages, without packages, or with another Node.js', async () => {
    const bare = join(folder, 'release')
    await mkdir(bare)
    for (const name of ['package.json', 'package-lock.json']) await copyFile(join(root, name), join(bare, name))
    await mkdir(join(bare, 'node_modules/@node-rs/argon2'), { recursive: true })
    await writeFile(join(bare, 'node_modules/@node-rs/argon2/package.json'), '{}')
    const look = () => programs.look({ root: bare } as Site)
    expect(await look()).toMatchObject({
      state: 'broken',
      found: expect.stringMatching(/Faltan paquetes opcionales: .*@node-rs\/argon2-\S+ .*Faltan las páginas/),
    })
    await mkdir(join(bare, 'dist/web'), { recursive: true })
    await writeFile(join(bare, 'dist/web/index.html'), '')
    await writeFile(join(bare, 'package-lock.json'), '{"packages":{}}')
    expect((await look()).state).toBe('ok')
    await writeFile(join(bare, 'package.json'), '{"dependencies":{"node":"20.0.0"}}')
    expect(await look()).toMatchObject({ state: 'warn', found: expect.stringContaining('en vez de 20.0.0') })
  })

  test('a folder that is read-only or missing, and a key that others can read', async () => {
    const { BACKUP_DIR: place, DATA_DIR: data } = given
    const readOnly = inMounts(`mount --bind ${place} ${place}; mount -o remount,bind,ro ${place}`)
    expect(await finding('folders', {}, [], readOnly)).toMatchObject({
      state: 'broken',
      found: `No se puede escribir en ${place} (EROFS).`,
    })
    expect(await finding('folders', { TRAIL_HEADS_DIR: join(folder, 'none') })).toMatchObject({ state: 'broken' })
    await chmod(join(data!, 'secret'), 0o644)
    expect(await finding('folders')).toMatchObject({ state: 'warn', advice: expect.stringContaining('chmod 600') })
    await chmod(join(data!, 'secret'), 0o600)
  }, 60_000)

  test('a disk with little room, or none', async () => {
    const disk = (size: string) => inMounts(`mount -t tmpfs -o size=${size} tmpfs ${given.BACKUP_DIR}`)
    expect(await finding('disk', {}, [], disk('1g'))).toMatchObject({
      state: 'warn',
      found: `Quedan 1,1 GB libres en ${given.BACKUP_DIR}.`,
    })
    expect((await finding('disk', {}, [], disk('10m')))?.state).toBe('broken')
  }, 60_000)

  test('a clock that differs from the database’s', async () => {
    expect(await finding('clock', { CLOCK_OFFSET: '10m' })).toMatchObject({
      state: 'broken',
      found: expect.stringMatching(/^Difiere (599|600|601) s /),
    })
    expect((await finding('clock', { CLOCK_OFFSET: '-10s' }))?.state).toBe('warn')
  }, 60_000)

  test('a database that is away or takes no writes, and then the rest is looked at', async () => {
    const { status, report } = await doctor({ DATABASE_URL: 'postgres://quien:muy-secreta@127.0.0.1:1/base' })
    expect(status).toBe(2)
    expect(report.checks.find(({ check }) => check === 'database')).toMatchObject({
      state: 'broken',
      found: expect.stringContaining('ECONNREFUSED'),
    })
    expect(JSON.stringify(report)).not.toContain('muy-secreta')
    expect(report.checks.filter(({ state }) => state === 'ok').length).toBeGreaterThan(5)
    await asOwner('alter role almotacen_app set default_transaction_read_only = on')
    expect(await finding('database')).toMatchObject({ state: 'broken', found: expect.stringContaining('solo lectura') })
    await asOwner('alter role almotacen_app reset default_transaction_read_only')
  }, 60_000)

  test('finds PostgreSQL without durable commits, or with too few connections', async () => {
    await asOwner('alter role almotacen_app set synchronous_commit = off')
    expect(await finding('databaseSettings')).toMatchObject({
      state: 'broken',
      advice: 'Ponga on en synchronous_commit y recargue PostgreSQL.',
    })
    await asOwner('alter role almotacen_app reset synchronous_commit')
    expect(await finding('databaseSettings', { WORKERS: '10' })).toMatchObject({
      state: 'warn',
      found: expect.stringContaining('puede abrir 222 conexiones'),
    })
  }, 60_000)

  test('a key that is not the database’s, or is missing', async () => {
    expect(await finding('key', { APP_SECRET: 'x'.repeat(40) })).toMatchObject({
      state: 'broken',
      found: 'La clave no es la de esta base de datos.',
    })
    const path = join(given.DATA_DIR!, 'secret')
    await rename(path, `${path}.away`)
    expect(await finding('key')).toMatchObject({ state: 'broken', found: 'Falta la clave del portal.' })
    await rename(`${path}.away`, path)
  }, 60_000)

  test('the mail server: one mail only if asked; one that refuses it; mails given up; then none', async () => {
    expect(await finding('mail', {}, ['--mail', 'operador@banco.example'])).toMatchObject({ state: 'ok' })
    expect(received).toHaveLength(1)
    expect(received[0]).toContain('To: operador@banco.example')
    expect((await finding('mail', {}, ['--mail', 'nadie@banco.example']))?.state).toBe('broken')
    expect(await finding('mail', { SMTP_URL: '' })).toMatchObject({ state: 'warn' })
    await asOwner(`insert into outbox_mail (id, message_id, created_at, recipient, template, data, attempts, next_attempt_at, given_up_at)
      values ('${'0'.repeat(26)}', '1', now(), 'a@b.example', 'notification', '{}', 9, now(), now())`)
    expect(await finding('mail')).toMatchObject({ state: 'warn', found: 'Correos que no se entregaron: 1.' })
    await asOwner('delete from outbox_mail')
    await new Promise<void>(closed => smtp.close(closed))
    expect(await finding('mail')).toMatchObject({ state: 'broken', found: expect.stringContaining('ECONNREFUSED') })
    expect(received).toHaveLength(1)
  }, 60_000)

  test('a bucket that does not answer', async () => {
    const away = { FILES_URL: 's3://cubo/portal?pathStyle=yes', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }
    const credentials = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' }
    expect(await finding('bucket', { ...away, ...credentials })).toMatchObject({
      state: 'broken',
      found: expect.stringContaining('ECONNREFUSED'),
    })
  }, 60_000)

  test('a public address that does not answer, or where something else does', async () => {
    expect(await finding('publicAddress', { PUBLIC_URL: 'http://127.0.0.1:1' })).toMatchObject({ state: 'broken' })
    let answer = '{"status":"ok","version":"0.0.1","caller":"127.0.0.1"}'
    const other = serveHttp((_request, response) => response.end(answer)).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const there = { PUBLIC_URL: `http://127.0.0.1:${portOf(other)}` }
    expect(await finding('publicAddress', there)).toMatchObject({
      state: 'warn',
      found: expect.stringMatching(/^Ahí sirve la versión 0\.0\.1/),
    })
    answer = '<h1>Welcome to nginx!</h1>'
    expect(await finding('publicAddress', there)).toMatchObject({
      state: 'broken',
      found: expect.stringMatching(/no contesta el portal/),
    })
    other.close()
  }, 60_000)

  test('finds a proxy that forwards a forged address, hides the caller, or reports no encryption', async () => {
    const right = forwards
    forwards = (_from, pretended = '') => ({ 'x-forwarded-for': pretended })
    expect(await finding('publicAddress')).toMatchObject({
      state: 'broken',
      found: expect.stringMatching(/fingir otra dirección/),
    })
    forwards = () => ({})
    expect(await finding('publicAddress')).toMatchObject({
      state: 'warn',
      found: expect.stringMatching(/toma al proxy, 127\.0\.0\.3/),
    })
    forwards = from => ({ 'x-forwarded-for': from, 'x-forwarded-proto': 'http' })
    expect(await finding('publicAddress')).toMatchObject({
      state: 'broken',
      found: expect.stringMatching(/sin cifrar/),
    })
    forwards = right
  }, 60_000)

  test('a certificate that ends soon, has ended, or is of no known authority', async () => {
    const served = async (days: number, by = authority) => {
      proxy.setSecureContext(certificateFor(days, by))
      return finding('certificate')
    }
    expect(await served(15)).toMatchObject({
      state: 'warn',
      found: expect.stringMatching(/^Caduca dentro de 1[45] días/),
    })
    expect(await served(2)).toMatchObject({ state: 'broken', advice: expect.stringMatching(/Renueve/) })
    expect(await served(-3)).toMatchObject({ state: 'broken', found: expect.stringMatching(/^Caducó/) })
    expect(await served(300, certificate('Otra', { authority: true }))).toMatchObject({
      state: 'broken',
      found: expect.stringMatching(/^No vale para localhost/),
    })
    expect(await served(300)).toMatchObject({ state: 'ok' })
  }, 60_000)

  test('back-ups that are missing, old or never verified', async () => {
    const aged = (offset: string) => finding('backups', { CLOCK_OFFSET: offset })
    expect(await aged('40h')).toMatchObject({ state: 'warn', found: 'La última es de hace 40 h.' })
    expect(await aged('9d')).toMatchObject({
      state: 'broken',
      found: expect.stringMatching(/^La última es de hace 9 días\. Se verificó por/),
    })
    const empty = join(folder, 'empty')
    await mkdir(empty)
    expect(await finding('backups', { BACKUP_DIR: empty })).toMatchObject({ state: 'broken' })
    expect(await finding('backups', { BACKUP_DIR: '' })).toMatchObject({ state: 'warn' })
    await admin('backup')
    expect((await finding('backups'))?.state).toBe('ok')
    await mkdir(join(folder, 'other'))
    const spare = { BACKUP_DIR: join(folder, 'other') }
    await admin('backup', '--to', join(spare.BACKUP_DIR, '2026-11-29T02-30-00Z'))
    expect(await finding('backups', spare)).toMatchObject({ state: 'warn', found: 'Ninguna se ha verificado.' })
    await admin('backup', 'verify', join(spare.BACKUP_DIR, '2026-11-29T02-30-00Z'))
    expect((await finding('backups', spare))?.state).toBe('ok')
  }, 90_000)

  test('orphaned and lost files, and the files of another database', async () => {
    const name = 'ab'.repeat(32)
    const path = join(given.DATA_DIR!, 'files/ab', name)
    await mkdir(join(given.DATA_DIR!, 'files/ab'), { recursive: true })
    await writeFile(path, 'x')
    expect((await finding('files'))?.state).toBe('ok')
    await age(path)
    expect(await finding('files')).toMatchObject({ state: 'warn', found: 'Huérfanos, de más de una hora: 1.' })
    await unlink(path)
    await asOwner(`insert into file_damage (name, kind, found_at) values ('${name}', 'missing', now())`)
    expect(await finding('files')).toMatchObject({ state: 'broken', found: 'Dañados o desaparecidos: 1.' })
    await asOwner('delete from file_damage')
    const mark = join(given.DATA_DIR!, 'files/installation')
    await rename(mark, `${mark}.away`)
    expect(await finding('files')).toMatchObject({
      state: 'broken',
      found: expect.stringMatching(/^No son los de esta base de datos/),
    })
    await rename(`${mark}.away`, mark)
  }, 60_000)

  test('an audit log that is not signed, has lost its heads, or is altered', async () => {
    // It outlives the portal, for the hand that alters its rows.
    const postgres = await startEmbedded({ dataDir: given.DATA_DIR!, log: () => {} })
    await portal.kill('SIGTERM')
    const said = (state: CheckState, found: RegExp) => ({ state, found: expect.stringMatching(found) })
    expect(await finding('auditLog', { CLOCK_OFFSET: '1h' })).toMatchObject(said('ok', /^Intacto; firmado hasta/))
    await admin('create-user', 'otra@banco.example')
    const later = { CLOCK_OFFSET: '10m' }
    expect(await finding('auditLog', later)).toMatchObject(said('warn', /^Sin firmar desde hace \d+ min: 1\.$/))
    const alter = (event: string) =>
      asOwner(`set session_replication_role = replica;
        update trail set event = '${event}' where number = (select max(number) from trail)`)
    await alter('user.deleted')
    expect(await finding('auditLog')).toMatchObject(said('broken', /^Está alterado en la entrada \d+/))
    await alter('user.created')
    await rename(join(given.DATA_DIR!, 'trail-heads'), join(folder, 'heads'))
    expect(await finding('auditLog', later)).toMatchObject(said('broken', /^No hay ninguna cabeza firmada/))
    await postgres.stop()
  }, 120_000)
})
