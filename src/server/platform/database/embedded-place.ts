import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Binaries, SERVER_ENVIRONMENT, type ServerUser } from '#server/platform/database/binaries.ts'

export const PORT = 5432

/** The folders and the user of an embedded server. */
export interface Place {
  /** `dataDir/pg`, 0700, owned by `user`. */
  home: string
  cluster: string
  socketFolder: string
  logFile: string
  user: ServerUser
}

/**
 * Creates the folders and sets their owners; it never changes the owner of a folder that is not ours. @throws Error
 * that says what to do.
 */
export function preparePlace(given: string): Place {
  const home = makeHome(given)
  const dataDir = dirname(home)
  const user = ownerOf(home)
  chmodSync(home, 0o700)
  const cluster = join(home, 'cluster')
  // A move to another cluster that was killed between its last two renames ends here.
  const next = nextCluster({ cluster })
  if (!existsSync(cluster) && existsSync(next)) renameSync(next, cluster)
  // A restored copy may have looser permissions, which PostgreSQL refuses.
  if (existsSync(cluster)) chmodSync(cluster, 0o700)
  return { home, cluster, socketFolder: socketFolder(dataDir, user), logFile: join(dataDir, 'pg.log'), user }
}

/** A complete cluster that is about to take the place of the present one. */
export const nextCluster = ({ cluster }: Pick<Place, 'cluster'>) => `${cluster}.next`

/** Puts a complete cluster in the place of the present one, which becomes `kept`. `preparePlace` ends it where it is cut. */
export function replaceCluster(place: Place, made: string, kept: string): void {
  renameSync(made, nextCluster(place))
  renameSync(place.cluster, kept)
  renameSync(nextCluster(place), place.cluster)
  syncFolder(place.home)
}

function makeHome(given: string): string {
  try {
    mkdirSync(resolve(given), { recursive: true, mode: 0o700 })
    const home = join(realpathSync(given), 'pg')
    mkdirSync(home, { recursive: true, mode: 0o700 })
    return home
  } catch (error) {
    throw new Error(
      `The data folder ${resolve(given)} cannot be used (${errorSentence(error)}). Give the portal's user write access, ` +
        'or set another DATA_DIR.',
    )
  }
}

/** The folder's owner runs the server. As root, a folder of root (new or restored) goes to the user `nobody`. */
function ownerOf(home: string): ServerUser {
  const us = process.getuid!()
  const owner = lstatSync(home)
  const inside = () => lstatSync(join(home, 'cluster'), { throwIfNoEntry: false })?.uid
  if (us !== 0) {
    const whose = owner.uid === us ? (inside() ?? us) : owner.uid
    if (whose === us) return null
    throw new Error(
      `The database in ${home} belongs to another user (uid ${whose}; this one is ${us}). Start the portal as the ` +
        `same user as the first time, or change the owner of the folder ("chown -R ${us} ${home}").`,
    )
  }
  const user = owner.uid === 0 ? nobody() : { uid: owner.uid, gid: owner.gid }
  if (owner.uid === 0 || (inside() ?? user.uid) !== user.uid) handOver(home, user)
  return user
}

function nobody(): NonNullable<ServerUser> {
  const line = existsSync('/etc/passwd') && /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (line) return { uid: Number(line[1]), gid: Number(line[2]) }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has no user "nobody". Start the portal as an ' +
      'ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

function handOver(path: string, user: NonNullable<ServerUser>): void {
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) handOver(join(path, name), user)
  try {
    lchownSync(path, user.uid, user.gid)
  } catch (error) {
    throw new Error(
      `${path} cannot be given to the user that runs PostgreSQL (uid ${user.uid}): ${errorSentence(error)}. Start ` +
        'the portal as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

function makeOwnFolder(path: string, user: ServerUser): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (user) lchownSync(path, user.uid, user.gid)
}

/** The path of a Unix socket is limited to about 100 bytes; unlike $TMPDIR, /tmp is the same at the next start. */
function socketFolder(dataDir: string, user: ServerUser): string {
  const folder = join(dataDir, 'pg', 'run')
  if (Buffer.byteLength(socketIn(folder)) <= 100) {
    makeOwnFolder(folder, user)
    return folder
  }
  const short = `/tmp/almotacen-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  if (!lstatSync(short, { throwIfNoEntry: false })) makeOwnFolder(short, user)
  const found = lstatSync(short)
  if (!found.isDirectory() || found.uid !== (user?.uid ?? process.getuid!()) || found.mode & 0o077) {
    throw new Error(
      `The folder ${short} belongs to another user or is not private. Delete it, or use a DATA_DIR with a shorter path.`,
    )
  }
  return short
}

function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`)
}

/**
 * Whether the server gets /proc/self/cwd instead of the path. macOS has no /proc; there the user must be able to enter
 * all parent folders.
 */
export function entersByFolder(place: Place): boolean {
  return place.user !== null && process.platform === 'linux'
}

/** Creates the cluster if there is none; `sync` flushes it to the disk. @throws Error that says what to do. */
export async function ensureCluster(place: Place, binaries: Binaries, sync: boolean): Promise<void> {
  if (!existsSync(place.cluster)) await makeCluster(place, binaries.folder, sync)
  const version = readOptional(join(place.cluster, 'PG_VERSION'))?.trim()
  if (version === binaries.major) return
  if (!version) {
    throw new Error(
      `${place.cluster} is not a complete database. Restore its back-up or, to start from scratch, remove that folder.`,
    )
  }
  throw new Error(
    `The database in ${place.cluster} was made by PostgreSQL ${version} and this portal has ${binaries.major}. Stop the portal and run ` +
      '"npm run admin -- upgrade-database --from <folder of the earlier release>", or take a back-up with the earlier ' +
      'release, and restore it with this one into a new DATA_DIR.',
  )
}

async function makeCluster(place: Place, binaries: string, sync: boolean): Promise<void> {
  const staging = `${place.cluster}.new-${randomBytes(6).toString('hex')}`
  discardAbandoned(place.home)
  makeOwnFolder(staging, place.user)
  try {
    const initdb = spawn(
      join(binaries, 'bin/initdb'),
      [
        ...['-D', entersByFolder(place) ? '/proc/self/cwd' : staging, '--username=postgres', '--encoding=UTF8'],
        ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ...['--auth-local=trust', '--auth-host=reject', '--no-instructions', ...(sync ? [] : ['--no-sync'])],
      ],
      { ...place.user, cwd: staging, env: SERVER_ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let words = ''
    initdb.stderr.setEncoding('utf8').on('data', text => (words += text))
    const code = await new Promise(done => initdb.once('close', done).once('error', error => done(error.message)))
    if (code !== 0) {
      throw new Error(
        `The database could not be created in ${place.home}: ${words.trim() || code}. Check that the disk has room ` +
          "and that the portal's user has a name (under systemd: apt-get install libnss-systemd), or set DATABASE_URL to a PostgreSQL server.",
      )
    }
    try {
      renameSync(staging, place.cluster)
    } catch (error) {
      if (!existsSync(place.cluster)) throw error
    }
    syncFolder(place.home)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

// Removes the folders of a start that was killed during initdb; the folder of a running start is younger.
function discardAbandoned(home: string): void {
  for (const name of readdirSync(home)) {
    const path = join(home, name)
    const age = Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (name.startsWith('cluster.new-') && age > 600_000) rmSync(path, { recursive: true, force: true })
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** @returns the process id in the server's lock file, if there is one. */
export function readPid(place: Place): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

/**
 * After a reboot or a container restart, the process id in the lock file of a killed server may belong to another
 * process; PostgreSQL would then refuse to start for ever.
 */
export function discardForeignLock(place: Place): void {
  const pid = readPid(place)
  if (!pid || process.platform !== 'linux') return
  const name = readOptional(`/proc/${pid}/comm`)?.trim()
  if (name && name !== 'postgres') unlinkSync(join(place.cluster, 'postmaster.pid'))
}

export function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

export function errorSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
