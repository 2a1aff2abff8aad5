import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { inDatabase } from '#test/support/test-server.ts'

export interface TestDatabase {
  name: string
  /** The serving role: rows only. */
  connection: pg.PoolConfig
  /** The owner of the tables. */
  owner: pg.PoolConfig
  /** Runs SQL as the owner, behind the portal's back. */
  asOwner(statement: string): Promise<unknown[]>
  /** Drops it with its connections. Remaining databases are dropped at the end of the run. */
  drop(): Promise<void>
}

/**
 * An empty, migrated database for one test file: a copy of the run's template, or of another database without
 * connections.
 * @throws when the project has no `postgres-setup.ts` as its global setup.
 */
export async function createTestDatabase(template = inject('database').template): Promise<TestDatabase> {
  return create(`TEMPLATE ${template} STRATEGY FILE_COPY`)
}

/** An empty database, without the schema. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return create('TEMPLATE template0')
}

async function create(how: string): Promise<TestDatabase> {
  const { administration, connection, application, template } = inject('database')
  const name = `${template}_${randomBytes(5).toString('hex')}`
  await run(administration, `CREATE DATABASE ${name} OWNER ${connection.user ?? 'CURRENT_USER'} ${how}`)
  const owner = inDatabase(connection, name)
  return {
    name,
    connection: inDatabase(application, name),
    owner,
    asOwner: statement => run(owner, statement),
    drop: async () => void (await run(administration, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  }
}

async function run(connection: pg.ClientConfig, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // Several statements return several results.
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(statement)
    return [results].flat().flatMap(result => result.rows)
  } finally {
    await client.end()
  }
}
