import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#domain/refusal.ts'
import { ofDisk } from '#server/files/disk.ts'
import { safeName } from '#server/files/store.ts'
import { newNonce } from '#server/secrets.ts'

/** A file that a call reads once and the portal does not keep; it is gone when the call has been answered. */
export type Upload = { path: string; name: string; size: number; sha256: string }

/** Takes a file of at most `maxBytes` to where cut uploads lie as well, so that one left by a crash is swept with them. */
export async function takeUpload(dataDir: string, stream: Readable, name: string, maxBytes: number): Promise<Upload> {
  const folder = join(dataDir, 'files/incoming')
  const path = join(folder, newNonce())
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new Refusal('fileTooLarge'))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  let file: FileHandle | null = null
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    file = await open(path, 'wx', 0o600)
    await pipeline(stream, meter, file.createWriteStream())
    if (size === 0) throw new Refusal('fileMissing')
    return { path, name: safeName(name), size, sha256: hash.digest('hex') }
  } catch (error) {
    await unlink(path).catch(() => {})
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') throw new Refusal('uploadCut')
    throw ofDisk(error)
  } finally {
    await file?.close().catch(() => {})
  }
}

/** Removes what a call brought, whatever became of the call. */
export async function discardUploads(uploads: Record<string, Upload>): Promise<void> {
  await Promise.all(Object.values(uploads).map(({ path }) => unlink(path).catch(() => {})))
}
