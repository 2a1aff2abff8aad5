export const INK = '#1a211f'
export const PALE = '#56605c'
/** The side of a QR code. */
export const QR = 104

type Doc = PDFKit.PDFDocument

/** Octagons side by side, each with its level in it and its dimension beside it. */
export function drawLevels(
  doc: Doc,
  levels: readonly (readonly [dimension: string, level: string])[],
  { left, width, middle, radius }: { left: number; width: number; middle: number; radius: number },
): void {
  for (const [index, [dimension, level]] of levels.entries()) {
    const x = left + radius + (index * width) / levels.length
    const corners = Array.from({ length: 8 }, (_, n): [number, number] => {
      const angle = Math.PI / 8 + (n * Math.PI) / 4
      return [x + radius * Math.cos(angle), middle + radius * Math.sin(angle)]
    })
    doc
      .polygon(...corners)
      .lineWidth(1.4)
      .strokeColor(INK)
      .stroke()
    doc.font('serif').fontSize(20).fillColor(INK)
    doc.text(level, x - doc.widthOfString(level) / 2, middle - 11, { lineBreak: false })
    doc.font('sans').fontSize(8.5).fillColor(PALE)
    doc.text(dimension, x + radius + 8, middle - 5, { lineBreak: false })
  }
}

/** The rows of a QR code, its dark cells true. */
export async function qrCells(text: string): Promise<boolean[][]> {
  const { encode } = await import('uqr')
  return encode(text, { ecc: 'M', border: 0 }).data
}

export function drawQr(
  doc: Doc,
  rows: readonly (readonly boolean[])[],
  { left, top, side }: { left: number; top: number; side: number },
): void {
  const cell = side / rows.length
  for (const [row, cells] of rows.entries()) {
    for (const [column, dark] of cells.entries()) {
      if (dark) doc.rect(left + column * cell, top + row * cell, cell, cell)
    }
  }
  doc.fill(INK)
}

/** The width that the text beside a bar needs. */
export const BAR_TEXT = 66

/** A bar that ends at the right of its cell. @param part of the longest */
export function drawBar(
  doc: Doc,
  { right, top, room, part }: { right: number; top: number; room: number; part: number },
): void {
  doc
    .rect(right - room, top + 3, Math.max(room * part, 0.5), 7)
    .fillColor('#0b4f3c')
    .fill()
}

type Rule = { left: number; width: number; y: number; weight: number; color: string }

export function drawRule(doc: Doc, { left, width, y, weight, color }: Rule): void {
  doc
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(weight)
    .strokeColor(color)
    .stroke()
}
