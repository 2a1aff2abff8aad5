import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Binaries, packagedFolder, runnableBinaries } from '#server/platform/database/binaries.ts'
import { ensureCluster, errorSentence, PORT, preparePlace, readPid } from '#server/platform/database/embedded-place.ts'
import {
  FIRST_PREPARATION,
  isAlive,
  launch,
  leaveServer,
  reachServer,
  type SocketConnection,
  serverArguments,
  stopAtOnce,
} from '#server/platform/database/embedded-process.ts'

const DATABASE = 'almotacen'
const ROLE = 'almotacen'
const APPLICATION_ROLE = 'almotacen_app'
const STOP_MS = 60_000
/** A server that is stopped while it recovers from a killed session can hang for ever (PostgreSQL 18.4). */
const STUCK_MS = 10_000

export interface EmbeddedPostgres {
  /** Role `almotacen`, owner of the database `almotacen`, no superuser: for migrations. */
  connection: SocketConnection
  /**
   * Role `almotacen_app`, which owns nothing and is no member of the owner. It has its own login, because a session
   * that dropped its rights with SET ROLE could regain them with RESET ROLE.
   */
  application: SocketConnection
  /** Role `postgres`, superuser, database `postgres`. */
  administration: SocketConnection
  /** Process id of the running server; changes after a restart. */
  readonly pid: number
  /** Shuts the server down (fast, without loss) unless another portal uses it too. Safe to call again. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: (sentence: string) => void
  /** Server settings that override ours; `fsync=off` is for tests only. */
  settings?: Record<string, string>
  /** Defaults to those of the npm package. */
  binaries?: Binaries
  /** How long a server may take to stop before an immediate shutdown, in milliseconds; ten seconds by default. */
  stuckMs?: number
}

/**
 * Starts, or attaches to, the PostgreSQL of this data folder: a real server on a Unix socket, without TCP.
 *
 * `dataDir/pg/cluster` holds the data, `dataDir/pg/run` the socket, `dataDir/pg.log` the server's log (without row
 * values). `dataDir/pg` is 0700, which protects the socket: it trusts every role.
 *
 * - The server outlives the portal: after a kill -9 it keeps running and the next start attaches to it. A second portal
 *   on the same folder attaches too, and the last one to stop shuts it down. If the server dies, a portal starts it
 *   again.
 * - A new cluster is created beside its final place and renamed, so that neither a crash nor two concurrent starts
 *   leave half of one.
 * - PostgreSQL refuses to run as root. As root we run it as the owner of `dataDir/pg`, by default `nobody`. The data
 *   stay in `dataDir` even under a folder that only root may enter: the child process changes into the cluster as root
 *   and gets /proc/self/cwd as its data folder, so the server never looks up a parent folder.
 * - Collation is by code point (builtin C.UTF-8), the same on every machine; queries ask for Spanish order with
 *   `COLLATE "es-x-icu"`. With it pg_trgm only sees ASCII letters, so text for trigram search should be unaccented.
 *
 * @throws an Error that says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options
  const place = preparePlace(options.dataDir)
  const binaries = options.binaries ?? runnableBinaries(packagedFolder(), place.user)
  if (!existsSync(place.cluster)) log(`Database: creating it in ${place.cluster}, once…`)
  await ensureCluster(place, binaries, settings.fsync !== 'off')
  const arguments_ = serverArguments(place, settings)
  const administration: SocketConnection = {
    host: place.socketFolder,
    port: PORT,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  }

  const stuckMs = options.stuckMs ?? STUCK_MS
  const open = () => reachServer(administration, place, () => launch(place, binaries.folder, arguments_), log, stuckMs)
  let stopping: Promise<void> | undefined
  let reopening: Promise<void> | undefined
  let keeper = await open()
  let pid = readPid(place)!
  try {
    await ensureDatabase(keeper)
  } catch (error) {
    await shutDown().catch(() => keeper.end())
    throw new Error(
      `The database could not be prepared: ${errorSentence(error)}. Check that the disk has room and start the portal again.`,
    )
  }
  watch()

  // Our session must not keep a finished process alive.
  function watch(): void {
    keeper.unref()
    keeper.once('end', () => {
      if (!stopping) reopening = reopen()
    })
  }

  // Without a supervisor, only the portal can start the server again.
  async function reopen(): Promise<void> {
    log('The database has closed. Opening it again.')
    for (let pause = 500; !stopping; pause = Math.min(pause * 2, 30_000)) {
      try {
        keeper = await open()
        pid = readPid(place)!
        log('The database is open again.')
        return watch()
      } catch (error) {
        log(errorSentence(error))
        await sleep(pause)
      }
    }
  }

  async function shutDown(): Promise<void> {
    await reopening
    keeper.ref()
    const last = await leaveServer(keeper)
    const running = readPid(place) === pid && isAlive(pid)
    if (last && running) process.kill(pid, 'SIGINT')
    await keeper.end().catch(() => {})
    if (!last) log('Another portal uses this database. It stays open.')
    if (!last || !running) return
    for (let waited = 0; isAlive(pid); waited += 20) {
      if (waited === 2 * STUCK_MS) stopAtOnce(place)
      if (waited > STOP_MS) throw new Error(`The database (process ${pid}) does not close. See ${place.logFile}.`)
      await sleep(20)
    }
  }

  return {
    connection: { ...administration, user: ROLE, database: DATABASE },
    application: { ...administration, user: APPLICATION_ROLE, database: DATABASE },
    administration,
    get pid() {
      return pid
    },
    stop: () => {
      stopping ??= shutDown()
      return stopping
    },
  }
}

async function ensureDatabase(keeper: pg.Client): Promise<void> {
  await keeper.query('SELECT pg_advisory_lock($1)', [FIRST_PREPARATION])
  for (const name of [ROLE, APPLICATION_ROLE]) {
    const role = await keeper.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
    if (!role.rowCount) await keeper.query(`CREATE ROLE ${name} LOGIN`)
  }
  const database = await keeper.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
  if (!database.rowCount) await keeper.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`)
  await keeper.query('SELECT pg_advisory_unlock($1)', [FIRST_PREPARATION])
}
