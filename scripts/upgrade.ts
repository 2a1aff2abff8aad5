/**
 * `almotacen upgrade`: puts another release in place of the one that serves (docs/operations/one-machine.md). It runs as
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
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, answerOf, Ended, endingWell, run, say, settingsIn, UNITS } from './operator/service.ts'
import { upgradeUsage } from './operator/upgrade-usage.ts'
import { optionsOf } from './usage.ts'

/** Exit code: the new release does not serve, and the earlier one cannot. */
const STUCK = 2
/** Exit code of `migrate --pending` when a later release has migrated the database. */
const LATER = 3
const LOOK_MS = 500

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

/** The major version of the PostgreSQL that a release brings. */
const majorOf = ({ folder }: Release): string =>
  /(\d+)\./.exec(
    Object.values(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).optionalDependencies)[0] as string,
  )![1]!

/** Whether the portal's own database is of a PostgreSQL that the next release has no longer. */
const movesDatabase = (next: Release, current: Release, settings: string): boolean =>
  majorOf(next) !== majorOf(current) && !settingsIn(settings).DATABASE_URL

/** Stops the service and copies the portal's own database into the PostgreSQL of the next release. @throws Ended if it stays as it was */
async function moveDatabase(
  link: string,
  admin: string,
  service: Service,
  next: Release,
  current: Release,
): Promise<void> {
  const isStopped = runLine(service.stop) === 0
  if (isStopped && runLine(admin, 'upgrade-database', '--from', current.folder) === 0) return
  lead(link, current.folder)
  leadUnits(service.units, next, current)
  const why = `The database was not copied into PostgreSQL ${majorOf(next)}, and is as it was.`
  if (!(await serves(service, current)))
    throw new Ended(`${why} Release ${current.version} does not serve: see the log of the service.`, STUCK)
  throw new Ended(`${why} Release ${current.version} serves again. ${next.folder} is left for you to look at.`)
}

/** Of two upgrades at once one makes the link. */
function lead(link: string, to: string): void {
  const aside = `${link}-link-${process.pid}`
  rmSync(aside, { force: true })
  symlinkSync(relative(dirname(link), to), aside)
  renameSync(aside, link)
}

/** Runs words of the command line, and shows what they say. */
function runLine(command: string, ...words: string[]): number | null {
  const [program = '', ...rest] = command.split(' ').filter(word => word !== '')
  return run(program, ...rest, ...words)
}

type Service = { stop: string; restart: string; settings: string; units: string; url: string; waitMs: number }

/** Restarts the service. @returns whether this release then serves in time */
async function serves({ restart, url, waitMs }: Service, { version }: Release): Promise<boolean> {
  if (runLine(restart) !== 0) return false
  for (const began = performance.now(); performance.now() - began < waitMs; await sleep(LOOK_MS)) {
    const isReady = (await answerOf(`${url}/health/ready`))?.status === 200
    if (isReady && (await answerOf(`${url}/health`))?.version === version) return true
  }
  return false
}

/**
 * Puts the files of systemd of a release in place of those of another. One that the operator changed stays, and is named.
 */
function leadUnits(folder: string, from: Release, to: Release): void {
  const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)
  let replaced = 0
  for (const name of UNITS) {
    const [was, now] = [from, to].map(release => textOf(join(release.folder, 'deploy/systemd', name)))
    const path = join(folder, name)
    if (!now || now === was || !existsSync(path)) continue
    if (textOf(path) === was) {
      writeFileSync(path, now)
      replaced++
    } else if (textOf(path) !== now)
      say(`${path} is not that of release ${from.version}, and stays. Own lines belong to "systemctl edit ${name}".`)
  }
  if (replaced > 0) run('systemctl', 'daemon-reload')
}

/** @throws Ended while another upgrade of this link is under way. Whatever ends this process frees it. */
async function lockOut(link: string): Promise<void> {
  const lock = createServer().listen(`\0almotacen-upgrade:${link}`)
  await once(lock, 'listening').catch(() => {
    throw new Ended('Another upgrade is under way. Nothing was changed. Wait until it has ended.')
  })
  lock.unref()
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
  leadUnits(service.units, next, current)
  if (runLine(admin, 'migrate', '--pending') === LATER) {
    lead(link, next.folder)
    leadUnits(service.units, current, next)
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
  const moves = movesDatabase(unpacked, current, service.settings)
  try {
    checkFollows(unpacked, current)
    const fresh = next.migrations.slice(current.migrations.length)
    say(
      fresh.length === 0
        ? `Release ${next.version} does not migrate the database: it can be left again.`
        : `Release ${next.version} migrates the database (${fresh.join(', ')}): afterwards there is no way back but the back-up.`,
    )
    if (moves)
      say(
        `It has PostgreSQL ${majorOf(unpacked)}, and the portal's own database is of ${majorOf(current)}: the service stops while every row is ` +
          'copied and compared, and there is no way back but the back-up.',
      )
    if (runLine(admin, 'backup', '--before', next.version) !== 0)
      throw new Ended('There is no verified back-up. Nothing was changed.')
    // What an upgrade that went back has left.
    rmSync(next.folder, { recursive: true, force: true })
    renameSync(unpacked.folder, next.folder)
  } catch (error) {
    rmSync(unpacked.folder, { recursive: true, force: true })
    throw error
  }
  // One that does not serve is not the one to go back to.
  const wasServing = (await answerOf(`${service.url}/health`))?.version === current.version
  lead(link, next.folder)
  leadUnits(service.units, current, next)
  if (moves) await moveDatabase(link, admin, service, next, current)
  if (!(await serves(service, next))) {
    if (!moves) await goBack(link, admin, service, next, current)
    throw new Ended(
      `Release ${next.version} does not serve. Its database is of PostgreSQL ${majorOf(next)} now, so it stays in place. The log of the service ` +
        'says why it does not serve: mend that and restart it. The way back is the back-up above, restored with the earlier release ' +
        '(docs/operations/running.md).',
      STUCK,
    )
  }
  say(`Release ${next.version} serves.`)
  if (wasServing) removeOlder(link, [next, current])
}

const own = join(import.meta.dirname, '../deploy/systemd/almotacen')
const { release, link, settings, units, admin, stop, restart, wait } = optionsOf(upgradeUsage, {
  release: { type: 'string' },
  link: { type: 'string', default: '/opt/almotacen' },
  settings: { type: 'string', default: '/etc/almotacen/portal.env' },
  units: { type: 'string', default: '/etc/systemd/system' },
  admin: { type: 'string', default: own },
  stop: { type: 'string', default: 'systemctl stop almotacen' },
  restart: { type: 'string', default: 'systemctl restart almotacen' },
  wait: { type: 'string', default: '600' },
})

await endingWell(async () => {
  if (!release || !(Number(wait) > 0)) throw new Ended(upgradeUsage)
  if (!existsSync(release))
    throw new Ended(`${release} does not exist. Nothing was changed. Name the archive of a release.`)
  await lockOut(resolve(link))
  const service = { stop, restart, settings, units, url: addressOf(settings), waitMs: Number(wait) * 1000 }
  await upgrade(resolve(release), resolve(link), admin, service)
})
