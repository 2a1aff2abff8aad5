/** `npm run admin -- <command>`: what the operator does beside the portal. It may run while the portal does. */
import type { PortalCommand, WithDatabase } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import { openDatabase } from '#server/database/open.ts'
import { openPortal } from '#server/portal-start.ts'
import { readSettings, withSecretFiles } from '#server/settings.ts'

const [name = '', ...words] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.log(
    `Uso:\n${Object.values(commands)
      .map(({ usage }) => `  npm run admin -- ${usage}`)
      .join('\n')}`,
  )
  process.exit(name === '' ? 0 : 1)
}
const settings = readSettings(withSecretFiles(process.env))
const database = () => openDatabase(settings, line => console.error(line))

const withDatabase: WithDatabase = async work => {
  const { connection, owner, stop } = await database()
  try {
    return await work(owner ?? connection)
  } finally {
    await stop()
  }
}

async function inPortal({ run }: PortalCommand): Promise<string> {
  const opened = await database()
  try {
    const running = await openPortal(settings, opened.connection, { autoMail: false, owner: opened.owner })
    try {
      return await run(running.portal, words, opened)
    } finally {
      await running.stop()
    }
  } finally {
    await opened.stop()
  }
}

console.log(await (command.bare ? command.run(settings, withDatabase, words) : inPortal(command)))
