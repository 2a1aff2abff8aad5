import pg from 'pg'
import { expect, test } from 'vitest'
import { appliedMigrations, migrate, migrationNames } from '#server/database/migrate.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'

test('a migration that fails is named and leaves nothing, and what stood in its way once gone it runs', async () => {
  const database = await createEmptyDatabase()
  const client = new pg.Client(database.owner)
  await client.connect()
  try {
    expect(await appliedMigrations(client)).toEqual([])
    const names = await migrationNames()
    await migrate(database.owner, names[1])
    expect(await appliedMigrations(client)).toEqual(names.slice(0, 2))
    const tables = async () =>
      (await client.query("select relname from pg_class where relkind = 'r' order by relname")).rows.length
    await client.query('create table file_verdict (somebody text)')
    const before = await tables()
    await expect(migrate(database.owner)).rejects.toThrow(/no se pudo actualizar \(0003-file-verdict\.sql\)/)
    expect(await appliedMigrations(client)).toEqual(names.slice(0, 2))
    expect(await tables()).toBe(before)
    await client.query('drop table file_verdict')
    await migrate(database.owner)
    expect(await appliedMigrations(client)).toEqual(names)
  } finally {
    await client.end()
    await database.drop()
  }
})
