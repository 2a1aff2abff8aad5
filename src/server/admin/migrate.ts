import type { BareCommand } from '#server/admin/command.ts'
import { readWords } from '#server/admin/command.ts'
import { checkDatabase, checkDataFolder } from '#server/admin/existing.ts'
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

/** Gives the database the schema of this release, before a server of it starts; or lists what it lacks. */
export const migrateCommand: BareCommand = {
  ...form,
  bare: true,
  async run(settings, withDatabase, given) {
    const { options } = readWords(form, given)
    checkDataFolder(settings)
    return withDatabase(async (owner, serving) => {
      await checkDatabase(owner)
      if (options.pending) return pendingIn(serving)
      await prepareDatabase(serving, owner === serving ? null : owner)
      return MIGRATED
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
