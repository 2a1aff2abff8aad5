import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { Dialect } from '#server/platform/database/dialect.ts'
import { prepareStatements } from '#server/platform/database/statement.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { WatchLimits } from '#server/platform/database/watch.ts'
import { watchPool } from '#server/platform/database/watch.ts'

/** Days and instants stay text: a day has no time zone, and an instant travels as ISO 8601 (D4). */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, text => text],
  [pg.types.builtins.TIMESTAMPTZ, text => new Date(text).toISOString()],
  [pg.types.builtins.INT8, Number],
])

/** How `pg` reads what the database answers. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

export type Db = Kysely<Tables>
export type Connection = string | pg.PoolConfig

/** How long things may take on the way to the database, in milliseconds. */
export type Limits = WatchLimits & {
  /** Opening a connection, or waiting for one to be free. */
  connect: number
  /** One statement; 0 is for ever. */
  statement: number
  /** Waiting for what another transaction holds; 0 is for ever. */
  lock: number
  /**
   * A transaction in which nobody says anything: its server stands still with its connections open (stopped, a debugger),
   * and all that needs what it holds would wait as long. 0 is for ever.
   */
  idle: number
}

/**
 * What people wait for: whatever happens, a call is answered within 3 s (R3), save one whose statement works or waits for
 * a lock.
 */
export const servingLimits: Limits = {
  connect: 2000,
  silence: 1000,
  probe: 1000,
  statement: 30_000,
  lock: 20_000,
  idle: 45_000,
}

/** What an operator runs and nobody waits for: migrations, back-ups. */
const patientLimits: Limits = { connect: 30_000, silence: 10_000, probe: 30_000, statement: 0, lock: 0, idle: 0 }

/**
 * The database ends a connection whose other end is gone after 7 s, instead of hours, and with it the locks of its
 * transaction. Nothing on a Unix socket, where nobody gets lost.
 */
const keepAlive = '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=4'

/**
 * What is asked here joins few rows with large tables. For that the planner would take a merge of two indexes, which
 * reads half a table, whenever it takes a new key to be beyond all others that it knows of.
 */
const planner = '-c enable_mergejoin=off'

/** A connection as settings of `pg`. */
export const configOf = (connection: Connection): pg.PoolConfig =>
  typeof connection === 'string' ? { connectionString: connection } : connection

/** Opens a pool for long work, without a limit for a statement. */
export const connectPatiently = (connection: Connection, max = 1) => connect(connection, max, patientLimits)

/** Opens a pool. Connections that are lost are dropped, never fatal; waiting, for one or on one, is bounded. */
export function connect(connection: Connection, max = 10, limits = servingLimits): { db: Db; pool: pg.Pool } {
  const config: pg.PoolConfig = {
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: `${keepAlive} ${planner}`,
    ...configOf(connection),
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idle,
  }
  const pool = new pg.Pool({
    ...config,
    max,
    connectionTimeoutMillis: limits.connect,
    idleTimeoutMillis: 30_000,
    types,
  })
  // An idle connection that breaks emits here; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', prepareStatements)
  watchPool(pool, config, limits)
  return { db: new Kysely<Tables>({ dialect: new Dialect(pool) }), pool }
}

/** Whether the database answers. */
export async function isReady(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
