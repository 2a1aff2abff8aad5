/** The commands of `almotacen` that act on the service of systemd; the others are those of src/server/admin. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install, installUsage } from './operator/install.ts'
import { restore, restoreUsage } from './operator/restore.ts'
import { Ended, endingWell } from './operator/service.ts'
import { status, statusUsage } from './operator/status.ts'
import { upgradeUsage } from './operator/upgrade-usage.ts'

const admin = join(import.meta.dirname, '../src/server/admin/main.ts')
const [name = 'help', ...words] = process.argv.slice(2)

const commands: Record<string, (words: string[]) => Promise<void>> = { install, restore, status }

/** What the command of the release itself says, as the command of this name. */
const adminSays = (...given: string[]) =>
  spawnSync(process.execPath, [admin, ...given], {
    encoding: 'utf8',
    env: { ...process.env, ADMIN_COMMAND: 'almotacen' },
  })

function help(): void {
  const [, ...others] = adminSays().stdout.trimEnd().split('\n')
  const own = [installUsage, upgradeUsage, restoreUsage, statusUsage]
  // `restore` of the release itself works on data that is not being served; the one above stops the service first.
  console.log(
    [...own, ...others.map(line => line.trim()).filter(line => !line.startsWith('almotacen restore'))].join('\n'),
  )
}

await endingWell(async () => {
  const command = commands[name]
  if (command) await command(words)
  else if (name === '--version') console.log(adminSays('--version').stdout.trim())
  else if (name === 'help' || name === '--help') help()
  else throw new Ended(`There is no command ${name}. Nothing was done. "almotacen help" lists them.`)
})
