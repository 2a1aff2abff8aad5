import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/connect.ts'
import { connectPatiently } from '#server/platform/database/connect.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'
import { databaseTarget } from '#server/platform/transport-security.ts'

/** The portal's database: the serving connection, the owner's connection for migrations, and `stop`. */
export type OpenDatabase = { connection: Connection; owner: Connection | null; stop(): Promise<void> }

/**
 * @throws SettingsError when the database of this setting refuses the connection. The message omits the address, which
 * holds a password.
 */
async function checkReached(setting: string, url: string): Promise<void> {
  const { db } = connectPatiently(url)
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SettingsError(
      `${setting}: the database at ${databaseTarget(url).host} cannot be used (${code ?? message}). ` +
        'Check that it runs, its address, and the user, password and database name.',
      { cause: error },
    )
  } finally {
    await db.destroy()
  }
}

/**
 * Opens the configured database, or the embedded one. The owner of a configured database may be unknown.
 * @throws SettingsError when the configured database cannot be used; Error with a sentence when the embedded one does
 * not start.
 */
export async function openDatabase(settings: Settings, log: (sentence: string) => void): Promise<OpenDatabase> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings
  if (databaseUrl) {
    await checkReached('DATABASE_URL', databaseUrl)
    if (databaseOwnerUrl) await checkReached('DATABASE_OWNER_URL', databaseOwnerUrl)
    return { connection: databaseUrl, owner: databaseOwnerUrl, stop: async () => {} }
  }
  const { application, connection, stop } = await startEmbedded({ dataDir, log })
  return { connection: application, owner: connection, stop }
}
