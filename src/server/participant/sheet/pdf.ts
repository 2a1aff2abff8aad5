import type { PDFFont, PDFPage } from '@cantoo/pdf-lib'
import { embedFace, isWestern, writableIn } from '#server/document/pdf-letters.ts'
import { wrapped } from '#server/document/pdf-lines.ts'
import type { SheetPart } from '#server/participant/sheet/content.ts'

const A4 = [595.28, 841.89] as const
const SIDE = 50
const WIDTH = A4[0] - 2 * SIDE
const TOP = A4[1] - 60
const FOOT = 60
const GAP = 10
const LEAD = 13

export type SheetHead = { title: string; subtitle: string; made: string }

/** The sheet as PDF: its parts as ruled tables, with who made it and when at the foot of each page. */
export async function sheetPdf({ title, subtitle, made }: SheetHead, parts: readonly SheetPart[]): Promise<Uint8Array> {
  // Loaded by the first sheet: a start needs no PDF library.
  const { PDFDocument, rgb } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  const plain = await embedFace(pdf, 'sans')
  const bold = await embedFace(pdf, 'bold')
  const serif = await embedFace(pdf, 'serif')
  const headed = isWestern(title) ? serif : bold
  const ink = rgb(0.1, 0.13, 0.12)
  const pale = rgb(0.35, 0.37, 0.36)
  pdf.setTitle(title)
  pdf.setLanguage('es')

  const pages: PDFPage[] = []
  let page = pdf.addPage([...A4])
  pages.push(page)
  let y = TOP
  const turn = () => {
    page = pdf.addPage([...A4])
    pages.push(page)
    y = TOP
  }
  const text = (line: string, x: number, at: number, size: number, font: PDFFont, color = ink) =>
    page.drawText(line, { x, y: at, size, font, color })
  const rule = (at: number, thickness: number) =>
    page.drawLine({ start: { x: SIDE, y: at }, end: { x: SIDE + WIDTH, y: at }, thickness, color: ink })

  for (const line of wrapped(title, headed, 22, WIDTH)) {
    text(line, SIDE, y - 16, 22, headed)
    y -= 26
  }
  for (const line of wrapped(subtitle, plain, 10, WIDTH)) {
    text(line, SIDE, y - 6, 10, plain, pale)
    y -= LEAD
  }

  for (const { title: partTitle, heads, rows, none } of parts) {
    const share = sharesOf(heads.length)
    const left = (index: number) => SIDE + WIDTH * share.slice(0, index).reduce((sum, each) => sum + each, 0)
    const row = (cells: readonly string[], font: PDFFont, size: number, repeat?: () => void) => {
      const lines = cells.map((cell, index) => wrapped(cell, font, size, WIDTH * share[index]! - GAP))
      const height = Math.max(...lines.map(each => each.length)) * LEAD + 6
      if (y - height < FOOT) {
        turn()
        repeat?.()
      }
      for (const [index, cell] of lines.entries()) {
        for (const [n, line] of cell.entries()) text(line, left(index), y - LEAD - n * LEAD + 2, size, font)
      }
      y -= height
      rule(y, 0.3)
    }
    const head = () => row(heads, bold, 8)
    if (y < FOOT + 90) turn()
    y -= 30
    text(writableIn(serif, partTitle), SIDE, y, 14, serif)
    y -= 8
    rule(y, 1.2)
    if (rows.length === 0) {
      text(writableIn(plain, none), SIDE, y - 16, 10, plain, pale)
      y -= 22
      continue
    }
    head()
    for (const cells of rows) row(cells, plain, 9.5, head)
  }

  for (const [index, each] of pages.entries()) {
    const number = `Página ${index + 1} de ${pages.length}`
    const right = SIDE + WIDTH - plain.widthOfTextAtSize(number, 8)
    each.drawText(writableIn(plain, made), { x: SIDE, y: 30, size: 8, font: plain, color: pale, maxWidth: WIDTH - 80 })
    each.drawText(number, { x: right, y: 30, size: 8, font: plain, color: pale })
  }
  return pdf.save()
}

/** The widths of the columns: the first is for names. */
function sharesOf(count: number): number[] {
  const first = count === 2 ? 0.35 : 0.38
  return [first, ...Array.from({ length: count - 1 }, () => (1 - first) / (count - 1))]
}
