import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ofDisk } from '#server/platform/files/disk.ts'

/** Bytes kept in memory; more goes to the disk. */
const HELD = 4 * 1024 * 1024

/** A buffer for content that must be complete before the first byte is sent. Uses little memory, whatever its size. */
export type Spool = {
  /** @throws DomainError storageFull or storageFailed */
  add(bytes: Buffer): Promise<void>
  /**
   * All added bytes in order.
   * @throws DomainError as `add`
   */
  end(): Promise<{ bytes: Uint8Array } | { stream: Readable; size: number }>
  /** Frees the memory or the file when the content is not sent. */
  discard(): Promise<void>
}

/** A spool in an unlinked file, which disappears even if the process crashes. */
export function spoolIn(dataDir: string): Spool {
  let held: Buffer[] = []
  let holding = 0
  let size = 0
  let file: FileHandle | null = null
  let stream: Readable | null = null
  const putAside = async () => {
    try {
      file ??= await namelessFile(dataDir)
      await file.appendFile(Buffer.concat(held))
    } catch (error) {
      throw ofDisk(error)
    }
    held = []
    holding = 0
  }
  return {
    async add(bytes) {
      held.push(bytes)
      holding += bytes.length
      size += bytes.length
      // After the first overflow everything goes to the file.
      if (file || holding > HELD) await putAside()
    },
    async end() {
      if (!file) return { bytes: Buffer.concat(held) }
      await putAside()
      // The stream closes the file at its end or when it is destroyed.
      stream = file.createReadStream({ start: 0 })
      return { stream, size }
    },
    async discard() {
      if (stream) stream.destroy()
      else await file?.close()
    },
  }
}

/** An open, unlinked file: it has no directory entry, and its disk space is freed when it is closed. */
export async function namelessFile(dataDir: string): Promise<FileHandle> {
  const folder = join(dataDir, 'files/incoming')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
