const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const ZIP64 = 0xffffffff

/** The bytes at the end of a ZIP that contain its end record, with a comment of the maximum length. */
export const TAIL_BYTES = END_BYTES + 0xffff
/** The size of the fixed part of an entry's own header, in bytes. */
export const LOCAL_BYTES = 30

/** Compression methods: none, and deflate. */
export const STORED = 0
export const DEFLATED = 8

/** The position and length of the central directory in bytes, and its stated number of entries. */
export type ZipEnd = { countHere: number; count: number; at: number; length: number }

/** An entry of the central directory; `packed` and `declared` in bytes, `at` is the position of its own header. */
export type ZipEntry = {
  name: string
  flags: number
  encrypted: boolean
  method: number
  /** The CRC-32 of the content. */
  crc: number
  packed: number
  declared: number
  isLink: boolean
  at: number
}

/** @returns the end record of a ZIP, or null when `tail`, its last bytes, has none. */
export function zipEnd(tail: Buffer): ZipEnd | null {
  for (let at = tail.length - END_BYTES; at >= Math.max(0, tail.length - TAIL_BYTES); at--) {
    if (tail.readUInt32LE(at) !== END) continue
    return {
      countHere: tail.readUInt16LE(at + 8),
      count: tail.readUInt16LE(at + 10),
      length: tail.readUInt32LE(at + 12),
      at: tail.readUInt32LE(at + 16),
    }
  }
  return null
}

/** @returns the first `count` entries of a central directory, or null when it has fewer. */
export function zipEntries(directory: Buffer, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = []
  for (let at = 0; entries.length < count; ) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY) return null
    const flags = directory.readUInt16LE(at + 8)
    const nameLength = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
      flags,
      encrypted: (flags & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      declared: directory.readUInt32LE(at + 24),
      isLink: directory.readUInt32LE(at + 38) >>> 28 === 0o12,
      at: directory.readUInt32LE(at + 42),
    })
    at += ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/**
 * The position of an entry's content in the file, from its own header, the LOCAL_BYTES at `entry.at`.
 * @returns null when the header is invalid, or differs from the central directory in method or sizes: readers that
 * trust the one would unpack other content than readers that trust the other.
 */
export function zipContentAt(header: Buffer, { at, method, packed, declared, flags }: ZipEntry): number | null {
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL) return null
  if (header.readUInt16LE(8) !== method) return null
  const sizesFollow = (flags & 8) !== 0
  const agrees = (local: number, central: number) =>
    local === central || local === ZIP64 || (sizesFollow && local === 0)
  if (!agrees(header.readUInt32LE(18), packed) || !agrees(header.readUInt32LE(22), declared)) return null
  return at + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
}
