import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Site } from '#assurance/trust/work.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'

/** The URL of a database of the test server, as an operator configures it. */
export function urlOf(connection: pg.PoolConfig): string {
  if (connection.connectionString) return connection.connectionString
  const { host = 'localhost', port = 5432, user = '', database = '' } = connection
  if (!host.startsWith('/')) return `postgres://${user}@${host}:${port}/${database}`
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

export type OwnSite = Site & { owner: pg.PoolConfig; environment: Record<string, string>; drop(): Promise<void> }

/** The resources of one portal process: an empty database on the run's server, and a folder. */
export async function newSite(): Promise<OwnSite> {
  const { connection, owner, drop } = await createEmptyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-site-'))
  return {
    dataDir,
    environment: { DATABASE_URL: urlOf(connection), DATABASE_OWNER_URL: urlOf(owner) },
    connection,
    owner,
    drop: async () => {
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
