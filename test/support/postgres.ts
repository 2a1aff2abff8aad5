import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { inDatabase } from '#test/support/test-server.ts'

export interface TestDatabase {
  connection: pg.PoolConfig
  /** Drops it, whoever is still connected. What nobody drops goes at the end of the run. */
  drop(): Promise<void>
}

/**
 * A database of its own, migrated and empty, for one test file: a copy of the run's template.
 * @throws when the project has no `postgres-setup.ts` as its global setup.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return create(`TEMPLATE ${inject('database').template} STRATEGY FILE_COPY`)
}

/** A database with nothing in it, not even the schema. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return create('TEMPLATE template0')
}

async function create(how: string): Promise<TestDatabase> {
  const { administration, connection, template } = inject('database')
  const name = `${template}_${randomBytes(5).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client(administration)
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(`CREATE DATABASE ${name} OWNER ${connection.user ?? 'CURRENT_USER'} ${how}`)
  return {
    connection: inDatabase(connection, name),
    drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}
