import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BareCommand } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { checkDataFolder } from '#server/admin/existing.ts'
import { moveToNextCluster } from '#server/platform/backup/next-cluster.ts'
import { packagedFolder, runnableBinaries } from '#server/platform/database/binaries.ts'
import { preparePlace } from '#server/platform/database/embedded-place.ts'

const form = {
  usage: 'upgrade-database --from <folder of the earlier release>',
  words: [0, 0] as [number, number],
  options: { from: { type: 'string' } } as const,
}

/** Copies the portal's own database from the PostgreSQL of an earlier release into one of this release's major version (CARE-14). */
export const upgradeDatabase: BareCommand = {
  ...form,
  bare: true,
  async run(settings, _withDatabase, given) {
    const { from } = readWords(form, given).options
    if (from === undefined) throw new CommandError(`Usage: npm run admin -- ${form.usage}`)
    if (settings.databaseUrl)
      throw new CommandError('The database is that of DATABASE_URL: upgrade it with its own tools. Nothing was done.')
    checkDataFolder(settings)
    const { dataDir } = settings
    const { cluster, user } = preparePlace(dataDir)
    const later = runnableBinaries(packagedFolder(), user)
    const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
    if (version === later.major) return `The database is of PostgreSQL ${version} already. Nothing was done.`
    const release = resolve(from)
    if (!existsSync(join(release, 'package.json')))
      throw new CommandError(
        `${release} is no release of the portal. Nothing was done. Name the folder of the one that served.`,
      )
    const earlier = runnableBinaries(packagedFolder(release), user)
    if (earlier.major !== version)
      throw new CommandError(
        `The database was made by PostgreSQL ${version}, and ${release} has ${earlier.major}. Nothing was done. Name the folder of the ` +
          'release that served it.',
      )
    try {
      const { tables, rows, kept } = await moveToNextCluster({ dataDir, earlier, later, log: () => {} })
      return (
        `The database is of PostgreSQL ${later.major} now: ${rows} rows of ${tables} tables were copied and compared. That of before is in ` +
        `${kept}. Remove it once the portal serves.`
      )
    } catch (error) {
      throw new CommandError((error as Error).message)
    }
  },
}
