import { Readable } from 'node:stream'
import type { File } from '#server/platform/reader/reader.ts'

/** Bytes as a reader gets a stored file. */
export const fileOf = (bytes: Uint8Array): File => ({
  size: bytes.length,
  open: async () => Readable.from([Buffer.from(bytes)], { objectMode: false }),
})
