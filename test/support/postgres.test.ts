import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/postgres.ts'

async function ask(connection: pg.PoolConfig, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test('every test database is its own, and migrated', async () => {
  const databases = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase()))
  const [one, two] = databases
  expect(await ask(one!.connection, 'SELECT count(*)::int > 0 AS migrated FROM kysely_migration')).toEqual([
    { migrated: true },
  ])
  await one!.asOwner('CREATE TABLE only_here AS SELECT 1 AS n')
  await expect(ask(two!.connection, 'SELECT * FROM only_here')).rejects.toThrow('does not exist')
  await Promise.all(databases.map(database => database.drop()))
  await expect(ask(one!.connection, 'SELECT 1')).rejects.toThrow('does not exist')
})

test('a test database is dropped while someone is connected', async () => {
  const { connection, drop } = await createTestDatabase()
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  const ended = new Promise(done => client.once('end', done))
  await drop()
  await ended
})
