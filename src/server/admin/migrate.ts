import type { BareCommand } from '#server/admin/command.ts'
import { readWords } from '#server/admin/command.ts'
import { checkDatabase, checkDataFolder, isEmpty } from '#server/admin/existing.ts'
import type { Connection } from '#server/platform/database/connect.ts'
import { connectPatiently } from '#server/platform/database/connect.ts'
import { appliedMigrations, LaterRelease, pendingMigrations } from '#server/platform/database/migrate.ts'
import { prepareDatabase } from '#server/platform/database/privileges.ts'

const form = {
  usage: 'migrate [--pending]',
  words: [0, 0] as [number, number],
  options: { pending: { type: 'boolean' } } as const,
}

/** Exit code of `migrate --pending` when a later release has migrated the database. */
const LATER = 3
const MIGRATED = 'The database has the schema of this release.'

/**
 * Gives the database the schema of this release, before a server of it starts, or lists what it lacks. A database of
 * DATABASE_URL may be empty: the owner prepares it, and no server has to know the owner's password.
 */
export const migrateCommand: BareCommand = {
  ...form,
  bare: true,
  async run(settings, withDatabase, given) {
    const { options } = readWords(form, given)
    if (options.pending || !settings.databaseUrl) checkDataFolder(settings)
    return withDatabase(async (owner, serving) => {
      if (options.pending) {
        await checkDatabase(owner)
        return pendingIn(serving)
      }
      const wasEmpty = await isEmpty(owner)
      await prepareDatabase(serving, owner === serving ? null : owner)
      return wasEmpty ? `The database was empty: it is a new portal's now. ${MIGRATED}` : MIGRATED
    })
  },
}

async function pendingIn(connection: Connection): Promise<string> {
  const { pool } = connectPatiently(connection)
  try {
    const client = await pool.connect()
    const applied = await appliedMigrations(client).finally(() => client.release())
    const pending = await pendingMigrations(applied)
    return pending.length === 0 ? MIGRATED : ['The database lacks these migrations:', ...pending].join('\n  ')
  } catch (error) {
    if (!(error instanceof LaterRelease)) throw error
    process.exitCode = LATER
    return error.message
  } finally {
    await pool.end()
  }
}
