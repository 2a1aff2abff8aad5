import type { FileHandle } from 'node:fs/promises'
import { Refusal } from '#domain/refusal.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22
/** The end record with the longest comment there can be. */
const TAIL_BYTES = END_BYTES + 0xffff
const ENTRY_BYTES = 46

const MAX_ENTRIES = 10_000
const MAX_INFLATED = 1024 * 1024 * 1024
/** Deflate can do 1032; what is larger than this and shrinks so well is meant to burst. */
const MAX_RATIO = 300
const RATIO_COUNTS_FROM = 32 * 1024 * 1024

/** What the table of contents says of an entry; `at`: where its own head begins. */
export type ArchiveEntry = { name: string; encrypted: boolean; at: number; packed: number }

/**
 * Looks through the table of contents of a ZIP (or an Office or OpenDocument file, which are ZIPs) that the portal keeps
 * and never opens itself, for what would harm whoever opens it: links, paths that leave the folder, names that disguise,
 * far too many or far too large entries. ZIP64, which no file of this size needs, is refused as well.
 * @throws Refusal archiveHarmful
 */
export async function checkArchive(file: FileHandle, size: number): Promise<ArchiveEntry[]> {
  const { count, at, length } = await endOf(file, size)
  if (count > MAX_ENTRIES || at + length > size || length > count * (ENTRY_BYTES + 3 * 0xffff)) harmful()
  const directory = Buffer.alloc(length)
  await file.read(directory, 0, length, at)
  const entries: ArchiveEntry[] = []
  let inflated = 0
  let position = 0
  for (let index = 0; index < count; index++) {
    if (position + ENTRY_BYTES > length || directory.readUInt32LE(position) !== ENTRY) harmful()
    const nameLength = directory.readUInt16LE(position + 28)
    const name = directory.toString('utf8', position + ENTRY_BYTES, position + ENTRY_BYTES + nameLength)
    inflated += directory.readUInt32LE(position + 24)
    const isLink = directory.readUInt32LE(position + 38) >>> 28 === 0o12
    if (isLink || leavesFolder(name)) harmful()
    entries.push({
      name,
      encrypted: (directory.readUInt16LE(position + 8) & 1) === 1,
      at: directory.readUInt32LE(position + 42),
      packed: directory.readUInt32LE(position + 20),
    })
    position += ENTRY_BYTES + nameLength + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32)
  }
  if (inflated > MAX_INFLATED || (inflated > RATIO_COUNTS_FROM && inflated > size * MAX_RATIO)) harmful()
  return entries
}

async function endOf(file: FileHandle, size: number): Promise<{ count: number; at: number; length: number }> {
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
  await file.read(tail, 0, tail.length, size - tail.length)
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue
    const count = tail.readUInt16LE(at + 10)
    // Entries that another disk has, or that ZIP64 counts elsewhere, are entries that were not looked at.
    if (count === 0xffff || tail.readUInt16LE(at + 8) !== count) harmful()
    return { count, length: tail.readUInt32LE(at + 12), at: tail.readUInt32LE(at + 16) }
  }
  return harmful()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL and direction marks make a name look like another
const disguised = /[\u0000\u202a-\u202e\u2066-\u2069]/

function leavesFolder(name: string): boolean {
  return disguised.test(name) || /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)/i.test(name)
}

function harmful(): never {
  throw new Refusal('archiveHarmful')
}
