/**
 * almotacen-upgrade: puts another release in place of the one that serves (docs/operations/one-machine.md). It runs as
 * root, from the release that serves, and goes back to that by itself unless the new one has migrated the database.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { optionsOf } from './usage.ts'

const usage = `almotacen-upgrade <almotacen-….tar.gz>
  --link <path>       the link to the release that serves (/opt/almotacen); releases lie beside it
  --settings <file>   the settings of the service (/etc/almotacen/portal.env), for its port
  --admin <command>   runs a command of the operator (/usr/local/sbin/almotacen-admin)
  --restart <command> restarts the service, and fails if it does not start (systemctl restart almotacen)
  --wait <seconds>    how long the service may then take until it is ready (600)`

/** Exit codes: nothing is changed, or the earlier release serves again; and the new one does not serve. */
const UNCHANGED = 1
const STUCK = 2
/** Exit code of `migrate --pending` when a later release has migrated the database. */
const LATER = 3
const LOOK_MS = 500

/** The upgrade ends here. The message says what is and what to do. */
class Ended extends Error {
  readonly code: number
  constructor(message: string, code = UNCHANGED) {
    super(message)
    this.code = code
  }
}

const say = (line: string) => console.log(line)

type Release = { folder: string; version: string; migrations: string[] }

/** @throws Ended for a folder that is no release, or one that does not run on this machine */
function releaseIn(folder: string, name = folder): Release {
  const read = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
  const { name: product, version = '' } = existsSync(join(folder, 'package.json')) ? read() : {}
  if (product !== 'almotacen' || !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version))
    throw new Ended(`${name} is no release of the portal. Nothing was changed.`)
  const migrations = readdirSync(join(folder, 'db/migrations')).filter(file => file.endsWith('.sql'))
  return { folder, version, migrations: migrations.sort() }
}

/** The release that the link leads to. */
function servingRelease(link: string): Release {
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const beside = `${link}-0.1.0`
    throw new Ended(
      `${link} is no link to a release. Nothing was changed. Make it one: mv ${link} ${beside} && ln -s ${basename(beside)} ${link}`,
    )
  }
  return releaseIn(resolve(dirname(link), readlinkSync(link)))
}

/** Unpacks beside the link what a killed upgrade may have left half there. */
function unpack(archive: string, link: string): Release {
  const [parent, name] = [dirname(link), basename(link)]
  for (const left of readdirSync(parent).filter(each => each.startsWith(`${name}-new-`)))
    rmSync(join(parent, left), { recursive: true })
  const folder = mkdtempSync(`${link}-new-`)
  // The user of the service reads it.
  chmodSync(folder, 0o755)
  try {
    const words = ['--extract', '--file', archive, '--directory', folder, '--strip-components=1', '--no-same-owner']
    const { status, stderr } = spawnSync('tar', words, { encoding: 'utf8' })
    if (status !== 0) throw new Ended(`${archive} cannot be unpacked. Nothing was changed. ${stderr.trim()}`)
    const release = releaseIn(folder, archive)
    const runtime = spawnSync('sh', [join(folder, 'scripts/runtime.sh')], { encoding: 'utf8' })
    if (runtime.status !== 0) throw new Ended(`Nothing was changed. ${runtime.stderr.trim()}`)
    return release
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
}

/** @throws Ended for the same release, or an earlier one, which could not read the database */
function checkFollows(next: Release, current: Release): void {
  if (next.version === current.version)
    throw new Ended(
      `Release ${current.version} is in place already. Nothing was changed. If another serves, restart the service.`,
    )
  const unknown = current.migrations.find((name, index) => name !== next.migrations[index])
  if (unknown)
    throw new Ended(
      `Release ${next.version} does not know the database of ${current.version} (${unknown}). Nothing was changed. ` +
        'An earlier release needs a back-up of its own time (docs/operations/running.md).',
    )
}

/** Of two upgrades at once one makes the link. */
function lead(link: string, to: string): void {
  const aside = `${link}-link-${process.pid}`
  rmSync(aside, { force: true })
  symlinkSync(relative(dirname(link), to), aside)
  renameSync(aside, link)
}

/** Runs words of the command line, and shows what they say. @returns the exit code; null when it was killed */
function run(command: string, ...words: string[]): number | null {
  const [program = '', ...rest] = command.split(' ').filter(word => word !== '')
  const { status, error } = spawnSync(program, [...rest, ...words], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) say(error.message)
  return status
}

type Service = { restart: string; url: string; waitMs: number }

/** Restarts the service. @returns whether this release then serves in time */
async function serves({ restart, url, waitMs }: Service, { version }: Release): Promise<boolean> {
  if (run(restart) !== 0) return false
  for (const began = performance.now(); performance.now() - began < waitMs; await sleep(LOOK_MS)) {
    const isReady = (await ask(`${url}/health/ready`)) !== null
    if (isReady && (await ask(`${url}/health`))?.version === version) return true
  }
  return false
}

/** The answer of the service's own port if it is 200, else null. */
async function ask(url: string): Promise<{ version?: string } | null> {
  const how = { agent: false, signal: AbortSignal.timeout(5000) }
  // The certificate names the public address, and the port is this machine's own.
  const request = url.startsWith('https:') ? getSecurely(url, { ...how, rejectUnauthorized: false }) : get(url, how)
  try {
    const [response] = await once(request, 'response')
    const answer = await json(response)
    return response.statusCode === 200 ? (answer as { version?: string }) : null
  } catch {
    return null
  }
}

function addressOf(settings: string): string {
  const { HOST = '127.0.0.1', PORT = '3000', TLS_CERT } = parseEnv(readFileSync(settings, 'utf8'))
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `${TLS_CERT ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

/** The files of the service that are copied elsewhere, and that the operator may have changed. */
function changedUnits(next: Release, current: Release): string[] {
  const folder = 'deploy/systemd'
  const textOf = ({ folder: at }: Release, name: string) => {
    const path = join(at, folder, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  const names = existsSync(join(next.folder, folder)) ? readdirSync(join(next.folder, folder)) : []
  return names.filter(name => textOf(next, name) !== textOf(current, name)).map(name => join(folder, name))
}

/** Removes the releases before the earlier one, to which the link may be led back. */
function removeOlder(link: string, kept: readonly Release[]): void {
  const name = basename(link)
  for (const each of readdirSync(dirname(link))) {
    const folder = join(dirname(link), each)
    const isRelease = each.startsWith(`${name}-`) && /^\d+\.\d+\.\d+/.test(each.slice(name.length + 1))
    if (!isRelease || kept.some(release => release.folder === folder)) continue
    rmSync(folder, { recursive: true })
    say(`Removed the release in ${folder}.`)
  }
}

/** The new release does not serve: leads back to the earlier one, unless its database is no longer its own. */
async function goBack(link: string, admin: string, service: Service, next: Release, current: Release): Promise<never> {
  say(`Release ${next.version} does not serve.`)
  lead(link, current.folder)
  if (run(admin, 'migrate', '--pending') === LATER) {
    lead(link, next.folder)
    throw new Ended(
      `It has migrated the database, which ${current.version} cannot read, so it stays in place. The log of the service says why it does not ` +
        'serve: mend that and restart it. The way back is the back-up above, restored with the earlier release (docs/operations/running.md).',
      STUCK,
    )
  }
  if (!(await serves(service, current)))
    throw new Ended(
      `Release ${current.version} is in place again and does not serve either. See the log of the service.`,
      STUCK,
    )
  throw new Ended(`Release ${current.version} serves again. ${next.folder} is left for you to look at.`)
}

async function upgrade(archive: string, link: string, admin: string, service: Service): Promise<void> {
  const current = servingRelease(link)
  const unpacked = unpack(archive, link)
  const next = { ...unpacked, folder: `${link}-${unpacked.version}` }
  try {
    checkFollows(unpacked, current)
    const fresh = next.migrations.slice(current.migrations.length)
    say(
      fresh.length === 0
        ? `Release ${next.version} does not migrate the database: it can be left again.`
        : `Release ${next.version} migrates the database (${fresh.join(', ')}): afterwards there is no way back but the back-up.`,
    )
    if (run(admin, 'backup', '--before', next.version) !== 0)
      throw new Ended('There is no verified back-up. Nothing was changed.')
    // What an upgrade that went back has left.
    rmSync(next.folder, { recursive: true, force: true })
    renameSync(unpacked.folder, next.folder)
  } catch (error) {
    rmSync(unpacked.folder, { recursive: true, force: true })
    throw error
  }
  // One that does not serve is not the one to go back to.
  const wasServing = (await ask(`${service.url}/health`))?.version === current.version
  lead(link, next.folder)
  if (!(await serves(service, next))) await goBack(link, admin, service, next, current)
  say(`Release ${next.version} serves.`)
  if (wasServing) removeOlder(link, [next, current])
  const changed = changedUnits(next, current)
  if (changed.length > 0)
    say(`These files changed; copy them again as docs/operations/one-machine.md says: ${changed.join(', ')}`)
}

const { release, link, settings, admin, restart, wait } = optionsOf(usage, {
  release: { type: 'string' },
  link: { type: 'string', default: '/opt/almotacen' },
  settings: { type: 'string', default: '/etc/almotacen/portal.env' },
  admin: { type: 'string', default: '/usr/local/sbin/almotacen-admin' },
  restart: { type: 'string', default: 'systemctl restart almotacen' },
  wait: { type: 'string', default: '600' },
})

try {
  if (!release || !(Number(wait) > 0)) throw new Ended(usage)
  if (!existsSync(release)) throw new Ended(`${release} does not exist. Nothing was changed.`)
  const service = { restart, url: addressOf(settings), waitMs: Number(wait) * 1000 }
  await upgrade(resolve(release), resolve(link), admin, service)
} catch (error) {
  if (!(error instanceof Ended)) throw error
  console.error(error.message)
  process.exitCode = error.code
}
