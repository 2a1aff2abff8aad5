import { EncryptedPDFError, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { embedFace, isWestern, writableIn } from '#server/document/pdf-letters.ts'
import { fromHeader } from '#server/document/watermark/cross-reference.ts'
import { encloseContent, putAbove } from '#server/document/watermark/enclosed.ts'
import { drawMark, visibleBox } from '#server/document/watermark/mark.ts'
import { keepWhatReadersSee } from '#server/document/watermark/same-document.ts'

export class StampError extends Error {
  readonly fault: MarkFault
  constructor(fault: MarkFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Marks each page of a PDF with two lines: small at its foot, and pale across it, outside of and above the original
 * content. Runs in a reader, because the file determines the cost. A digital signature in the file
 * becomes invalid and says so.
 * @throws StampError for a PDF that is encrypted, damaged or without pages, that readers may take for different
 * documents, or that shows something else than its pages: a file that cannot be marked is not delivered
 */
export async function stamp(bytes: Uint8Array, lines: readonly [string, string]): Promise<Uint8Array> {
  try {
    return await (await withMark(bytes, lines)).save({ updateFieldAppearances: false })
  } catch (error) {
    throw stampError(error)
  }
}

/** Why a PDF cannot carry a mark, or null: as `stamp` without writing the file, which takes most of its time. */
export async function markFaultOf(bytes: Uint8Array, lines: readonly [string, string]): Promise<MarkFault | null> {
  try {
    await withMark(bytes, lines)
    return null
  } catch (error) {
    return stampError(error).fault
  }
}

function stampError(error: unknown): StampError {
  if (error instanceof StampError) return error
  return new StampError(error instanceof EncryptedPDFError ? 'encrypted' : 'unreadable')
}

async function withMark(bytes: Uint8Array, lines: readonly [string, string]): Promise<PDFDocument> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
  if (pdf.isEncrypted) throw new StampError('encrypted')
  keepWhatReadersSee(pdf, fromHeader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
  const pages = new Set(pdf.getPages())
  if (pages.size === 0) throw new StampError('unreadable')
  const font = await (lines.every(isWestern) ? pdf.embedFont(StandardFonts.Helvetica) : embedFace(pdf, 'sans'))
  const [first, second] = lines.map(line => writableIn(font, line)) as [string, string]
  for (const page of pages) {
    const box = visibleBox(page)
    putAbove(page, encloseContent(page), drawMark(page, box, font, [first, second]), box)
  }
  return pdf
}
