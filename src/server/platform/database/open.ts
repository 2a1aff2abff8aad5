import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/connect.ts'
import { connectPatiently } from '#server/platform/database/connect.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { databaseTarget } from '#server/platform/outgoing/transport-security.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

/**
 * The portal's database: a connection that keeps its session (the portal serves through it, or through the pooler in
 * front), the owner's connection for migrations, and `stop`.
 */
export type OpenDatabase = { connection: Connection; owner: Connection | null; stop(): Promise<void> }

/** A protocol violation: PgBouncer answers so to settings of a session. */
const REFUSED = '08P01'
const POOLER_HINT = ' If it leads through PgBouncer, set DATABASE_DIRECT_URL too (docs/operations/two-hosts.md).'

/**
 * @throws SettingsError when the database of this setting refuses the connection. The message omits the address, which
 * holds a password.
 */
async function checkReached(setting: string, url: string, pooled = false): Promise<void> {
  const { db } = connectPatiently(url, 1, { pooled })
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SettingsError(
      `${setting}: the database at ${databaseTarget(url).host} cannot be used (${code ?? message}). ` +
        `Check that it runs, its address, and the user, password and database name.${code === REFUSED ? POOLER_HINT : ''}`,
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
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl, dataDir } = settings
  if (databaseUrl) {
    await checkReached('DATABASE_URL', databaseUrl, databaseDirectUrl !== null)
    if (databaseOwnerUrl) await checkReached('DATABASE_OWNER_URL', databaseOwnerUrl)
    if (databaseDirectUrl) await checkReached('DATABASE_DIRECT_URL', databaseDirectUrl)
    return { connection: databaseDirectUrl ?? databaseUrl, owner: databaseOwnerUrl, stop: async () => {} }
  }
  const { application, connection, stop } = await startEmbedded({ dataDir, log })
  return { connection: application, owner: connection, stop }
}
