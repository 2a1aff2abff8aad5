import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { Migrator } from 'kysely/migration'
import type { ClientBase } from 'pg'
import type { Connection } from '#server/database/connect.ts'
import { connectPatiently } from '#server/database/connect.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')

/** The names of the SQL files of db/migrations, in the order of their numbers. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
}

/** Which of them a database has, none of a new one; to ask for it, reading is enough. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const there = await client.query("SELECT to_regclass('public.kysely_migration') IS NOT NULL AS yes")
  if (!there.rows[0].yes) return []
  const { rows } = await client.query('SELECT name FROM kysely_migration')
  return rows.map(row => row.name)
}

/** The text of each SQL file of db/migrations by its name, in the order of their numbers. */
export async function migrationTexts(): Promise<Record<string, string>> {
  const names = await migrationNames()
  const texts = await Promise.all(names.map(async name => [name, await readFile(join(folder, name), 'utf8')] as const))
  return Object.fromEntries(texts)
}

async function sqlMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const [name, text] of Object.entries(await migrationTexts())) {
    migrations[name] = {
      up: async db => {
        await sql.raw(text).execute(db)
      },
    }
  }
  return migrations
}

/**
 * Brings the database to the newest schema, or to that of the migration `last`: forward only, all pending files in one
 * transaction, under Kysely's advisory lock, so that any number of servers may start at once.
 * @throws the first failure, with the name of its file; nothing of it stays.
 */
export async function migrate(connection: Connection, last?: string): Promise<void> {
  const { db } = connectPatiently(connection, 2)
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: sqlMigrations } })
    const { error, results } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
    if (error) {
      const failed = results?.find(result => result.status === 'Error')?.migrationName ?? ''
      throw new Error(`La base de datos no se pudo actualizar (${failed}): ${String(error)}`, { cause: error })
    }
  } finally {
    await db.destroy()
  }
}
