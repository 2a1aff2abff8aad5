import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '#domain/contract/domain-error.ts'
import { ofDisk } from '#server/platform/files/disk.ts'
import { newNonce } from '#server/platform/secrets/secrets.ts'

/** A complete upload: its path, its size in bytes and its SHA-256 in hexadecimal digits. */
export type Received = { path: string; size: number; sha256: string }

/**
 * Writes a stream to a new file in `folder` and passes the complete file to `take`; `flush` waits until it is on the
 * disk. A failure, also in `take`, removes the file.
 * @throws DomainError fileTooLarge over `maxBytes`, fileMissing when empty, uploadCut, storageFull or storageFailed.
 */
export async function receiveFile<T>(
  folder: string,
  stream: Readable,
  { maxBytes, flush }: { maxBytes: number; flush: boolean },
  take: (received: Received) => T | Promise<T>,
): Promise<T> {
  const path = join(folder, newNonce())
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new DomainError('fileTooLarge'))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  // It may break before it is read, and then the pipeline says so.
  stream.on('error', () => {})
  let file: FileHandle | null = null
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    file = await open(path, 'wx', 0o600)
    await pipeline(stream, meter, file.createWriteStream({ flush }))
    if (size === 0) throw new DomainError('fileMissing')
    return await take({ path, size, sha256: hash.digest('hex') })
  } catch (error) {
    await unlink(path).catch(() => {})
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') throw new DomainError('uploadCut')
    throw ofDisk(error)
  } finally {
    await file?.close().catch(() => {})
  }
}
