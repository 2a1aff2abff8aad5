import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { whyLost } from '#server/admin/backup-place.ts'
import type { BareCommand } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { checkDataFolder, checkFiles } from '#server/admin/existing.ts'
import { checkBackup } from '#server/platform/backup/check.ts'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import { BackupError, noteVerified } from '#server/platform/backup/manifest.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { isBackupName, rotatedOut } from '#server/platform/backup/rotation.ts'
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
  usage: 'backup [--to <new folder> | --rotate | --before <version>] [--with-secret] | backup verify <folder>',
  words: [0, 2] as [number, number],
  options: {
    to: { type: 'string' },
    rotate: { type: 'boolean' },
    before: { type: 'string' },
    'with-secret': { type: 'boolean' },
  } as const,
}

const restoreForm = {
  usage: 'restore --from <folder>',
  words: [0, 0] as [number, number],
  options: { from: { type: 'string' } } as const,
}

const misread = ({ usage }: { usage: string }) => new CommandError(`Usage: npm run admin -- ${usage}`)

const contentOf = ({ takenAt, files, trail }: Manifest) =>
  `${takenAt}, with ${files.count} files and ${trail?.number ?? 0} audit log entries`

/** A folder of BACKUP_DIR named by the time, and by the release before which an upgrade takes it. */
function newFolderIn({ backupDir, clockOffsetMs }: Settings, before?: string): string {
  if (!backupDir)
    throw new CommandError('Say where with --to <new folder>, or set BACKUP_DIR to the folder of all back-ups.')
  const now = systemClock(clockOffsetMs).now().replace(/:/g, '-').replace(/\.\d+/, '')
  return join(backupDir, before === undefined ? now : `${now}-before-${before}`)
}

/** Reads a whole back-up, and notes in it that it was complete. @throws BackupError with `damaged` if it is not */
async function verify(folder: string, clockOffsetMs: number, damaged = 'The back-up is damaged'): Promise<Manifest> {
  const clock = systemClock(clockOffsetMs)
  const { manifest, wrong } = await checkBackup(folder, clock)
  if (wrong.length > 0) throw new BackupError(`${damaged}:\n${wrong.join('\n')}`)
  await noteVerified(folder, clock.now())
  return manifest
}

/**
 * Removes the back-ups of BACKUP_DIR that are not kept, once the new one was read and is complete.
 * @throws BackupError, and removes nothing, if it is not
 */
async function rotate(taken: string, { clockOffsetMs }: Settings): Promise<string> {
  await verify(taken, clockOffsetMs, 'The back-up is damaged, and no earlier one was removed')
  const all = dirname(taken)
  const out = rotatedOut(await readdir(all))
  for (const name of out) await rm(join(all, name), { recursive: true })
  return `It is complete. Earlier ones removed: ${out.length === 0 ? 'none' : out.join(', ')}.`
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
        return `The back-up is complete: ${contentOf(await verify(place, settings.clockOffsetMs))}.`
      }
      const ways = [options.to, options.rotate, options.before].filter(way => way !== undefined)
      if (word !== undefined || ways.length > 1 || options.to === '') throw misread(takeForm)
      if (options.before !== undefined && !/^\d[\w.+-]*$/.test(options.before)) throw misread(takeForm)
      checkDataFolder(settings)
      const folder = options.to ?? newFolderIn(settings, options.before)
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
          earlier: options.to === undefined ? await newestIn(settings) : null,
          withSecret: options['with-secret'],
          log: line => console.error(line),
        })
      })
      if (manifest.damaged.length > 0) process.exitCode = 1
      return [
        `Back-up taken: ${contentOf(manifest)}, in ${folder}.`,
        ...(options.rotate ? [await rotate(folder, settings)] : []),
        ...(options.before ? [await verify(folder, settings.clockOffsetMs).then(() => 'It is complete.')] : []),
        manifest.secret.included
          ? 'It holds the key of the portal. Protect it like a password.'
          : 'It does not hold the key of the portal (APP_SECRET, or the file secret of DATA_DIR). Keep the key elsewhere.',
        ...manifest.damaged.map(sha256 => `Already damaged or missing in the portal, and so in the back-up: ${sha256}`),
      ].join('\n')
    }),
}

const verifyForm = { usage: 'verify [<back-up>]', words: [0, 1] as [number, number] }

/** The newest back-up of BACKUP_DIR; null where there is none. */
async function newestIn({ backupDir }: Settings): Promise<string | null> {
  const names = backupDir ? await readdir(backupDir).catch(() => []) : []
  const newest = names.filter(isBackupName).sort().at(-1)
  return backupDir && newest ? join(backupDir, newest) : null
}

/** The folder of a back-up: a path, a name in BACKUP_DIR, or the newest there. @throws CommandError where there is none */
async function existingFolder(given: string | undefined, settings: Settings): Promise<string> {
  const { backupDir } = settings
  if (given && (!backupDir || given.includes('/'))) return given
  if (!backupDir)
    throw new CommandError('Name the folder of a back-up, or set BACKUP_DIR to the folder of all back-ups.')
  if (given) return join(backupDir, given)
  const newest = await newestIn(settings)
  if (!newest) throw new CommandError(`There is no back-up in ${backupDir}. Take one: npm run admin -- backup`)
  return newest
}

/** Verifies a back-up by comparing every part with its hash; the newest by default. */
export const verifyBackup: BareCommand = {
  ...verifyForm,
  bare: true,
  run: (settings, _withDatabase, given) =>
    inOneSentence(async () => {
      const folder = await existingFolder(readWords(verifyForm, given).words[0], settings)
      return `The back-up ${folder} is complete: ${contentOf(await verify(folder, settings.clockOffsetMs))}.`
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
