import type { PoolConfig } from 'pg'

/** Where the tests of this run find their databases; settings of `pg`, plain enough to be sent to other processes. */
export interface TestServer {
  /** May create and drop databases. */
  administration: PoolConfig
  /** Whose tables they are. */
  connection: PoolConfig
  /** What the portal serves through: rows only. */
  application: PoolConfig
  /** The migrated database that is copied. */
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    database: TestServer
  }
}

/** The same connection to another database of the server. */
export function inDatabase(connection: PoolConfig, database: string): PoolConfig {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
