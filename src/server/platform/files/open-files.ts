import { join } from 'node:path'
import { folderPlace, folderStore } from '#server/platform/files/local/folder-store.ts'
import type { S3Address } from '#server/platform/files/s3/address.ts'
import type { FilePlace, FileStore } from '#server/platform/files/store.ts'
import type { Mark } from '#server/platform/installation/mark.ts'
import { bucketMark, folderMark } from '#server/platform/installation/mark.ts'

/** Where an installation keeps its files: in a bucket, or in `dataDir/files`. */
export type FileSettings = { dataDir: string; filesUrl?: S3Address | null }

export type OpenFiles = {
  mark: Mark
  /** Opens the store; a folder is created. `onDamage` is called for each damaged file that a reader was refused. */
  store(onDamage?: (sha256: string) => void): Promise<FileStore>
  /** The stored files alone, for a copy of all of them. */
  place(): Promise<FilePlace>
  close(): void
}

/** Opens the place of the stored files that the settings name, and creates nothing there. */
export async function openFiles({ dataDir, filesUrl }: FileSettings): Promise<OpenFiles> {
  const folder = join(dataDir, 'files')
  if (!filesUrl) {
    return {
      mark: folderMark(dataDir),
      store: onDamage => folderStore(folder, onDamage),
      place: async () => folderPlace(folder),
      close: () => {},
    }
  }
  const { openBucket } = await import('#server/platform/files/s3/objects.ts')
  const { s3Store } = await import('#server/platform/files/s3/s3-store.ts')
  const objects = await openBucket(filesUrl)
  const store = (onDamage?: (sha256: string) => void) => s3Store(objects, join(folder, 'incoming'), onDamage)
  return {
    mark: bucketMark(objects, filesUrl),
    store,
    place: () => store(),
    close: () => objects.close(),
  }
}
