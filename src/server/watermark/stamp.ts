import {
  degrees,
  EncryptedPDFError,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { keepWhatReadersSee } from '#server/watermark/same-document.ts'

/** Why a PDF cannot carry a mark. */
export type StampFault = 'encrypted' | 'unreadable'

export class StampError extends Error {
  readonly fault: StampFault
  constructor(fault: StampFault) {
    super(fault)
    this.fault = fault
  }
}

const INK = rgb(0.25, 0.25, 0.25)
const FOOT = { size: 7, margin: 8, lead: 9 }
const LARGEST = 40

/**
 * A PDF with two lines on each page: small at its foot, and pale across it. `lines` in WinAnsi. Runs in a worker: its cost
 * is what the file makes it. A digital signature in it is no longer valid, and says so.
 * @throws StampError for one that is encrypted, damaged or without pages: what cannot be marked is not to be handed on.
 */
export async function stamp(bytes: Uint8Array, lines: readonly [string, string]): Promise<Uint8Array> {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
    if (pdf.isEncrypted) throw new StampError('encrypted')
    keepWhatReadersSee(pdf, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const pages = pdf.getPages()
    if (pages.length === 0) throw new StampError('unreadable')
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    for (const page of pages) mark(page, font, lines)
    return await pdf.save({ updateFieldAppearances: false })
  } catch (error) {
    if (error instanceof StampError) throw error
    throw new StampError(error instanceof EncryptedPDFError ? 'encrypted' : 'unreadable')
  }
}

/** Writes upright as the page is seen: turned pages and cut ones too. */
function mark(page: PDFPage, font: PDFFont, lines: readonly [string, string]): void {
  const { x, y, width, height } = page.getCropBox()
  const turn = (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360
  const [wide, high] = turn % 180 === 0 ? [width, height] : [height, width]
  /** From the lower left corner as it is seen to the page's own. */
  const place = (right: number, up: number) =>
    ({
      0: { x: x + right, y: y + up },
      90: { x: x + width - up, y: y + right },
      180: { x: x + width - right, y: y + height - up },
      270: { x: x + up, y: y + height - right },
    })[turn as 0 | 90 | 180 | 270]
  const fitting = (text: string, room: number, largest: number) =>
    Math.max(0.5, Math.min(largest, room / font.widthOfTextAtSize(text, 1)))

  lines.toReversed().forEach((text, index) => {
    const size = fitting(text, wide - 2 * FOOT.margin, FOOT.size)
    const at = place(FOOT.margin, FOOT.margin + index * FOOT.lead)
    page.drawText(text, { ...at, size, font, color: INK, opacity: 0.8, rotate: degrees(turn) })
  })

  const slope = Math.atan2(high, wide)
  const length = Math.hypot(wide, high) * 0.75
  lines.forEach((text, index) => {
    const size = fitting(text, length, LARGEST)
    const half = font.widthOfTextAtSize(text, size) / 2
    const aside = (index === 0 ? 0.6 : -0.9) * size
    const at = place(
      wide / 2 - half * Math.cos(slope) - aside * Math.sin(slope),
      high / 2 - half * Math.sin(slope) + aside * Math.cos(slope),
    )
    const rotate = degrees(turn + (slope * 180) / Math.PI)
    page.drawText(text, { ...at, size, font, color: INK, opacity: 0.1, rotate })
  })
}
