import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ofDisk } from '#server/platform/files/disk.ts'

/** This much is kept in memory; what is longer waits for its reader on the disk. */
const HELD = 4 * 1024 * 1024

/** Bytes that are all made before the first is sent, however many, in little memory. */
export type Spool = {
  /** @throws Refusal storageFull or storageFailed */
  add(bytes: Buffer): Promise<void>
  /** All that was added, in its order. @throws Refusal as `add` */
  end(): Promise<{ bytes: Uint8Array } | { stream: Readable; size: number }>
  /** Lets go of what nobody will read. */
  discard(): Promise<void>
}

/** A spool whose file has no name, so that nothing of it stays, however the process ends. */
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
      // With a file there is nothing to hold for.
      if (file || holding > HELD) await putAside()
    },
    async end() {
      if (!file) return { bytes: Buffer.concat(held) }
      await putAside()
      // It closes the file at its end, or when it is given up.
      stream = file.createReadStream({ start: 0 })
      return { stream, size }
    },
    async discard() {
      if (stream) stream.destroy()
      else await file?.close()
    },
  }
}

/** A file that is gone from its folder at once, and from the disk when it is closed. */
export async function namelessFile(dataDir: string): Promise<FileHandle> {
  const folder = join(dataDir, 'files/incoming')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
