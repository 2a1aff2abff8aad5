/** `npm run admin -- <command>`: what the operator does beside the portal. It may run while the portal does. */
import { commands } from '#server/admin/commands.ts'
import { openDatabase } from '#server/database/open.ts'
import { openPortal } from '#server/portal-start.ts'
import { readSettings } from '#server/settings.ts'

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
const settings = readSettings(process.env)
const database = await openDatabase(settings, line => console.error(line))
const running = await openPortal(settings, database.connection, { autoMail: false, owner: database.owner })
try {
  console.log(await command.run(running.portal, words, database))
} finally {
  await running.stop()
  await database.stop()
}
