import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { inDatabase } from '#test/support/test-server.ts'

export interface TestDatabase {
  name: string
  /** As the portal has it: rows only. */
  connection: pg.PoolConfig
  /** Whose tables they are. */
  owner: pg.PoolConfig
  /** Runs SQL with the owner's rights, as someone behind the portal's back could. */
  asOwner(statement: string): Promise<unknown[]>
  /** Drops it, whoever is still connected. What nobody drops goes at the end of the run. */
  drop(): Promise<void>
}

/**
 * A database of its own, migrated and empty, for one test file: a copy of the run's template, or of another database
 * that nobody is connected to.
 * @throws when the project has no `postgres-setup.ts` as its global setup.
 */
export async function createTestDatabase(template = inject('database').template): Promise<TestDatabase> {
  return create(`TEMPLATE ${template} STRATEGY FILE_COPY`)
}

/** A database with nothing in it, not even the schema. */
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
    // Several statements give several results.
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(statement)
    return [results].flat().flatMap(result => result.rows)
  } finally {
    await client.end()
  }
}
