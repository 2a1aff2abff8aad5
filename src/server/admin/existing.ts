import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { onlyOf } from '#domain/values/certain.ts'
import { CommandError } from '#server/admin/command.ts'
import type { Connection } from '#server/platform/database/connect.ts'
import { connectPatiently } from '#server/platform/database/connect.ts'
import { appliedMigrations, pendingMigrations } from '#server/platform/database/migrate.ts'
import type { FileSettings } from '#server/platform/files/open-files.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { checkIdentity } from '#server/platform/installation/identity.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

const advice = 'Nothing was done. Check that DATA_DIR and DATABASE_URL are those of the portal.'

/** Whether the data folder holds an installation, and its database where that lies in it. */
export function hasPortal({ dataDir, databaseUrl, filesUrl }: Settings): boolean {
  const parts = [...(filesUrl ? [] : ['files']), ...(databaseUrl ? [] : ['pg/cluster'])]
  return parts.every(part => existsSync(join(dataDir, part)))
}

/**
 * Without this check a mistyped folder would become a new installation, and every command would report success.
 * @throws CommandError when the data folder holds no installation, or not its database, where that lies in it
 */
export function checkDataFolder(settings: Settings): void {
  if (hasPortal(settings)) return
  throw new CommandError(`There is no portal in ${resolve(settings.dataDir)}. ${advice}`)
}

/** Whether the database holds no installation yet. */
export async function isEmpty(connection: Connection): Promise<boolean> {
  const { db } = connectPatiently(connection)
  try {
    const { rows } = await sql<{ empty: boolean }>`select to_regclass('public.trail') is null as empty`.execute(db)
    return onlyOf(rows).empty
  } finally {
    await db.destroy()
  }
}

/** @throws CommandError when the database holds no installation yet */
export async function checkDatabase(connection: Connection): Promise<void> {
  if (await isEmpty(connection)) throw new CommandError(`There is no portal in this database. ${advice}`)
}

/**
 * A command of a newer release than the one that serves would migrate, and the serving one could not start again.
 * @throws CommandError when an existing database lacks migrations of this release; Error when it has unknown ones
 */
export async function checkMigrated(connection: Connection): Promise<void> {
  const { pool } = connectPatiently(connection)
  try {
    const client = await pool.connect()
    const applied = await appliedMigrations(client).finally(() => client.release())
    const pending = await pendingMigrations(applied)
    if (applied.length === 0 || pending.length === 0) return
    throw new CommandError(
      `The database is of an earlier release: it lacks ${pending.length} migrations. Nothing was done. Use the commands of ` +
        'the release that serves, or migrate first: start this release, or run "npm run admin -- migrate".',
    )
  } finally {
    await pool.end()
  }
}

/** @throws SettingsError when the files belong to another database; files of versions without this mark pass */
export async function checkFiles(connection: Connection, settings: FileSettings): Promise<void> {
  const { db } = connectPatiently(connection)
  try {
    const { rows } = await sql<{ known: boolean }>`
      select to_regclass('public.installation') is not null as known`.execute(db)
    if (!onlyOf(rows).known) return
    const { mark, close } = await openFiles(settings)
    await checkIdentity(db, mark).finally(close)
  } finally {
    await db.destroy()
  }
}
