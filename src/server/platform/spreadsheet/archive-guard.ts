import { inflateRawSync } from 'node:zlib'
import type { ZipEntry } from '#server/platform/files/zip.ts'
import { DEFLATED, LOCAL_BYTES, STORED, zipContentAt, zipEnd, zipEntries } from '#server/platform/files/zip.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

const MiB = 1024 * 1024
const maxInflated = 64 * MiB
const maxEntries = 2000
/** Repetitive sheets inflate 30 to 60 times; deflate allows 1032. Small files have no limit. */
const maxRatio = 200
const ratioCountsFrom = 8 * MiB

const localSignature = 0x04034b50
const zip64Marker = 0xffffffff

/**
 * Refuses an .xlsx or .ods that could harm the parser: more than 64 MiB inflated (declared or actual), more than 2000
 * entries, a suspicious ratio, encrypted or overlapping entries, paths outside the archive, links, nested archives, and
 * any XML with a DOCTYPE or an ENTITY.
 *
 * Walks the archive in the same way as the parser, so that both see the same bytes.
 *
 * @throws SpreadsheetError 'too-large' or 'unreadable'
 */
export function guardArchive(bytes: Uint8Array): void {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readDirectory(data)
  const declared = entries.reduce((sum, entry) => sum + entry.declared, 0)
  if (declared > maxInflated) throw new SpreadsheetError('too-large', `declares ${declared} bytes`)
  if (declared > ratioCountsFrom && declared > data.length * maxRatio) {
    throw new SpreadsheetError('too-large', `inflates ${Math.round(declared / data.length)} times`)
  }
  for (const entry of entries) inspectContent(entry, inflate(data, entry))
}

function unreadable(detail: string): SpreadsheetError {
  return new SpreadsheetError('unreadable', detail)
}

function readDirectory(data: Buffer): ZipEntry[] {
  const end = zipEnd(data)
  if (!end) throw unreadable('no end of central directory')
  if (end.count > maxEntries) throw new SpreadsheetError('too-large', `${end.count} entries`)
  const entries = zipEntries(data.subarray(end.at), end.count)
  if (!entries) throw unreadable('broken central directory')
  const names = new Set<string>()
  for (const entry of entries) {
    inspectEntry(entry)
    if (names.has(entry.name)) throw unreadable(`two entries named ${entry.name}`)
    names.add(entry.name)
  }
  if (entries.reduce((sum, entry) => sum + entry.packed, 0) > data.length) throw unreadable('overlapping entries')
  return entries
}

function inspectEntry({ name, flags, encrypted, method, packed, declared, at, isLink }: ZipEntry): void {
  if (encrypted) throw unreadable('encrypted')
  if (method !== STORED && method !== DEFLATED) throw unreadable(`compression method ${method}`)
  if ([packed, declared, at].includes(zip64Marker)) throw unreadable('ZIP64')
  if (method === STORED && packed !== declared) throw unreadable('stored entry of two sizes')
  // The parser would take the sizes from a data descriptor, which is not checked.
  if (flags & 8 && packed === 0 && !name.endsWith('/')) throw unreadable('sizes left out')
  if (isLink || /^[/\\]|\\|\0|^[a-z]:|(^|\/)\.\.(\/|$)/i.test(name)) throw unreadable(`path ${JSON.stringify(name)}`)
}

function inflate(data: Buffer, entry: ZipEntry): Buffer {
  const start = zipContentAt(data.subarray(entry.at, entry.at + LOCAL_BYTES), entry)
  if (start === null) throw unreadable(`${entry.name} has two headers that differ`)
  if (start + entry.packed > data.length) throw unreadable('entry beyond the end')
  const packed = data.subarray(start, start + entry.packed)
  if (entry.method === STORED || entry.packed === 0) return packed
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.declared) })
  } catch (error) {
    if (error instanceof RangeError)
      throw new SpreadsheetError('too-large', `${entry.name} inflates beyond its declared size`)
    throw unreadable(`${entry.name} does not inflate`)
  }
}

function inspectContent(entry: ZipEntry, content: Buffer): void {
  if (content.length >= 4 && content.readUInt32LE(0) === localSignature)
    throw unreadable(`archive inside: ${entry.name}`)
  if (!/\.(xml|rels|vml|rdf)$/i.test(entry.name)) return
  // Other encodings would hide a DOCTYPE from this check, and no spreadsheet program writes them.
  if (content.length >= 2 && (content[0]! >= 0xfe || content[0] === 0 || content[1] === 0))
    throw unreadable('not UTF-8')
  if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) throw unreadable(`DOCTYPE in ${entry.name}`)
}
