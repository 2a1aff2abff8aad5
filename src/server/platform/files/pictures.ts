import type { FileHandle } from 'node:fs/promises'
import { DomainError } from '#domain/domain-error.ts'

/** A page scanned at 1200 points an inch has some 140 million; a picture of more is meant to fill its reader's memory. */
const MAX_POINTS = 150_000_000
/** Where a JPEG must have said its size; what comes before are previews and notes. */
const HEAD_BYTES = 2 * 1024 * 1024

/**
 * Looks at the size that a PNG or JPEG says to have, before anybody unfolds it.
 * @throws Refusal imageTooLarge, or fileType when it says none
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
    // Start of frame: C0 to CF but the three that are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
