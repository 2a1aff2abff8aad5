import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import type { Connection } from '#server/platform/database/connect.ts'
import { connectPatiently } from '#server/platform/database/connect.ts'
import type { MigrationFile } from '#server/platform/database/migrator.ts'
import { Migrator } from '#server/platform/database/migrator.ts'

const ours = join(import.meta.dirname, '../../../../db/migrations')
/** How often the log says what a migration waits for, in milliseconds. */
const SAY_MS = 30_000

/** The names of the SQL files of db/migrations, in numerical order. */
export async function migrationNames(folder = ours): Promise<string[]> {
  return (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
}

/** The migrations that a database has; none in a new one. Needs read access only. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const there = await client.query("SELECT to_regclass('public.kysely_migration') IS NOT NULL AS yes")
  if (!there.rows[0].yes) return []
  const { rows } = await client.query('SELECT name FROM kysely_migration')
  return rows.map(row => row.name)
}

/** The text of each SQL file of db/migrations by name, in numerical order. */
export async function migrationTexts(folder = ours): Promise<Record<string, string>> {
  const names = await migrationNames(folder)
  const texts = await Promise.all(names.map(async name => [name, await readFile(join(folder, name), 'utf8')] as const))
  return Object.fromEntries(texts)
}

type How = {
  /** The last migration to run; the newest by default. */
  last?: string
  folder?: string
  /** How long to retry a lock that other sessions hold, in milliseconds; for ever by default. */
  patienceMs?: number
  sayMs?: number
}

/**
 * Migrates the database to the newest schema, or to the migration `last`: forward only and one server at a time, so
 * that several servers can start concurrently. Files marked `on line` run statement by statement, the files between two
 * of them in one transaction. No lock request makes other sessions queue behind it for long (decision 019).
 * @throws the first failure, with the name of its file; its transaction is rolled back, earlier ones stay.
 */
export async function migrate(
  connection: Connection,
  { last, folder = ours, patienceMs = Number.POSITIVE_INFINITY, sayMs = SAY_MS }: How = {},
): Promise<void> {
  const texts = await migrationTexts(folder)
  const { pool } = connectPatiently(connection, 2)
  try {
    const session = await pool.connect()
    try {
      const pending = async () => pendingOf(texts, await appliedMigrations(session), last)
      if ((await pending()).length === 0) return
      const migrator = new Migrator(session, pool, patienceMs, sayMs)
      await migrator.takeTurn()
      await migrator.run(await pending())
      await migrator.endTurn()
    } finally {
      session.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** A later release has migrated the database; the message says what to do. */
export class LaterRelease extends Error {}

/** The migrations that a database lacks. @throws LaterRelease when it has unknown ones */
export async function pendingMigrations(applied: readonly string[]): Promise<string[]> {
  return pendingOf(await migrationTexts(), applied).map(({ name }) => name)
}

/** @throws LaterRelease when the database has unknown migrations */
function pendingOf(texts: Record<string, string>, applied: readonly string[], last?: string): MigrationFile[] {
  const names = Object.keys(texts)
  const foreign = applied.toSorted().find((name, position) => name !== names[position])
  if (foreign) {
    throw new LaterRelease(
      `Another version of the portal migrated this database with ${foreign}. Start that version or a later one.`,
    )
  }
  return Object.entries(texts)
    .slice(applied.length, last === undefined ? undefined : names.indexOf(last) + 1)
    .map(([name, text]) => ({ name, text }))
}
