import type { FileHandle } from 'node:fs/promises'
import { DomainError } from '#domain/contract/domain-error.ts'

/** Readers look for the end of a PDF in this many bytes, not counting blank padding. */
const TAIL = 1024
const PADDING = 64 * 1024
/** A linearized PDF states its length in this many bytes. */
const HEAD = 1024

/** Readers look for the header of a PDF in this many bytes. */
export const HEADER_WITHIN = 1024
/** A byte-order mark, white space, or the job commands of a print queue (PJL). */
const BEFORE_HEADER = new RegExp(
  `^(?:\xef\xbb\xbf)?[\\0\\s]*(?:${'\x1b'}%-12345X(?:@PJL[^\\r\\n]*\\r?\\n[\\0\\s]*)*)?(?=%PDF-)`,
)

/** The length of what harmless programs write before the header of a PDF; null if there is something else. */
export const lengthBeforeHeader = (start: string): number | null => BEFORE_HEADER.exec(start)?.[0].length ?? null

/** Whether a file is a PDF by its header. */
export async function hasPdfHeader(file: FileHandle): Promise<boolean> {
  return lengthBeforeHeader(await textAt(file, 0, HEADER_WITHIN)) !== null
}

/**
 * Checks that a PDF is not truncated. Readers rebuild a truncated file and show the first half of a report as if it
 * were complete. This check does not parse the file: a parser would rebuild it too, and take seconds for a large one.
 * @throws DomainError pdfIncomplete
 */
export async function checkPdfEnd(file: FileHandle, size: number): Promise<void> {
  const end = await endOf(file, size)
  const tail = await textAt(file, Math.max(0, end - TAIL), TAIL)
  if (!/%%EOF|startxref[\0\s]+\d/.test(tail)) throw new DomainError('pdfIncomplete')
  // A linearized PDF has an end marker in its first part too, but states its full length; padding at its end may be
  // missing.
  const length = /\/Linearized[^>]*\/L[\0\s]+(\d+)/.exec(await textAt(file, 0, HEAD))
  if (length && Number(length[1]) > size + TAIL) throw new DomainError('pdfIncomplete')
}

/** The offset where the blank padding at the end of a file begins. */
async function endOf(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - PADDING)
    const used = (await textAt(file, start, end - start)).search(/[^\0\s][\0\s]*$/)
    if (used >= 0) return start + used + 1
    end = start
  }
  return 0
}

async function textAt(file: FileHandle, at: number, length: number): Promise<string> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.toString('latin1', 0, bytesRead)
}
