import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

/*
 * `almotacen` on a machine below a folder, with programs of systemd and PostgreSQL that write down what they are asked. The real ones are
 * those of npm run test:install.
 */

const root = join(import.meta.dirname, '../..')
let all: string
let machine: string
let release: string

const written = (name: string) => (existsSync(join(machine, name)) ? readFileSync(join(machine, name), 'utf8') : '')
const settings = () => written('etc/almotacen/portal.env')
const modeOf = (path: string) => statSync(join(machine, path)).mode & 0o777

/** Runs the command of the release as root, which these programs do not need to be. */
async function almotacen(...words: string[]) {
  const script = join(release, 'scripts/operator.ts')
  const child = spawn(process.execPath, [script, ...words, ...(words[0] === 'help' ? [] : ['--machine', machine])], {
    env: { ...process.env, PATH: `${join(machine, 'bin')}:${process.env.PATH}`, MACHINE: machine },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
  const [code] = await once(child, 'close')
  return { code, said }
}

const program = (name: string, text: string) =>
  writeFile(join(machine, 'bin', name), `#!/bin/sh\necho "${name} $*" >>"$MACHINE/asked"\n${text}\n`, { mode: 0o755 })

beforeAll(async () => {
  all = await mkdtemp('/var/tmp/almotacen-operator-')
})
beforeEach(async () => {
  machine = await mkdtemp(join(all, 'machine-'))
  release = join(machine, 'opt/almotacen-1.0.0')
  await mkdir(join(machine, 'bin'))
  for (const part of ['scripts', 'deploy/systemd', 'package.json'])
    await cp(join(root, part), join(release, part), { recursive: true })
  for (const part of ['node_modules', 'src', 'locales']) await symlink(join(root, part), join(release, part))
  await program('systemctl', 'exit 0')
  await program('journalctl', 'echo "SMTP_URL is wrong"')
  await program('runuser', 'cat >>"$MACHINE/statements"')
  await writeFile(join(machine, 'policy.pdf'), '%PDF-1.7')
})
afterAll(() => rm(all, { recursive: true, force: true }))

const given = () => ['--url', 'https://portal.example', '--policy', join(machine, 'policy.pdf')]

describe('CARE-11: almotacen install', () => {
  test('makes link, settings, key, files of systemd and command, and starts the service', async () => {
    const { code, said } = await almotacen('install', ...given(), '--smtp', 'smtp://127.0.0.1:25')
    expect([code, said]).toEqual([0, expect.stringContaining('Create the first user: almotacen create-user')])
    expect(readlinkSync(join(machine, 'opt/almotacen'))).toBe('almotacen-1.0.0')
    expect(settings()).toMatch(
      /PUBLIC_URL=https:\/\/portal.example\nTRUST_PROXY=127.0.0.1\n.*\nMAIL_FROM="Almotacén <no-responder@portal.example>"\nSMTP_URL=smtp:/,
    )
    expect(['etc/almotacen/portal.env', 'etc/almotacen/app_secret'].map(modeOf)).toEqual([0o600, 0o600])
    expect(modeOf('etc/almotacen/privacy-policy.pdf')).toBe(0o644)
    expect(readdirSync(join(machine, 'etc/systemd/system')).sort()).toEqual([
      'almotacen-backup.service',
      'almotacen-backup.timer',
      'almotacen.service',
    ])
    expect(readlinkSync(join(machine, 'usr/local/sbin/almotacen'))).toBe('/opt/almotacen/deploy/systemd/almotacen')
    expect(written('asked')).toMatch(
      /daemon-reload\n.*enable.*\nsystemctl start almotacen\n.*almotacen-backup.timer\n$/,
    )
  })

  test('keeps key and settings when it is repeated, and refuses to change them', async () => {
    await almotacen('install', ...given())
    const [before, key] = [settings(), written('etc/almotacen/app_secret')]
    await rm(join(machine, 'etc/systemd/system/almotacen.service'))
    expect(await almotacen('install')).toMatchObject({ code: 0, said: expect.stringMatching(/Kept .*Kept /s) })
    expect([settings(), written('etc/almotacen/app_secret')]).toEqual([before, key])
    expect(written('etc/systemd/system/almotacen.service')).toContain('[Unit]')
    expect(await almotacen('install', ...given())).toMatchObject({
      code: 1,
      said: expect.stringMatching(/exists\. Nothing/),
    })
    await symlink('/somewhere', join(machine, 'opt/other'))
    await rm(join(machine, 'opt/almotacen'))
    await symlink('other', join(machine, 'opt/almotacen'))
    expect(await almotacen('install')).toMatchObject({ code: 1, said: expect.stringContaining('almotacen upgrade') })
  })

  test('makes users and database in PostgreSQL of the machine, with passwords that no command line has', async () => {
    expect((await almotacen('install', ...given(), '--postgresql')).code).toBe(0)
    const [, password] = /DATABASE_URL=postgres:\/\/almotacen_app:(\w{48})@127.0.0.1\/almotacen\n/.exec(settings())!
    expect(written('statements')).toContain(`create role almotacen_app login password '${password}'`)
    expect(written('asked')).not.toContain(password)
  })

  test.each([
    [[], '--url and --policy are needed'],
    [['--url', 'http://portal.example', '--policy', 'x.pdf'], 'begins with https://'],
    [['--url', 'https://portal.example', '--policy', 'absent.pdf'], 'is no PDF'],
    [['--uri', 'https://portal.example'], "Unknown option '--uri'"],
  ])('refuses %j and writes no settings', async (words, why) => {
    expect(await almotacen('install', ...words)).toMatchObject({ code: 1, said: expect.stringContaining(why) })
    expect(settings()).toBe('')
    expect(written('asked')).toBe('')
  })

  test('shows why the service does not start', async () => {
    await program('systemctl', '[ "$1" != start ]')
    expect(await almotacen('install', ...given())).toMatchObject({
      code: 1,
      said: expect.stringMatching(/SMTP_URL is wrong\n.*mend that/),
    })
  })
})

describe('CARE-11: almotacen restore', () => {
  /** The command of the release, which the service's user would run: it writes down what it is asked. */
  const command = (text: string) =>
    writeFile(join(release, 'deploy/systemd/almotacen'), `#!/bin/sh\necho "$*" >>"$MACHINE/asked"\n${text}\n`, {
      mode: 0o755,
    })
  const data = 'var/lib/private/almotacen'

  beforeEach(async () => {
    await almotacen('install', ...given())
    await mkdir(join(machine, data), { recursive: true })
    await writeFile(join(machine, data, 'row'), 'acknowledged')
    await mkdir(join(machine, 'var/lib/private/almotacen-backups/one'), { recursive: true })
    await writeFile(join(machine, 'var/lib/private/almotacen-backups/one/manifest.json'), '{}')
    await rm(join(machine, 'asked'))
  })

  test('sets the data aside only when asked, verifies first, and starts the service again', async () => {
    await command(`mkdir -p "$MACHINE/${data}"`)
    expect(await almotacen('restore', '--from', 'one')).toMatchObject({
      code: 1,
      said: expect.stringContaining('--replace'),
    })
    expect(await almotacen('restore', '--from', 'two')).toMatchObject({
      code: 1,
      said: expect.stringContaining('There are: one.'),
    })
    expect(written('asked')).toBe('')
    const { code, said } = await almotacen('restore', '--from', 'one', '--replace')
    expect(code).toBe(0)
    const folder = '/var/lib/almotacen-backups/one'
    expect(written('asked').split('\n')).toEqual([
      `admin verify ${folder}`,
      'systemctl stop almotacen',
      `admin restore --from ${folder}`,
      'systemctl start almotacen',
      '',
    ])
    const [, aside = ''] = /is kept as (\S+)\./.exec(said)!
    expect(readFileSync(join(aside, 'row'), 'utf8')).toBe('acknowledged')
  })

  test('puts the data back when a back-up cannot be restored, and stops nothing for a damaged one', async () => {
    await command(`mkdir -p "$MACHINE/${data}"; [ "$2" != restore ]`)
    expect(await almotacen('restore', '--from', 'one', '--replace')).toMatchObject({
      code: 1,
      said: expect.stringContaining('The data of before are in place again'),
    })
    expect(written(`${data}/row`)).toBe('acknowledged')
    expect(written('asked')).toMatch(/systemctl start almotacen\n$/)
    await rm(join(machine, 'asked'))
    await command('exit 1')
    expect((await almotacen('restore', '--from', 'one', '--replace')).code).toBe(1)
    expect(written('asked')).not.toContain('stop')
  })
})

describe('CARE-11: almotacen status and help', () => {
  test('says in five lines whether the portal serves; 1 and what to do unless it does', async () => {
    let ready = 200
    const port = createServer((call, answer) => {
      answer.writeHead(call.url === '/health' ? 200 : ready)
      answer.end(JSON.stringify({ version: '1.0.0', cause: 'databaseFull' }))
    })
    await once(port.listen(0, '127.0.0.1'), 'listening')
    await almotacen('install', ...given())
    await writeFile(join(machine, 'etc/almotacen/portal.env'), `PORT=${(port.address() as AddressInfo).port}\n`)
    await mkdir(join(machine, 'var/lib/private/almotacen-backups/2026-11-29T02-31-10Z'), { recursive: true })
    await program('systemctl', 'echo active')
    const well = await almotacen('status')
    expect(well).toMatchObject({ code: 0, said: expect.stringMatching(/^release +1\.0\.0;(.*\n){5}$/) })
    expect(well.said).toContain('2026-11-29T02-31-10Z')
    ready = 503
    expect(await almotacen('status')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/not ready \(databaseFull\)(.*\n)*.*almotacen doctor/),
    })
    port.close()
    expect(await almotacen('status')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/no answer(.*\n)*.*journalctl/),
    })
    await rm(join(machine, 'etc/almotacen/portal.env'))
    expect(await almotacen('status')).toMatchObject({ code: 1, said: expect.stringContaining('almotacen install') })
  })

  test('lists every command under its own name, and names one that does not exist', async () => {
    const { said } = await almotacen('help')
    for (const name of ['install', 'upgrade', 'backup', 'restore', 'verify', 'doctor', 'status', 'create-user'])
      expect(said).toMatch(new RegExp(`^almotacen ${name}`, 'm'))
    expect(said).not.toContain('npm')
    expect(await almotacen('instal')).toMatchObject({ code: 1, said: expect.stringContaining('no command instal') })
  }, 120_000)
})
