import type { FileHandle } from 'node:fs/promises'
import { DomainError } from '#domain/domain-error.ts'

/** Where readers look for the end of a PDF, however much blank padding follows it. */
const TAIL = 1024
const PADDING = 64 * 1024
/** What a linearized PDF says of its length comes this early. */
const HEAD = 1024

/**
 * Checks that a PDF has its end. Readers rebuild a file without one from what they find, and show the first half of a
 * report as if it were the whole; so this does not parse, which would take seconds for a large file as well.
 * @throws Refusal pdfIncomplete
 */
export async function checkPdfEnd(file: FileHandle, size: number): Promise<void> {
  const end = await endOf(file, size)
  const tail = await textAt(file, Math.max(0, end - TAIL), TAIL)
  if (!/%%EOF|startxref[\0\s]+\d/.test(tail)) throw new DomainError('pdfIncomplete')
  // A linearized PDF has such an end in its first part as well, and says how long it is; it may lack blanks behind its end.
  const length = /\/Linearized[^>]*\/L[\0\s]+(\d+)/.exec(await textAt(file, 0, HEAD))
  if (length && Number(length[1]) > size + TAIL) throw new DomainError('pdfIncomplete')
}

/** Where the blank padding at the end of a file begins. */
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
