import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationsOf } from '#server/platform/backup/catalog.ts'
import { backupFilesOf, keysIn, wrongParts } from '#server/platform/backup/check.ts'
import { inWords, refuseOtherSchema } from '#server/platform/backup/fit.ts'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import { BackupError, fingerprintOf, readManifest } from '#server/platform/backup/manifest.ts'
import { copyStored } from '#server/platform/backup/parts.ts'
import { notEmpty, recordRestore, refuseRows, restoreRows, withClient } from '#server/platform/backup/restore-rows.ts'
import type { KeyPlace } from '#server/platform/backup/take.ts'
import { existingKeys } from '#server/platform/backup/take.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Connection } from '#server/platform/database/connect.ts'
import { connectPatiently } from '#server/platform/database/connect.ts'
import { migrate, migrationTexts } from '#server/platform/database/migrate.ts'
import { folderPlace } from '#server/platform/files/local/folder-store.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import type { FilePlace } from '#server/platform/files/store.ts'
import { settleIdentity } from '#server/platform/installation/identity.ts'
import { keyFiles, placeKeys } from '#server/platform/secrets/key-files.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

export type RestoreTarget = KeyPlace & { connection: Connection; clock: Clock }

export type Restored = {
  manifest: Manifest
  entries: number
  /** The number of unsent mails with a password or code that another key would get wrong; they are set aside. */
  mailsSetAside: number
  /** The number of unsent mails with a password reset link, which the restore has ended; they are set aside. */
  resetsSetAside: number
  /** Whether the portal keeps the key of the backup. */
  sameKey: boolean
}

/**
 * Restores a backup into a database and a data folder without a portal. Files come first, then all rows in one
 * transaction: an interrupted or refused restore leaves the database empty and can be rerun. Sessions and reset codes
 * in the backup are ended, because it does not know which of them ended later; the installation is a new one. Whatever
 * the schema, the rows or the files can prove is checked and not taken from the manifest (`entryHash`).
 * @throws BackupError when the backup is incomplete, its audit log does not verify, the target is not empty, this
 * portal does not know its schema, or the database or the disk fails; nothing else.
 */
export function restoreBackup(target: RestoreTarget, folder: string): Promise<Restored> {
  return restored(target, folder).catch(error => {
    throw inWords(error)
  })
}

async function restored(target: RestoreTarget, folder: string): Promise<Restored> {
  const manifest = await readManifest(folder)
  const wrong = await wrongParts(folder, manifest, target.clock)
  if (wrong.length > 0) throw new BackupError(`The back-up is damaged:\n${wrong.join('\n')}`)
  const { keys, brought } = await keysFor(target, folder, manifest)
  await checkMigrations(manifest)
  await prepareSchema(target.connection, manifest)
  const files = await openFiles(target)
  try {
    if ((await files.mark.read()) !== null) throw holdsFiles(files.mark.where)
    await copyFiles(folder, await files.place(), manifest)
  } finally {
    files.close()
  }
  if (brought) await writeKeys(target, keys)
  const sameKey = keys.some(key => fingerprintOf(key) === manifest.secret.fingerprint)
  const { noted, ...rows } = await restoreRows(target, folder, manifest, keys).catch(async error => {
    // The key is removed first: without it, the other leftovers are worthless.
    if (brought) for (const path of keyFiles(target.dataDir)) await rm(path, { force: true })
    throw error
  })
  await migrate(target.connection)
  if (!noted) await withClient(target.connection, client => recordRestore(client, target.clock, manifest))
  await begin(target)
  return { manifest, ...rows, sameKey }
}

/** The schema can be built here only if its migrations are known and equal. */
async function checkMigrations({ migrations }: Manifest): Promise<void> {
  const known = Object.entries(await migrationTexts())
  for (const [position, { name, sha256: hash }] of migrations.entries()) {
    const [knownName, text] = known[position] ?? []
    if (text !== undefined && knownName === name && sha256(text) === hash) continue
    throw new BackupError(
      `The back-up is of another version of the portal (${name}). Restore it with the version that took it, then upgrade.`,
    )
  }
}

async function prepareSchema(connection: Connection, manifest: Manifest): Promise<void> {
  const last = manifest.migrations.at(-1)!.name
  await withClient(connection, async client => {
    const there = await migrationsOf(client)
    if (there.length > manifest.migrations.length) throw notEmpty()
  })
  await migrate(connection, { last })
  await withClient(connection, async client => {
    await refuseRows(client)
    await refuseOtherSchema(client, manifest)
  })
}

const holdsFiles = (dataDir: string) =>
  new BackupError(
    `${dataDir} holds the files of another installation. Restore into a new database and a new data folder.`,
  )

async function copyFiles(folder: string, to: FilePlace, manifest: Manifest): Promise<void> {
  const from = folderPlace(join(folder, 'files'))
  for (const file of await backupFilesOf(folder, manifest)) {
    if (!(await copyStored(from, to, file))) {
      throw new BackupError(
        `The back-up is damaged: file ${file.sha256} is missing or differs from what was backed up.`,
      )
    }
  }
  await to.settle()
}

/**
 * Given or existing keys stay; otherwise the backup's keys are used, if it has them.
 * @returns the key and its predecessors, empty if there is none, and whether they come from the backup.
 * @throws BackupError when the backup should contain them and does not.
 */
async function keysFor(
  target: RestoreTarget,
  folder: string,
  manifest: Manifest,
): Promise<{ keys: string[]; brought: boolean }> {
  const own = await existingKeys(target)
  if (own.length > 0 || !manifest.secret.included) return { keys: own, brought: false }
  const keys = await keysIn(folder, manifest)
  if (typeof keys !== 'string') return { keys, brought: true }
  throw new BackupError(
    `The key in the back-up is damaged:\n${keys}\n` +
      'Nothing was restored. If you keep the key elsewhere, set APP_SECRET to it and try again.',
  )
}

/** @throws BackupError when a portal that started in between has created its own. */
async function writeKeys({ dataDir }: RestoreTarget, [key = '', ...before]: readonly string[]): Promise<void> {
  if (await placeKeys(dataDir, key, before)) return
  throw new BackupError(
    `${dataDir} now holds a key that is not of the back-up. Stop the portal that started with that folder, ` +
      'and restore into a new database and a new data folder.',
  )
}

/** Binds the restored files to the database; a start does the same after an interrupted restore. */
export async function begin({ connection, clock, ...files }: RestoreTarget): Promise<void> {
  const { db } = connectPatiently(connection)
  const { mark, close } = await openFiles(files)
  try {
    await settleIdentity(db, mark, clock.now())
  } finally {
    close()
    await db.destroy()
  }
}
