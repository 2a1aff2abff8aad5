import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { Dialect } from '#server/platform/database/pipeline/dialect.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { WatchLimits } from '#server/platform/database/watch.ts'
import { WatchedPool } from '#server/platform/database/watch.ts'

/** Dates and instants stay text: a date has no time zone, and an instant is ISO 8601 (D4). */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, text => text],
  [pg.types.builtins.TIMESTAMPTZ, text => new Date(text).toISOString()],
  [pg.types.builtins.INT8, Number],
])

/** The type parsers of `pg`. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

export type Db = Kysely<Tables>
export type Connection = string | pg.PoolConfig

declare module 'pg' {
  interface ClientConfig {
    /**
     * The connection leads through a pooler that gives each transaction another session: no prepared statements, no
     * settings of the session, and no process to look for.
     */
    pooled?: boolean
  }
}

/** Timeouts of the database connection, in milliseconds. */
export type Limits = WatchLimits & {
  /** Opening a connection, or waiting for a free one. */
  connect: number
  /** One statement; 0 means no limit. */
  statement: number
  /** Waiting for a lock of another transaction; 0 means no limit. */
  lock: number
  /**
   * An idle transaction: its server is frozen with its connections open (stopped, a debugger), and every transaction
   * that needs its locks would wait as long. 0 means no limit.
   */
  idle: number
}

/**
 * The limits for requests: a call gets its answer within 3 s (R3), unless its statement is running or waits for a lock.
 */
export const servingLimits: Limits = {
  connect: 2000,
  silence: 1000,
  probe: 1000,
  statement: 30_000,
  lock: 20_000,
  // Two frozen transactions in a row are ended within the time that others wait for a lock.
  idle: 8_000,
}

/** The limits for operator commands, such as migrations and backups. */
const patientLimits: Limits = { connect: 30_000, silence: 10_000, probe: 30_000, statement: 0, lock: 0, idle: 0 }

/**
 * If the peer of a connection is gone, the database ends the connection after 7 s instead of hours, and releases the
 * locks of its transaction. It has no effect on a Unix socket, which needs none.
 */
const keepAlive = '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=4'

/**
 * Our queries join few rows with large tables. The planner would choose a merge join, which reads half a table,
 * whenever it takes a new key to be above all known values.
 */
const planner = '-c enable_mergejoin=off'

/** A connection as `pg` settings. */
export const configOf = (connection: Connection): pg.PoolConfig =>
  typeof connection === 'string' ? { connectionString: connection } : connection

/** Opens a pool for long tasks, without a statement timeout. */
export const connectPatiently = (connection: Connection, max = 1, through: { pooled?: boolean } = {}) =>
  connect(connection, max, patientLimits, through)

/** Opens a pool. It drops broken connections instead of failing, and each wait has a limit. */
export function connect(
  connection: Connection,
  max = 10,
  limits = servingLimits,
  { pooled = false }: { pooled?: boolean } = {},
): { db: Db; pool: pg.Pool } {
  const ofSession: pg.PoolConfig = {
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idle,
  }
  const config: pg.PoolConfig = {
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(pooled ? {} : { options: `${keepAlive} ${planner}` }),
    ...configOf(connection),
    ...(pooled ? { pooled } : ofSession),
    max,
    connectionTimeoutMillis: limits.connect,
    idleTimeoutMillis: 30_000,
    types,
  }
  const pool = new WatchedPool(config, limits)
  // A broken idle connection emits here; without a listener the error would end the process.
  pool.on('error', () => {})
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
