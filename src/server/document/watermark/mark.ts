import { degrees, drawLinesOfText, type PDFFont, type PDFPage, type PDFRef, rgb } from '@cantoo/pdf-lib'

export type Box = { x: number; y: number; width: number; height: number }

const INK = rgb(0.25, 0.25, 0.25)
const FOOT = { size: 7, margin: 8, lead: 9, opacity: 0.8 }
const ACROSS = { size: 40, opacity: 0.1 }
/** The watermark scales with smaller and larger pages, because readers fit every page to the window. */
const USUAL_SIDE = { from: 200, to: 600 }

/**
 * The visible part of a page.
 * @throws Error when there is none
 */
export function visibleBox(page: PDFPage): Box {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()]
  const x = Math.max(media.x, crop.x)
  const y = Math.max(media.y, crop.y)
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y
  const box = width > 0 && height > 0 ? { x, y, width, height } : media
  if (!(box.width > 0 && box.height > 0)) throw new Error('a page without room')
  return box
}

/** Draws the watermark for this page, upright as displayed, on rotated and cropped pages too. */
export function drawMark(page: PDFPage, box: Box, font: PDFFont, lines: readonly [string, string]): PDFRef {
  const { x, y, width, height } = box
  const { angle } = page.getRotation()
  const turn = angle % 90 === 0 ? ((angle % 360) + 360) % 360 : 0
  const [wide, high] = turn % 180 === 0 ? [width, height] : [height, width]
  const side = Math.min(wide, high)
  const scale = side / Math.min(USUAL_SIDE.to, Math.max(USUAL_SIDE.from, side))
  /** Converts from the displayed lower left corner to page coordinates. */
  const place = (right: number, up: number) =>
    ({
      0: { x: x + right, y: y + up },
      90: { x: x + width - up, y: y + right },
      180: { x: x + width - right, y: y + height - up },
      270: { x: x + up, y: y + height - right },
    })[turn as 0 | 90 | 180 | 270]
  const fitting = (text: string, room: number, largest: number) =>
    Math.max(0.5 * scale, Math.min(largest * scale, room / font.widthOfTextAtSize(text, 1)))
  const write = (text: string, size: number, at: { x: number; y: number }, angle: number, graphicsState: string) =>
    drawLinesOfText([font.encodeText(text)], {
      ...at,
      ...{ font: 'Mark', size, color: INK, rotate: degrees(angle), graphicsState },
      ...{ lineHeight: size, xSkew: degrees(0), ySkew: degrees(0) },
    })

  const foot = lines.toReversed().flatMap((text, index) => {
    const size = fitting(text, wide - 2 * FOOT.margin * scale, FOOT.size)
    return write(text, size, place(FOOT.margin * scale, (FOOT.margin + index * FOOT.lead) * scale), turn, 'Foot')
  })

  const slope = Math.atan2(high, wide)
  const across = lines.flatMap((text, index) => {
    const size = fitting(text, Math.hypot(wide, high) * 0.75, ACROSS.size)
    const half = font.widthOfTextAtSize(text, size) / 2
    const aside = (index === 0 ? 0.6 : -0.9) * size
    const at = place(
      wide / 2 - half * Math.cos(slope) - aside * Math.sin(slope),
      high / 2 - half * Math.sin(slope) + aside * Math.cos(slope),
    )
    return write(text, size, at, turn + (slope * 180) / Math.PI, 'Across')
  })

  const { context } = page.doc
  const opacity = (ca: number) => ({ Type: 'ExtGState', ca })
  const states = { Foot: opacity(FOOT.opacity), Across: opacity(ACROSS.opacity) }
  const drawing = context.formXObject([...foot, ...across], {
    BBox: [x, y, x + width, y + height],
    Resources: { Font: { Mark: font.ref }, ExtGState: states },
  })
  return context.register(drawing)
}
