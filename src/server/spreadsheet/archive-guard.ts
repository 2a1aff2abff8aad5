import { inflateRawSync } from 'node:zlib'
import { SpreadsheetError } from '#server/spreadsheet/spreadsheet-error.ts'

const MiB = 1024 * 1024
const maxInflated = 64 * MiB
const maxEntries = 2000
/** Repetitive sheets inflate 30 to 60 times; deflate can do 1032. Small files may do as they like. */
const maxRatio = 200
const ratioCountsFrom = 8 * MiB

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const zip64Marker = 0xffffffff

type Entry = { name: string; method: number; packed: number; declared: number; offset: number }

/**
 * Refuses an .xlsx or .ods that would harm its reader, before the reader sees it: more than 64 MiB inflated (as declared and
 * as it really inflates), more than 2000 entries, a suspicious ratio, encrypted or overlapping entries, paths that leave the
 * archive, links, archives inside, and any XML with a DOCTYPE or an ENTITY.
 *
 * It walks the archive in the same way as the reader, so that both see the same bytes.
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

function findEnd(data: Buffer): number {
  for (let at = data.length - 22; at >= Math.max(0, data.length - 65557); at--) {
    if (data.readUInt32LE(at) === endSignature) return at
  }
  throw unreadable('no end of central directory')
}

function readDirectory(data: Buffer): Entry[] {
  const end = findEnd(data)
  const count = data.readUInt16LE(end + 10)
  if (count > maxEntries) throw new SpreadsheetError('too-large', `${count} entries`)
  const entries: Entry[] = []
  const names = new Set<string>()
  let packed = 0
  let at = data.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > data.length || data.readUInt32LE(at) !== entrySignature) throw unreadable('broken central directory')
    const nameLength = data.readUInt16LE(at + 28)
    const entry: Entry = {
      name: data.toString('utf8', at + 46, at + 46 + nameLength),
      method: data.readUInt16LE(at + 10),
      packed: data.readUInt32LE(at + 20),
      declared: data.readUInt32LE(at + 24),
      offset: data.readUInt32LE(at + 42),
    }
    inspectEntry(entry, data.readUInt16LE(at + 8), data.readUInt32LE(at + 38))
    if (names.has(entry.name)) throw unreadable(`two entries named ${entry.name}`)
    names.add(entry.name)
    packed += entry.packed
    entries.push(entry)
    at += 46 + nameLength + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32)
  }
  if (packed > data.length) throw unreadable('overlapping entries')
  return entries
}

function inspectEntry(entry: Entry, flags: number, attributes: number): void {
  const { name } = entry
  if (flags & 1) throw unreadable('encrypted')
  if (entry.method !== 0 && entry.method !== 8) throw unreadable(`compression method ${entry.method}`)
  if ([entry.packed, entry.declared, entry.offset].includes(zip64Marker)) throw unreadable('ZIP64')
  if (entry.method === 0 && entry.packed !== entry.declared) throw unreadable('stored entry of two sizes')
  // The reader would look for the sizes elsewhere, where they were not checked.
  if (flags & 8 && entry.packed === 0 && !name.endsWith('/')) throw unreadable('sizes left out')
  const isLink = (attributes >>> 16) >>> 12 === 0o12
  if (isLink || /^[/\\]|\\|\0|^[a-z]:|(^|\/)\.\.(\/|$)/i.test(name)) throw unreadable(`path ${JSON.stringify(name)}`)
}

function inflate(data: Buffer, entry: Entry): Buffer {
  const at = entry.offset
  if (at + 30 > data.length || data.readUInt32LE(at) !== localSignature) throw unreadable('broken local header')
  const start = at + 30 + data.readUInt16LE(at + 26) + data.readUInt16LE(at + 28)
  if (start + entry.packed > data.length) throw unreadable('entry beyond the end')
  const packed = data.subarray(start, start + entry.packed)
  if (entry.method === 0 || entry.packed === 0) return packed
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.declared) })
  } catch (error) {
    if (error instanceof RangeError)
      throw new SpreadsheetError('too-large', `${entry.name} inflates beyond its declared size`)
    throw unreadable(`${entry.name} does not inflate`)
  }
}

function inspectContent(entry: Entry, content: Buffer): void {
  if (content.length >= 4 && content.readUInt32LE(0) === localSignature)
    throw unreadable(`archive inside: ${entry.name}`)
  if (!/\.(xml|rels|vml|rdf)$/i.test(entry.name)) return
  // Other encodings would hide a DOCTYPE from this look, and no spreadsheet program writes them.
  if (content.length >= 2 && (content[0]! >= 0xfe || content[0] === 0 || content[1] === 0))
    throw unreadable('not UTF-8')
  if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) throw unreadable(`DOCTYPE in ${entry.name}`)
}
