import type { PoolConfig } from 'pg'

/** The test databases of this run; plain `pg` settings, which can be sent to other processes. */
export interface TestServer {
  /** May create and drop databases. */
  administration: PoolConfig
  /** The owner of the tables. */
  connection: PoolConfig
  /** The serving role: rows only. */
  application: PoolConfig
  /** The migrated template database. */
  template: string
  /** For the data folders of portals; removed after the run. */
  folder: string
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
