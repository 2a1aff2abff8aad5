import type { FileHandle } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { DomainError } from '#domain/contract/domain-error.ts'
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
/** Deflate can reach 1032; a large file with a ratio above this is a zip bomb. */
const MAX_RATIO = 300
const RATIO_COUNTS_FROM = 32 * 1024 * 1024

/**
 * Checks the central directory of a ZIP (or of an Office or OpenDocument file, which are ZIPs). The portal stores such
 * files without unpacking them; the check refuses content that would harm a reader: links, paths outside the folder,
 * disguised names, too many or too large entries. It also refuses ZIP64, which no file of this size needs.
 * @throws DomainError archiveHarmful
 */
export async function checkArchive(file: FileHandle, size: number): Promise<ZipEntry[]> {
  const { count, at, length } = await endOf(file, size)
  if (count > MAX_ENTRIES || at + length > size || length > count * (ENTRY_BYTES + 3 * 0xffff)) harmful()
  const entries = zipEntries(await bytesAt(file, at, length), count)
  if (!entries || entries.some(({ isLink, name }) => isLink || leavesFolder(name))) harmful()
  const sum = (of: (entry: ZipEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0)
  const inflated = sum(entry => entry.declared)
  if (inflated > MAX_INFLATED || (inflated > RATIO_COUNTS_FROM && inflated > size * MAX_RATIO)) harmful()
  // Entries that share their bytes would inflate to much more work than the file's size.
  if (sum(entry => entry.packed) > size) harmful()
  return entries
}

async function endOf(file: FileHandle, size: number): Promise<ZipEnd> {
  const length = Math.min(size, TAIL_BYTES)
  const end = zipEnd(await bytesAt(file, size - length, length))
  // Entries on another disk, or counted by ZIP64, would escape the checks.
  if (!end || end.count === 0xffff || end.countHere !== end.count) return harmful()
  return end
}

/** For entries up to this size, in bytes, one synchronous inflate is cheaper than a stream. */
const SMALL = 128 * 1024
const CHUNK = 256 * 1024

/**
 * Inflates every entry without storing the output, and compares its size with the one in its headers: a reader trusts
 * the header when it reserves memory or warns about the size. Stops at the first excess byte, so the limits of
 * `checkArchive` bound the work, and one chunk bounds the memory.
 * @returns whether all entries could be inflated: encrypted entries and rare methods cannot.
 * @throws DomainError archiveMismatch
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
    // An error of the disk, not of the file's content.
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

/** The largest inflated size of a text entry, in bytes; ordinary files have none larger. */
const MAX_TEXT = 1024 * 1024

/** The content of an entry as text; '' when it is unreadable or larger than a megabyte. */
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
