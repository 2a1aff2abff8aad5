import { link, open, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '#server/platform/files/local/folder.ts'
import { syncFolder } from '#server/platform/files/local/folder-store.ts'
import type { S3Address } from '#server/platform/files/s3/address.ts'
import { bucketText } from '#server/platform/files/s3/address.ts'
import type { Objects } from '#server/platform/files/s3/objects.ts'
import { newNonce } from '#server/platform/secrets/secrets.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

/** The identity of the installation that stored files belong to. It lies beside them, and all servers share it. */
export type Mark = {
  /** The identity; null when there is none. @throws SettingsError when it cannot be read */
  read(): Promise<string | null>
  /** Writes the identity unless there is one. @throws SettingsError when it cannot be written */
  place(id: string): Promise<void>
  /** Writes it over the one that is there. */
  replace(text: string): Promise<void>
  /** For messages to the operator: the setting, the place, and what to do. */
  setting: 'DATA_DIR' | 'FILES_URL'
  where: string
  advice: string
  confirm(id: string): string
  forget: string
}

/** The path of the mark in the folder of stored files. */
export const identityFile = (dataDir: string) => join(dataDir, 'files', 'installation')

/** The mark of the files in `DATA_DIR/files`. */
export function folderMark(dataDir: string): Mark {
  const path = identityFile(dataDir)
  const unusable = (error: unknown) =>
    new SettingsError(
      `DATA_DIR: ${path} cannot be read or written (${(error as NodeJS.ErrnoException).code}). ` +
        "Give the portal's user access to the folder files, then start again.",
      { cause: error },
    )

  return {
    setting: 'DATA_DIR',
    where: dataDir,
    advice: 'Mount the folder that this installation has always used; several servers share at least its folder files.',
    confirm: id => `echo ${id} > '${path}'`,
    forget: `rm '${path}'`,
    async read() {
      try {
        return (await readFile(path, 'utf8')).trim()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw unusable(error)
      }
    },
    // Writes a temporary file and links it: of simultaneous starts one wins, and no reader sees a partial file.
    async place(id) {
      const aside = join(dataDir, 'files', 'incoming')
      try {
        await makeFolder(aside)
        const own = join(aside, newNonce())
        // Not a secret: an operator's command may have created it as another user.
        const file = await open(own, 'wx', 0o644)
        try {
          await file.writeFile(`${id}\n`)
          await file.sync()
        } finally {
          await file.close()
        }
        await link(own, path).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        })
        await unlink(own)
        await syncFolder(dirname(path))
      } catch (error) {
        throw unusable(error)
      }
    },
    async replace(text) {
      await writeFile(path, `${text}\n`, { flush: true })
    },
  }
}

/** The mark of the files in a bucket: the object `installation`. */
export function bucketMark(objects: Objects, address: S3Address): Mark {
  const key = 'installation'
  const where = bucketText(address)
  const unusable = (error: unknown) =>
    new SettingsError(
      `FILES_URL: ${where} cannot be read or written (${(error as Error).name}: ${(error as Error).message}). Check that ` +
        'the bucket exists, and AWS_REGION, AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
      { cause: error },
    )
  const orUnusable = <T>(work: Promise<T>) => work.catch(error => Promise.reject(unusable(error)))
  return {
    setting: 'FILES_URL',
    where,
    advice: 'Set FILES_URL to the bucket and prefix that this installation has always used.',
    confirm: id => `write ${id} into the object ${where}${key}`,
    forget: `delete the object ${where}${key}`,
    read: async () => (await orUnusable(objects.textOf(key)))?.trim() ?? null,
    place: async id => {
      await orUnusable(objects.create(key, `${id}\n`))
    },
    replace: text => orUnusable(objects.write(key, `${text}\n`)),
  }
}
