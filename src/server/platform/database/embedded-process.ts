import { spawn } from 'node:child_process'
import { closeSync, lstatSync, openSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SERVER_ENVIRONMENT } from '#server/platform/database/binaries.ts'
import {
  discardForeignLock,
  entersByFolder,
  errorSentence,
  type Place,
  PORT,
  readOptional,
  readPid,
} from '#server/platform/database/embedded-place.ts'

// Advisory lock ids in the database `postgres`, which has no other advisory locks.
const LIVING_PORTAL = 1
export const FIRST_PREPARATION = 2

/**
 * How long a failed start is retried, in milliseconds: after a kill -9 the old processes hold the lock for 1 to 2
 * seconds.
 */
const REFUSALS_MS = 10_000
/** How long a server may replay its log after a crash, in milliseconds. */
const RECOVERY_MS = 300_000
const LOG_BYTES = 10_000_000

/** The connection settings for `pg.Pool`; `ssl` is explicit so that no PG* variable of the environment changes it. */
export interface SocketConnection {
  host: string
  port: number
  user: string
  database: string
  ssl: false
}

/** Our session on the server. The published types lack `ref` and `unref`. */
type Keeper = pg.Client & { ref(): void; unref(): void }

export function serverArguments(place: Place, settings: Record<string, string>): string[] {
  const inHome = place.socketFolder === join(place.home, 'run')
  const sockets = entersByFolder(place) && inHome ? '../run' : place.socketFolder
  const all: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(PORT),
    cluster_name: 'almotacen',
    synchronous_commit: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    random_page_cost: '1.1',
    shared_buffers: '128MB',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The portal gets the errors of statements; in the server's log they would expose row values, which are personal
    // data.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...settings,
  }
  const data = entersByFolder(place) ? '/proc/self/cwd' : place.cluster
  return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** @returns a function with the state of the server: undefined while it runs, then its last output. */
export function launch(place: Place, binaries: string, arguments_: string[]): () => string | undefined {
  const size = () => lstatSync(place.logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size() > LOG_BYTES) renameSync(place.logFile, `${place.logFile}.1`)
  const begin = size()
  const output = openSync(place.logFile, 'a', 0o600)
  const server = spawn(join(binaries, 'bin/postgres'), arguments_, {
    ...place.user,
    cwd: place.cluster,
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', output, output],
    // A process session of its own: Ctrl-C at the terminal must only reach the portal, which finishes running calls
    // first.
    detached: true,
  })
  closeSync(output)
  let failure: string | undefined
  server.once('error', error => (failure = error.message))
  server.unref()
  return () => {
    if (failure !== undefined || (server.exitCode === null && server.signalCode === null)) return failure
    return readFileSync(place.logFile).subarray(begin).toString().trim()
  }
}

/**
 * Attaches to the server, starting it if there is none. @returns a session that holds the shared lock of a running
 * portal.
 */
export async function reachServer(
  administration: SocketConnection,
  place: Place,
  start: () => () => string | undefined,
  log: (sentence: string) => void,
  stuckMs: number,
): Promise<Keeper> {
  const begun = Date.now()
  let stoppingSince: number | null = null
  let ended: (() => string | undefined) | undefined
  let saidStarting = false
  for (;;) {
    const answer = await greet(administration)
    if (typeof answer !== 'string') return answer
    const waited = Date.now() - begun
    const words = ended?.()
    if (answer !== 'stopping') stoppingSince = null
    else stoppingSince ??= Date.now()
    if (stoppingSince !== null && Date.now() - stoppingSince > stuckMs) {
      log('The database does not finish closing and is stopped at once. Committed data are safe.')
      stopAtOnce(place)
      stoppingSince = null
    }
    if (answer === 'absent' && words !== undefined) {
      if (waited > REFUSALS_MS || !mayPass(words)) throw new Error(refusal(place, words))
      await sleep(250)
      ended = undefined
    }
    if (answer === 'absent' && !ended) {
      discardForeignLock(place)
      ended = start()
    }
    if (waited > 3_000 && !saidStarting) {
      log('The database is slow to open. Still waiting.')
      saidStarting = true
    }
    if (waited > RECOVERY_MS) throw new Error(refusal(place, words ?? ''))
    await sleep(20)
  }
}

/** Another server holds the folder, its orphans hold the shared memory, or ours was killed before its first output. */
function mayPass(words: string): boolean {
  return words === '' || /lock file|shared memory|shut down|terminat/.test(words)
}

/** Loses no committed data: the next start recovers it from the log. */
export function stopAtOnce(place: Place): void {
  const pid = readPid(place)
  if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGQUIT')
}

async function greet(administration: SocketConnection): Promise<Keeper | 'absent' | 'starting' | 'stopping'> {
  const client = new pg.Client({ ...administration, connectionTimeoutMillis: 5_000 }) as Keeper
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1)', [LIVING_PORTAL])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    const code = (error as { code?: string }).code
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent'
    if (code === '57P03' && /shutting down/.test(errorSentence(error))) return 'stopping'
    // 57P0x: starting or shutting down. The other codes: it stopped just now, or is overloaded.
    if (code?.startsWith('57P0') || ['ECONNRESET', 'EPIPE', 'EAGAIN'].includes(code ?? '')) return 'starting'
    if (!code && /terminated|timeout/i.test(errorSentence(error))) return 'starting'
    throw new Error(`The database refuses the connection: ${errorSentence(error)}. See pg.log.`)
  }
}

/** @returns whether we were the last portal; then new portals wait until the server has stopped, and start it again. */
export async function leaveServer(keeper: pg.Client): Promise<boolean> {
  try {
    await keeper.query('SELECT pg_advisory_unlock_shared($1)', [LIVING_PORTAL])
    const { rows } = await keeper.query('SELECT pg_try_advisory_lock($1) AS last', [LIVING_PORTAL])
    return rows[0].last
  } catch {
    return true
  }
}

function refusal(place: Place, words: string): string {
  const pid = readPid(place)
  const last = words.split('\n').slice(-5).join('\n')
  if (pid && isAlive(pid)) {
    return (
      `A PostgreSQL server already runs on ${place.cluster} (process ${pid}) and does not respond. Stop it ` +
      `("kill -INT ${pid}") and start the portal again. More in ${place.logFile}. ${last}`
    )
  }
  return (
    `The database in ${place.cluster} does not start. Fix the cause and start the portal again. ` +
    `More in ${place.logFile}. ${last}`
  )
}

/** A zombie process counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
  return !/\) Z/.test(readOptional(`/proc/${pid}/stat`) ?? '')
}
