import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { namelessFile } from '#server/http/list/spool.ts'
import { ofDisk } from '#server/platform/files/disk.ts'

const CHUNK = 64 * 1024

/**
 * A text file that is read while it is being written. The writer never waits for the reader, and neither needs memory
 * for it. The file has no name, so the system deletes it however the process ends.
 */
export class GrowingFile {
  readonly #file: FileHandle
  readonly #hash = createHash('sha256')
  #size = 0
  #ended = false
  #grown = Promise.withResolvers<void>()

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** @throws DomainError storageFull or storageFailed */
  static async in(dataDir: string): Promise<GrowingFile> {
    try {
      return new GrowingFile(await namelessFile(dataDir))
    } catch (error) {
      throw ofDisk(error)
    }
  }

  /** @throws DomainError as `in` */
  async add(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    this.#hash.update(bytes)
    try {
      await this.#file.appendFile(bytes)
    } catch (error) {
      throw ofDisk(error)
    }
    this.#size += bytes.length
    this.#wake()
  }

  /** Ends the writing. @returns the SHA-256 of the whole text, in hexadecimal digits */
  end(): string {
    this.#ended = true
    this.#wake()
    return this.#hash.digest('hex')
  }

  /** Streams the whole text, up to its end; the file closes with the stream. */
  stream(): Readable {
    return Readable.from(this.#chunks(), { objectMode: false })
  }

  async *#chunks(): AsyncGenerator<Buffer> {
    try {
      for (let at = 0; ; ) {
        const grown = this.#grown.promise
        const isAll = this.#ended
        while (at < this.#size) {
          const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at)
          at += bytesRead
          yield buffer.subarray(0, bytesRead)
        }
        if (isAll) return
        await grown
      }
    } finally {
      await this.#file.close()
    }
  }

  #wake(): void {
    this.#grown.resolve()
    this.#grown = Promise.withResolvers<void>()
  }
}
