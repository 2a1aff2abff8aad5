import { join } from 'node:path'
import { whyLost } from '#server/admin/backup-place.ts'
import type { BareCommand } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { checkDataFolder, checkFiles } from '#server/admin/existing.ts'
import { checkBackup } from '#server/platform/backup/check.ts'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import { BackupError } from '#server/platform/backup/manifest.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { takeBackup } from '#server/platform/backup/take.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** Turns every backup failure into one sentence for the operator. */
async function inOneSentence(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BackupError ? new CommandError(error.message) : error
  }
}

const takeForm = {
  usage: 'backup [--to <new folder>] [--with-secret] | backup verify <folder>',
  words: [0, 2] as [number, number],
  options: { to: { type: 'string' }, 'with-secret': { type: 'boolean' } } as const,
}

const restoreForm = {
  usage: 'restore --from <folder>',
  words: [0, 0] as [number, number],
  options: { from: { type: 'string' } } as const,
}

const misread = ({ usage }: { usage: string }) => new CommandError(`Usage: npm run admin -- ${usage}`)

const contentOf = ({ takenAt, files, trail }: Manifest) =>
  `${takenAt}, with ${files.count} files and ${trail?.number ?? 0} audit log entries`

/** A folder of BACKUP_DIR named by the time. */
function newFolderIn({ backupDir, clockOffsetMs }: Settings): string {
  if (!backupDir)
    throw new CommandError('Say where with --to <new folder>, or set BACKUP_DIR to the folder of all back-ups.')
  return join(backupDir, systemClock(clockOffsetMs).now().replace(/:/g, '-').replace(/\.\d+/, ''))
}

/** Creates a backup, also while the app runs; or verifies one by comparing every part with its hash. */
export const backup: BareCommand = {
  ...takeForm,
  bare: true,
  run: (settings, withDatabase, given) =>
    inOneSentence(async () => {
      const {
        words: [word, place],
        options,
      } = readWords(takeForm, given)
      if (word === 'verify' && place && Object.keys(options).length === 0) {
        const { manifest, wrong } = await checkBackup(place, systemClock(settings.clockOffsetMs))
        if (wrong.length > 0) throw new BackupError(`The back-up is damaged:\n${wrong.join('\n')}`)
        return `The back-up is complete: ${contentOf(manifest)}.`
      }
      if (options.to === '' || word !== undefined) throw misread(takeForm)
      checkDataFolder(settings)
      const folder = options.to ?? newFolderIn(settings)
      const lost = await whyLost(folder)
      if (lost)
        throw new CommandError(
          `${lost} ${settings.backupDir ? `Leave out --to: back-ups go to ${settings.backupDir}.` : 'Choose a folder on another disk.'}`,
        )
      const { dataDir, filesUrl, appSecret, appSecretBefore } = settings
      const source = { dataDir, filesUrl, appSecret, appSecretBefore, clock: systemClock(settings.clockOffsetMs) }
      const manifest = await withDatabase(async connection => {
        await checkFiles(connection, settings)
        return takeBackup({ ...source, connection }, folder, {
          withSecret: options['with-secret'],
          log: line => console.error(line),
        })
      })
      if (manifest.damaged.length > 0) process.exitCode = 1
      return [
        `Back-up taken: ${contentOf(manifest)}, in ${folder}.`,
        manifest.secret.included
          ? 'It holds the key of the portal. Protect it like a password.'
          : 'It does not hold the key of the portal (APP_SECRET, or the file secret of DATA_DIR). Keep the key elsewhere.',
        ...manifest.damaged.map(sha256 => `Already damaged or missing in the portal, and so in the back-up: ${sha256}`),
      ].join('\n')
    }),
}

/** Restores a backup into an empty installation. */
export const restore: BareCommand = {
  ...restoreForm,
  bare: true,
  run: (settings, withDatabase, words) =>
    inOneSentence(async () => {
      const folder = readWords(restoreForm, words).options.from
      if (!folder) throw misread(restoreForm)
      const { dataDir, filesUrl, appSecret, appSecretBefore } = settings
      const target = { dataDir, filesUrl, appSecret, appSecretBefore, clock: systemClock(settings.clockOffsetMs) }
      const { manifest, mailsSetAside, resetsSetAside, sameKey } = await withDatabase(connection =>
        restoreBackup({ ...target, connection }, folder),
      )
      return [
        `Restored: ${contentOf(manifest)}. The audit log is intact. All sessions have ended.`,
        ...(sameKey
          ? []
          : [
              'The portal now has another key, which does not open the second factors of authenticator apps. If anybody has ' +
                'one, the portal does not start and says whose to remove with "remove-second-factor".',
            ]),
        ...(mailsSetAside > 0
          ? [`${mailsSetAside} unsent mails had a password of a key that is missing. Send those invitations again.`]
          : []),
        ...(resetsSetAside > 0
          ? [
              `${resetsSetAside} unsent mails had a password reset link that is no longer valid. ` +
                'Their users have to request another.',
            ]
          : []),
        ...manifest.damaged.map(sha256 => `Missing, as it already was when the back-up was taken: ${sha256}`),
      ].join('\n')
    }),
}
