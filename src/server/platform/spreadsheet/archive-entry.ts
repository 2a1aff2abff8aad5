import { inflateRawSync } from 'node:zlib'
import { LOCAL_BYTES, STORED, type ZipEnd, zipContentAt, zipEnd, zipEntries } from '#server/platform/files/zip.ts'

/** An entry of an archive that has passed `guardArchive`: where its header is, and its text. */
export type TextEntry = { data: Buffer; end: ZipEnd; at: number; text: string }

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function contentOf(data: Buffer, name: string) {
  const end = zipEnd(data)
  const entry = end && zipEntries(data.subarray(end.at), end.count)?.find(each => each.name === name)
  const start = entry && zipContentAt(data.subarray(entry.at, entry.at + LOCAL_BYTES), entry)
  if (!end || !entry || start == null) return null
  const packed = data.subarray(start, start + entry.packed)
  return { end, at: entry.at, content: entry.method === STORED ? packed : inflateRawSync(packed) }
}

/** The text of an entry, a byte for a character; null where there is none of this name. */
export function textEntry(bytes: Uint8Array, name: string): TextEntry | null {
  const data = bufferOf(bytes)
  const found = contentOf(data, name)
  return found && { data, end: found.end, at: found.at, text: found.content.toString('latin1') }
}

/** The names of the files of an archive that has passed `guardArchive`. */
export function archiveNames(bytes: Uint8Array): string[] {
  const data = bufferOf(bytes)
  const end = zipEnd(data)
  const entries = (end && zipEntries(data.subarray(end.at), end.count)) ?? []
  return entries.map(({ name }) => name).filter(name => !name.endsWith('/'))
}

/** The content of one of them. */
export const archiveText = (bytes: Uint8Array, name: string): Uint8Array =>
  contentOf(bufferOf(bytes), name)?.content ?? new Uint8Array()
