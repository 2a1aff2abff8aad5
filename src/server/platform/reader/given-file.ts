import { readFile } from 'node:fs/promises'
import type { GivenFile } from '#server/platform/reader/reader.ts'

/** The bytes of a file in its reader. Libraries take a Buffer for something else. */
export async function bytesOf(file: GivenFile): Promise<Uint8Array> {
  if ('bytes' in file) return file.bytes
  const { buffer, byteOffset, length } = await readFile(file.path)
  return new Uint8Array(buffer, byteOffset, length)
}
