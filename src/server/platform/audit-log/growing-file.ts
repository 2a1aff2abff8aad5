import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { namelessFile } from '#server/list/spool.ts'
import { ofDisk } from '#server/platform/files/disk.ts'

const CHUNK = 64 * 1024

/**
 * Text on the disk that is read while it is still being written: who writes waits for no reader, and neither needs memory
 * for it. The file has no name, so nothing of it stays, however the process ends.
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

  /** @throws Refusal storageFull or storageFailed */
  static async in(dataDir: string): Promise<GrowingFile> {
    try {
      return new GrowingFile(await namelessFile(dataDir))
    } catch (error) {
      throw ofDisk(error)
    }
  }

  /** @throws Refusal as `in` */
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

  /** Nothing is added any more. @returns the SHA-256 of all of it, in hexadecimal digits */
  end(): string {
    this.#ended = true
    this.#wake()
    return this.#hash.digest('hex')
  }

  /** All of it from the beginning, up to its end; the file is closed with the stream. */
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
