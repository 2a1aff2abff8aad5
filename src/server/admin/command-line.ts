/** Finds the command, opens what it needs, and runs it. */
import type { AppCommand, WithDatabase } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import { checkDatabase, checkDataFolder, checkMigrated } from '#server/admin/existing.ts'
import { openApp } from '#server/app/app-start.ts'
import { LaterRelease } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { PrivilegesError } from '#server/platform/database/privileges.ts'
import { withSecretFiles } from '#server/platform/secrets/secret-files.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { readSettings, SettingsError } from '#server/platform/settings/settings.ts'

const [name = '', ...words] = process.argv.slice(2)
const command = commands[name]

/** What is said names the command that this installation has: a release comes without npm. */
const named = (text: string): string =>
  text.replaceAll('npm run admin --', process.env.ADMIN_COMMAND || 'npm run admin --')

if (!command) {
  const usages = Object.values(commands).map(({ usage }) => `  npm run admin -- ${usage}`)
  const usage = named(`Usage:\n${usages.join('\n')}`)
  if (name === '') console.log(usage)
  else console.error(`There is no command ${name}. Nothing was done. ${usage}`)
  process.exit(name === '' ? 0 : 1)
}
const database = (settings: Settings) => openDatabase(settings, line => console.error(line))

const withDatabaseOf =
  (settings: Settings): WithDatabase =>
  async work => {
    const { connection, owner, stop } = await database(settings)
    try {
      return await work(owner ?? connection, connection)
    } finally {
      await stop()
    }
  }

async function inApp({ run, begins, readsOnly }: AppCommand, settings: Settings): Promise<string> {
  if (!begins) checkDataFolder(settings)
  const opened = await database(settings)
  try {
    if (!begins) await checkDatabase(opened.owner ?? opened.connection)
    await checkMigrated(opened.owner ?? opened.connection)
    // The owner needs no grants to read; the application gets its rights when it next starts or writes.
    const { connection, owner } = readsOnly ? { connection: opened.owner ?? opened.connection, owner: null } : opened
    const running = await openApp(settings, connection, { autoMail: false, owner })
    try {
      return await run(running.app, words, opened)
    } finally {
      await running.stop()
    }
  } finally {
    await opened.stop()
  }
}

try {
  readWords(command, words)
  const settings = readSettings(withSecretFiles(process.env))
  const run = command.bare ? command.run(settings, withDatabaseOf(settings), words) : inApp(command, settings)
  console.log(named(await run))
} catch (error) {
  if (error instanceof SettingsError) console.error(named(`Invalid settings:\n${error.message}`))
  else if ([CommandError, PrivilegesError, LaterRelease].some(kind => error instanceof kind))
    console.error(named((error as Error).message))
  else throw error
  process.exitCode = (command.bare && command.failure) || 1
}
