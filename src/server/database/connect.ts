import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '#server/database/tables.ts'

/** Days and instants stay text: a day has no time zone, and an instant travels as ISO 8601 (D4). */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, text => text],
  [pg.types.builtins.TIMESTAMPTZ, text => new Date(text).toISOString()],
  [pg.types.builtins.INT8, Number],
])

export type Db = Kysely<Tables>
export type Connection = string | pg.PoolConfig

/** Opens a pool. Connections that the server loses are dropped, never fatal; waiting for one is bounded. */
export function connect(connection: Connection, max = 10): { db: Db; pool: pg.Pool } {
  const config: pg.PoolConfig = typeof connection === 'string' ? { connectionString: connection } : connection
  const pool = new pg.Pool({
    ...config,
    max,
    connectionTimeoutMillis: 2500,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // An idle connection that breaks emits here; without a listener it would end the process.
  pool.on('error', () => {})
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool }
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
