import type { FileHandle } from 'node:fs/promises'
import { DomainError } from '#domain/contract/domain-error.ts'

/** A page scanned at 1200 dpi has some 140 million pixels; a larger picture is meant to exhaust the reader's memory. */
const MAX_POINTS = 150_000_000
/** A JPEG must state its size within this many bytes; only previews and metadata come before. */
const HEAD_BYTES = 2 * 1024 * 1024

/**
 * Checks the size in the header of a PNG or JPEG, without decoding it.
 * @throws DomainError imageTooLarge, or fileType without a size
 */
export async function checkPicture(file: FileHandle, mediaType: string): Promise<void> {
  const head = Buffer.alloc(HEAD_BYTES)
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0)
  const bytes = head.subarray(0, bytesRead)
  const size = mediaType === 'image/png' ? sizeOfPng(bytes) : sizeOfJpeg(bytes)
  if (!size || size.width === 0 || size.height === 0) throw new DomainError('fileType')
  if (size.width * size.height > MAX_POINTS) throw new DomainError('imageTooLarge')
}

type Size = { width: number; height: number }

function sizeOfPng(bytes: Buffer): Size | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function sizeOfJpeg(bytes: Buffer): Size | null {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    // Start of frame: C0 to CF, except the three markers of tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
