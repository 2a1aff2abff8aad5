import type { FileHandle } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { DomainError } from '#domain/domain-error.ts'
import type { ZipEnd, ZipEntry } from '#server/platform/files/zip.ts'
import {
  DEFLATED,
  LOCAL_BYTES,
  STORED,
  TAIL_BYTES,
  zipContentAt,
  zipEnd,
  zipEntries,
} from '#server/platform/files/zip.ts'

const ENTRY_BYTES = 46
const MAX_ENTRIES = 10_000
const MAX_INFLATED = 1024 * 1024 * 1024
/** Deflate can do 1032; what is larger than this and shrinks so well is meant to burst. */
const MAX_RATIO = 300
const RATIO_COUNTS_FROM = 32 * 1024 * 1024

/**
 * Looks through the central directory of a ZIP (or an Office or OpenDocument file, which are ZIPs) that the portal keeps
 * and never unpacks itself, for what would harm a reader: links, paths that leave the folder, names that disguise, far too
 * many or far too large entries. ZIP64, which no file of this size needs, is refused as well.
 * @throws Refusal archiveHarmful
 */
export async function checkArchive(file: FileHandle, size: number): Promise<ZipEntry[]> {
  const { count, at, length } = await endOf(file, size)
  if (count > MAX_ENTRIES || at + length > size || length > count * (ENTRY_BYTES + 3 * 0xffff)) harmful()
  const entries = zipEntries(await bytesAt(file, at, length), count)
  if (!entries || entries.some(({ isLink, name }) => isLink || leavesFolder(name))) harmful()
  const sum = (of: (entry: ZipEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0)
  const inflated = sum(entry => entry.declared)
  if (inflated > MAX_INFLATED || (inflated > RATIO_COUNTS_FROM && inflated > size * MAX_RATIO)) harmful()
  // Entries that share their bytes would make the work of inflating them much larger than the file.
  if (sum(entry => entry.packed) > size) harmful()
  return entries
}

async function endOf(file: FileHandle, size: number): Promise<ZipEnd> {
  const length = Math.min(size, TAIL_BYTES)
  const end = zipEnd(await bytesAt(file, size - length, length))
  // Entries that another disk has, or that ZIP64 counts elsewhere, are entries that were not looked at.
  if (!end || end.count === 0xffff || end.countHere !== end.count) return harmful()
  return end
}

/** Of entries this small, a stream for each costs more than inflating them at once. */
const SMALL = 128 * 1024
const CHUNK = 256 * 1024

/**
 * Inflates every entry without keeping anything, and compares its size with the one in its headers: a reader trusts the
 * header when it reserves memory or asks whether to go on. Stops at the first byte too many, so the work is bounded by what
 * `checkArchive` accepts; memory by one chunk.
 * @returns whether all entries were inflated; one that is encrypted or in a rare method cannot be.
 * @throws Refusal archiveMismatch
 */
export async function checkSizes(file: FileHandle, entries: readonly ZipEntry[]): Promise<boolean> {
  let isWhole = true
  for (const entry of entries) {
    const at = zipContentAt(await bytesAt(file, entry.at, LOCAL_BYTES), entry)
    if (at === null) throw new DomainError('archiveMismatch')
    if (entry.encrypted || (entry.method !== STORED && entry.method !== DEFLATED)) isWhole = false
    else if (!(await hasItsSize(file, at, entry))) throw new DomainError('archiveMismatch')
  }
  return isWhole
}

async function hasItsSize(file: FileHandle, at: number, { method, packed, declared }: ZipEntry): Promise<boolean> {
  if (method === STORED || packed === 0) return packed === declared
  if (packed <= SMALL && declared <= SMALL) {
    try {
      return inflateRawSync(await bytesAt(file, at, packed), { maxOutputLength: declared + 1 }).length === declared
    } catch {
      return false
    }
  }
  const inflate = pipeline(Readable.from(piecesOf(file, at, packed)), createInflateRaw({ chunkSize: CHUNK }), () => {})
  let inflated = 0
  try {
    for await (const chunk of inflate) {
      inflated += chunk.length
      if (inflated > declared) return false
    }
    return inflated === declared
  } catch (error) {
    // Of the disk, not of the file.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return false
  }
}

async function* piecesOf(file: FileHandle, from: number, length: number): AsyncIterable<Buffer> {
  for (let at = from; at < from + length; at += CHUNK) {
    const piece = await bytesAt(file, at, Math.min(CHUNK, from + length - at))
    if (piece.length === 0) return
    yield piece
  }
}

/** What a text entry inflates to at most; nothing is larger in a file of people. */
const MAX_TEXT = 1024 * 1024

/** The content of an entry as text, '' when it cannot be read or is larger than a megabyte. */
export async function textOfEntry(file: FileHandle, entry: ZipEntry): Promise<string> {
  const at = zipContentAt(await bytesAt(file, entry.at, LOCAL_BYTES), entry)
  if (at === null) return ''
  const content = await bytesAt(file, at, Math.min(entry.packed, MAX_TEXT))
  try {
    const plain = entry.method === STORED ? content : inflateRawSync(content, { maxOutputLength: MAX_TEXT })
    return plain.toString('latin1')
  } catch {
    return ''
  }
}

/** Up to `length` bytes of a file; fewer at its end. */
async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL and direction marks make a name look like another
const disguised = /[\u0000\u202a-\u202e\u2066-\u2069]/

function leavesFolder(name: string): boolean {
  return disguised.test(name) || /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)/i.test(name)
}

function harmful(): never {
  throw new DomainError('archiveHarmful')
}
