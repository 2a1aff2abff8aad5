import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#assurance/trust/site.ts'
import { readWords } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import { migrate, migrationNames } from '#server/platform/database/migrate.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'
import { startProcess } from '#test/support/process.ts'

const root = join(import.meta.dirname, '../..')
let folder: string
beforeAll(async () => {
  // Not the system's temporary folder, which may be in memory: back-ups there are refused.
  folder = await mkdtemp('/var/tmp/almotacen-commands-')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function adminWith(environment: Record<string, string>, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/server/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  return { status, said: status === 0 ? stdout.trim() : stderr.trim() }
}

/** @returns what it printed. @throws when it fails */
async function inBackground(program: string, words: string[], environment: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, { cwd: root, env: { ...process.env, ...environment } })
  return stdout.trim()
}

const admin = (dataDir: string, ...words: string[]) => adminWith({ DATA_DIR: join(folder, dataDir) }, ...words)

test('a mistyped command does nothing, and says what is wrong', () => {
  const misread = (usage: string) => ({
    status: 1,
    said: `The command is not valid. Nothing was done. Usage: npm run admin -- ${usage}`,
  })
  expect(admin('typo', 'backup', '--to', '--with-secret')).toEqual(misread(commands.backup!.usage))
  expect(admin('typo', 'create-user')).toEqual(misread(commands['create-user']!.usage))
  for (const words of [
    ['trail', 'verify'],
    ['backup', '--to', join(folder, 'copy')],
  ]) {
    expect(admin('typo', ...words)).toEqual({
      status: 1,
      said: expect.stringMatching(`^There is no portal in ${join(folder, 'typo')}\\. .*DATA_DIR.*\\.$`),
    })
  }
  expect(adminWith({ DATA_DIR: join(folder, 'typo'), PORT: 'mil' }, 'scrub')).toEqual({
    status: 1,
    said: expect.stringMatching(/^Invalid settings:\nPORT [^\n]+$/),
  })
  expect(readdirSync(folder)).toEqual([])
}, 60_000)

test('CARE-10: the operator asks which release the commands are of', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(admin('typo', '--version')).toEqual({ status: 0, said: version })
})

test('a database that cannot be reached is one sentence, without its password', async () => {
  await mkdir(join(folder, 'far/files'), { recursive: true })
  for (const host of ['127.0.0.1:1', 'no-existe.invalid']) {
    const given = { DATA_DIR: join(folder, 'far'), DATABASE_URL: `postgres://quien:muy-secreta@${host}/base` }
    for (const words of [['trail', 'verify'], ...(host === '127.0.0.1:1' ? [['restore', '--from', folder]] : [])]) {
      const answer = adminWith(given, ...words)
      expect(answer).toEqual({
        status: 1,
        said: expect.stringMatching(/^Invalid settings:\nDATABASE_URL: [^\n]+ cannot be used \(E\w+\)\. [^\n]+$/),
      })
      expect(answer.said).not.toContain('muy-secreta')
    }
  }
  await rm(join(folder, 'far'), { recursive: true })
}, 60_000)

test.each([
  ['trail'],
  ['trail', 'verify', '--heads'],
  ['trail', 'verify', '--head', 'x'],
  ['secret'],
  ['reset-password'],
  ['remove-second-factor'],
  ['scrub', 'todo'],
  ['restore', 'x'],
])('the words %s %s %s are refused before anything is opened', (name, ...words) => {
  expect(() => readWords(commands[name]!, words)).toThrow(`Usage: npm run admin -- ${name}`)
})

test('R14: the operator backs up a running portal, restores it elsewhere, and people sign in there', async () => {
  const copy = join(folder, 'copy')
  const portal = await startProcess(join(folder, 'one'))
  expect(admin('one', 'backup', '--to', copy, '--with-secret')).toMatchObject({ status: 0 })
  expect(admin('one', 'backup', '--to', copy)).toMatchObject({
    status: 1,
    said: expect.stringContaining('is not empty'),
  })
  await portal.kill('SIGTERM')
  // And again while it is stopped.
  expect(admin('one', 'backup', '--to', join(folder, 'again'))).toMatchObject({
    status: 0,
    said: expect.stringContaining('does not hold the key'),
  })
  expect(admin('nowhere', 'backup', 'verify', copy).said).toMatch(/^The back-up is complete: .*, with \d+ files/)
  expect(admin('two', 'restore', '--from', copy)).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^Restored: .*The audit log is intact/),
  })
  expect(admin('two', 'scrub')).toMatchObject({ status: 0, said: expect.stringContaining('damaged: 0; missing: 0') })
  expect(admin('two', 'trail', 'verify').said).toContain('is intact')
  const elsewhere = await startProcess(join(folder, 'two'))
  const answer = await fetch(`${elsewhere.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'x', 'x-csrf-token': 'x' },
    body: JSON.stringify({ email: 'proveedor@almotacen.example', password: 'Almotacen.2026' }),
  })
  expect(answer.status).toBe(200)
  await elsewhere.kill('SIGTERM')
  expect(admin('one', 'restore', '--from', copy)).toMatchObject({
    status: 1,
    said: expect.stringContaining('is not empty'),
  })
}, 180_000)

test('CARE-07: only "migrate" and a start migrate a database; the other commands of a newer release refuse it', async () => {
  const { owner, asOwner, drop } = await createEmptyDatabase()
  const last = (await migrationNames()).at(-2)
  await migrate(owner, { last })
  await mkdir(join(folder, 'old/files'), { recursive: true })
  const given = { DATA_DIR: join(folder, 'old'), DATABASE_URL: urlOf(owner) }
  for (const words of [
    ['overview', 'rebuild'],
    ['trail', 'verify'],
    ['create-user', 'a@b.example'],
  ]) {
    expect(adminWith(given, ...words)).toEqual({
      status: 1,
      said: expect.stringMatching(
        /^The database is of an earlier release: it lacks 1 migrations\. Nothing was done\..*migrate/,
      ),
    })
  }
  const lacks = adminWith(given, 'migrate', '--pending')
  expect(lacks).toEqual({
    status: 0,
    said: expect.stringMatching(/^The database lacks these migrations:\n {2}\d{4}-\S+$/),
  })
  expect(adminWith(given, 'migrate', '--pending')).toEqual(lacks)
  expect(adminWith(given, 'migrate')).toEqual({ status: 0, said: 'The database has the schema of this release.' })
  expect(adminWith(given, 'overview', 'rebuild').status).toBe(0)
  expect(adminWith(given, 'migrate', '--pending').said).toBe('The database has the schema of this release.')
  await asOwner("insert into kysely_migration values ('9999-later.sql', '')")
  expect(adminWith(given, 'migrate', '--pending').status).toBe(3)
  // One sentence, without a stack.
  expect(adminWith(given, 'migrate').said).toMatch(/^Another version of the portal migrated this database[^\n]+$/)
  await drop()
}, 120_000)

test('CARE-21: "migrate" prepares an empty database, and a server without the owner’s password serves it', async () => {
  const { owner, connection, drop } = await createEmptyDatabase()
  const dataDir = join(folder, 'prepared')
  const served = { DATA_DIR: dataDir, DATABASE_URL: urlOf(connection) }
  const given = { ...served, DATABASE_OWNER_URL: urlOf(owner) }
  expect(adminWith(given, 'migrate', '--pending').said).toMatch(/^There is no portal/)
  expect(adminWith(served, 'migrate').said).toMatch(
    /needs migrations .*"npm run admin -- migrate" with DATABASE_OWNER_URL/,
  )
  // Beside others, as the jobs of several installations of a chart.
  const migrating = [1, 2, 3].map(() => inBackground(process.execPath, ['src/server/admin/main.ts', 'migrate'], given))
  for (const said of await Promise.all(migrating))
    expect(said).toMatch(/The database has the schema of this release\.$/)
  expect(adminWith(given, 'migrate')).toEqual({ status: 0, said: 'The database has the schema of this release.' })
  // A mistyped folder of an embedded database is not made a portal.
  expect(adminWith({ DATA_DIR: join(folder, 'typo') }, 'migrate').said).toMatch(/^There is no portal in /)
  const portal = await startProcess(dataDir, served)
  expect((await fetch(`${portal.url}/health/ready`)).status).toBe(200)
  await portal.kill('SIGTERM')
  await drop()
}, 120_000)

describe('CARE-13: almotacen, as docs/operations/one-machine.md says', () => {
  /** A machine of its own below a folder: what systemd-run gets is run in mounts as those that the unit asks of systemd. */
  let machine: string
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('sh', [join(root, 'deploy/systemd/almotacen'), ...words], {
      env: {
        ...process.env,
        PATH: `${join(machine, 'bin')}:${process.env.PATH}`,
        MACHINE: machine,
        RELEASE: root,
        ALMOTACEN_ETC: join(machine, 'etc/almotacen'),
      },
      encoding: 'utf8',
    })
    return { status, said: status === 0 ? stdout.trim() : stderr.trim() }
  }

  beforeAll(async () => {
    machine = await mkdtemp('/var/tmp/almotacen-machine-')
    for (const path of ['bin', 'etc/almotacen', 'opt/almotacen', 'run', 'var/lib', 'systemd-private-1/tmp']) {
      await mkdir(join(machine, path), { recursive: true })
    }
    await copyFile(join(import.meta.dirname, '../support/systemd-run.sh'), join(machine, 'bin/systemd-run'))
    await chmod(join(machine, 'bin/systemd-run'), 0o755)
    await writeFile(join(machine, 'etc/almotacen/app_secret'), 'una-clave-de-instalacion-de-cuarenta-letras')
    await writeFile(
      join(machine, 'etc/almotacen/portal.env'),
      'PUBLIC_URL=https://portal.example\nSMTP_URL=smtps://mail.example\n',
    )
  })
  afterAll(() => rm(machine, { recursive: true, force: true }))

  test('takes a back-up into its place and verifies it; a place that would not last is refused', () => {
    expect(run('create-user', 'you@your-bank.example')).toMatchObject({ status: 0 })
    const taken = run('backup')
    expect(taken).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^Back-up taken: .+ in \/var\/lib\/almotacen-backups\/2/),
    })
    const [folder] = readdirSync(join(machine, 'var/lib/almotacen-backups'))
    expect(run('backup', 'verify', `/var/lib/almotacen-backups/${folder}`).said).toMatch(/^The back-up is complete: /)
    expect(run('verify').said).toMatch(new RegExp(`^The back-up /var/lib/almotacen-backups/${folder} is complete: `))
    expect(run('verify', 'none')).toEqual({
      status: 1,
      said: expect.stringContaining('/var/lib/almotacen-backups/none'),
    })
    // A machine with a release has no npm: what is said names the command that is there.
    expect(run('backup', '--to')).toEqual({
      status: 1,
      said: expect.stringContaining('Usage: almotacen backup [--to'),
    })
    expect(run('backup', '--to', '/var/lib/almotacen/none/x').said).not.toContain('npm')
    for (const [to, why] of [
      ['/tmp/backup-1', 'systemd made for this command'],
      ['/dev/shm/backup-1', 'is in memory'],
      ['/var/lib/almotacen/backup-1', 'is inside DATA_DIR'],
      ['/backups/backup-1', 'does not exist'],
      ['/opt/almotacen/backup-1', 'cannot be written (EROFS)'],
    ]) {
      expect(run('backup', '--to', to!)).toEqual({ status: 1, said: expect.stringContaining(why!) })
    }
    expect(readdirSync(join(machine, 'var/lib/almotacen-backups'))).toEqual([folder])
  }, 180_000)

  test('rotates them as the timer asks, once the new one is complete', () => {
    const place = join(machine, 'var/lib/almotacen-backups')
    for (const name of ['2020-01-01T02-30-00Z', '2020-01-01T12-30-00Z', 'by-hand']) mkdirSync(join(place, name))
    const [command = ''] = /(?<=^ExecStart=\/opt\/almotacen\/deploy\/systemd\/almotacen ).+$/m.exec(
      readFileSync(join(root, 'deploy/systemd/almotacen-backup.service'), 'utf8'),
    )!
    expect(run(...command.split(' '))).toMatchObject({
      status: 0,
      said: expect.stringMatching(/\nIt is complete\. Earlier ones removed: .*2020-01-01T02-30-00Z\.\n/),
    })
    const left = readdirSync(place)
    expect(left).toEqual(expect.arrayContaining(['2020-01-01T12-30-00Z', 'by-hand']))
    expect(left).not.toContain('2020-01-01T02-30-00Z')
  }, 120_000)
})
