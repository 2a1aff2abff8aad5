import { inflateRawSync } from 'node:zlib'
import { LOCAL_BYTES, STORED, type ZipEnd, zipContentAt, zipEnd, zipEntries } from '#server/platform/files/zip.ts'

/** An entry of an archive that has passed `guardArchive`: where its header is, and its text. */
export type TextEntry = { data: Buffer; end: ZipEnd; at: number; text: string }

/** The text of an entry, a byte for a character; null where there is none of this name. */
export function textEntry(bytes: Uint8Array, name: string): TextEntry | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = zipEnd(data)
  const entry = end && zipEntries(data.subarray(end.at), end.count)?.find(each => each.name === name)
  const start = entry && zipContentAt(data.subarray(entry.at, entry.at + LOCAL_BYTES), entry)
  if (!end || !entry || start == null) return null
  const packed = data.subarray(start, start + entry.packed)
  const text = (entry.method === STORED ? packed : inflateRawSync(packed)).toString('latin1')
  return { data, end, at: entry.at, text }
}
