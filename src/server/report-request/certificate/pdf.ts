import type { PDFFont } from '@cantoo/pdf-lib'
import { embedFace, isWestern, writableIn } from '#server/document/pdf-letters.ts'
import { wrapped } from '#server/document/pdf-lines.ts'

const A4 = [595.28, 841.89] as const
const SIDE = 60
const WIDTH = A4[0] - 2 * SIDE
const LABEL = 130
const LEAD = 14
const QR = 112

type Line = readonly [label: string, value: string]

export type CertificateSheet = {
  product: string
  title: string
  subtitle: string
  rating: string
  lines: readonly Line[]
  code: string
  /** Where anybody checks it, also as QR code; null while the centre does not publish it. */
  address: string | null
  seal: readonly Line[]
  note: string
}

/** A certificate on one page: its facts, its code, and what seals it. */
export async function certificatePdf(sheet: CertificateSheet): Promise<Uint8Array> {
  // Loaded by the first certificate: a start needs no PDF library.
  const { PDFDocument, StandardFonts, rgb } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  const plain = await embedFace(pdf, 'sans')
  const bold = await embedFace(pdf, 'bold')
  const serif = isWestern(sheet.title) ? await embedFace(pdf, 'serif') : bold
  const mono = await pdf.embedFont(StandardFonts.Courier)
  const ink = rgb(0.1, 0.13, 0.12)
  const pale = rgb(0.35, 0.37, 0.36)
  pdf.setTitle(`${sheet.title} · ${sheet.subtitle}`)
  pdf.setAuthor(sheet.product)
  pdf.setLanguage('es')
  const page = pdf.addPage([...A4])
  let y = A4[1] - 70
  const text = (line: string, x: number, size: number, font: PDFFont, color = ink) =>
    page.drawText(line, { x, y, size, font, color })
  const paragraph = (words: string, size: number, font: PDFFont, color = ink) => {
    for (const line of wrapped(words, font, size, WIDTH)) {
      text(line, SIDE, size, font, color)
      y -= size + 4
    }
  }
  const rule = (thickness: number) =>
    page.drawLine({ start: { x: SIDE, y }, end: { x: SIDE + WIDTH, y }, thickness, color: ink })
  const table = (lines: readonly Line[], size: number, font: PDFFont) => {
    for (const [label, value] of lines) {
      text(writableIn(bold, label), SIDE, 9, bold, pale)
      for (const line of wrapped(value, font, size, WIDTH - LABEL)) {
        text(line, SIDE + LABEL, size, font)
        y -= Math.max(LEAD, size + 4)
      }
      y -= 3
    }
  }

  paragraph(sheet.product, 10, plain, pale)
  y -= 18
  paragraph(sheet.title, 26, serif)
  paragraph(sheet.subtitle, 12, plain)
  y -= 4
  rule(1.2)
  y -= 24
  table(sheet.lines, 10.5, plain)
  y -= 4
  rule(0.4)
  y -= 26
  const top = y
  text('CÓDIGO', SIDE, 9, bold, pale)
  y -= 22
  text(sheet.code, SIDE, 18, mono)
  y -= 22
  if (sheet.address) {
    for (const line of wrapped(`Compruebe si sigue vigente en ${sheet.address}`, plain, 9.5, WIDTH - QR - 20)) {
      text(line, SIDE, 9.5, plain)
      y -= 13
    }
    const { encode } = await import('uqr')
    const { data, size } = encode(sheet.address, { ecc: 'M', border: 0 })
    const module = QR / size
    const [left, height] = [SIDE + WIDTH - QR, top + 10]
    for (const [row, cells] of data.entries()) {
      for (const [column, dark] of cells.entries()) {
        if (!dark) continue
        const at = { x: left + column * module, y: height - (row + 1) * module }
        page.drawRectangle({ ...at, width: module, height: module, color: rgb(0, 0, 0) })
      }
    }
    y = Math.min(y, height - QR - 16)
  }
  y -= 12
  rule(0.4)
  y -= 22
  table(sheet.seal, 7.5, mono)
  y -= 6
  paragraph(sheet.note, 9, plain, pale)
  return pdf.save()
}
