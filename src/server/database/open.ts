import type { Connection } from '#server/database/connect.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import type { Settings } from '#server/settings.ts'

/** The portal's database: what it serves through, what its tables belong to, and how it is let go. */
export type OpenDatabase = { connection: Connection; owner: Connection | null; stop(): Promise<void> }

/**
 * The database that the settings name, or the embedded one. Of another server's database the owner may be unknown.
 * @throws Error with a Spanish sentence when the embedded one does not start.
 */
export async function openDatabase(settings: Settings, log: (sentence: string) => void): Promise<OpenDatabase> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings
  if (databaseUrl) return { connection: databaseUrl, owner: databaseOwnerUrl, stop: async () => {} }
  const { application, connection, stop } = await startEmbedded({ dataDir, log })
  return { connection: application, owner: connection, stop }
}
