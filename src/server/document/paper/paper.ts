import { readFile } from 'node:fs/promises'
import {
  BAR_TEXT,
  drawBar,
  drawLevels,
  drawQr,
  drawRule,
  INK,
  PALE,
  QR,
  qrCells,
} from '#server/document/paper/drawings.ts'
import type { Cells, CellTag, PaperHead, Style } from '#server/document/paper/page.ts'
import { A4, BODY, BOTTOM, ENTRY, FOOT, GAP, LINE, SIDE, SMALL, TOP, WIDTH } from '#server/document/paper/page.ts'
import { portionsOf } from '#server/document/paper/portions.ts'
import type { Letters } from '#server/document/pdf-letters.ts'
import { type Face, faceFiles, isWestern, sansLetters, writable } from '#server/document/pdf-letters.ts'

type Doc = PDFKit.PDFDocument
type Element = ReturnType<Doc['struct']>
const headingFace = (text: string): Face => (isWestern(text) ? 'serif' : 'bold')

/**
 * A tagged PDF in the faces of the product, written from top to bottom: its headings make its contents and its outline,
 * and its pages are numbered.
 */
export class Paper {
  readonly #doc: Doc
  readonly #letters: Letters
  readonly #root: Element
  readonly #footer: string
  readonly #chunks: Buffer[] = []
  readonly #entries: { text: string; page: number; name: string }[] = []
  #contents: { element: Element; page: number; y: number } | null = null

  private constructor(doc: Doc, footer: string, letters: Letters) {
    this.#doc = doc
    this.#letters = letters
    this.#footer = footer
    doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    doc.addPage()
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
  }

  static async start({ title, subject, author, at, footer }: PaperHead): Promise<Paper> {
    // Loaded by the first paper: a start needs no PDF library.
    const { default: PDFDocument } = await import('pdfkit')
    const doc: Doc = new PDFDocument({
      ...{ size: 'A4', autoFirstPage: false, bufferPages: true, pdfVersion: '1.7', lang: 'es' },
      ...{ tagged: true, displayTitle: true, margins: { top: TOP, bottom: FOOT, left: SIDE, right: SIDE } },
      info: { Title: title, Subject: subject, Author: author, CreationDate: new Date(at), ModDate: new Date(at) },
    })
    for (const [face, file] of Object.entries(faceFiles)) doc.registerFont(face, await readFile(file))
    return new Paper(doc, footer, await sansLetters())
  }

  /** A text, one paragraph for each of its lines; a long one goes on over the page. */
  text(text: string, { face, narrower = 0, ...rest }: Style & { narrower?: number } = {}, tag = 'P'): void {
    const options = { width: WIDTH - narrower, lineGap: 2 }
    const style = { face: face === 'serif' ? headingFace(text) : face, ...rest }
    for (const paragraph of this.#shown(text).split(/\n+/)) {
      this.#styled(style)
      this.#room(Math.min(this.#doc.heightOfString(paragraph, options), 60))
      this.#styled(style)
      const y = this.#doc.y
      this.#put(this.#root, tag, () => this.#doc.text(paragraph, SIDE, y, options))
      this.#doc.y += style.after ?? 6
    }
  }

  /** A heading that stands in the contents, with a remark at its right. @param needs the height that belongs to it */
  heading(text: string, { remark = '', needs = 110 } = {}): void {
    this.#room(needs)
    const doc = this.#doc
    const y = doc.y + 18
    const name = `parte-${this.#entries.length + 1}`
    doc.addNamedDestination(name, 'XYZ', SIDE, y, null)
    doc.outline.addItem(this.#shown(text))
    this.#entries.push({ text, page: doc.bufferedPageRange().count, name })
    const right = remark ? this.#styled({ size: SMALL }).widthOfString(this.#shown(remark)) + GAP : 0
    this.#styled({ face: headingFace(text), size: 15 })
    this.#put(this.#root, 'H2', () => doc.text(this.#shown(text), SIDE, y, { width: WIDTH - right }))
    const under = doc.y
    if (remark) {
      this.#styled({ size: SMALL, color: PALE })
      const x = SIDE + WIDTH - right + GAP
      this.#put(this.#root, 'P', () => doc.text(this.#shown(remark), x, y + 7, { lineBreak: false }))
    }
    this.#rule(under + 3, 1, INK)
    doc.y = under + 11
  }

  /** A small heading within a part. */
  label(text: string): void {
    this.#room(60)
    this.#doc.y += 4
    this.text(text, { face: 'bold', size: SMALL, color: PALE, after: 2 }, 'H3')
  }

  newPage(): void {
    this.#doc.addPage()
  }

  /** Keeps room here for the contents, of as many headings. */
  contents(count: number): void {
    this.#room(count * ENTRY)
    const element = this.#doc.struct('TOC')
    this.#root.add(element)
    this.#contents = { element, page: this.#doc.bufferedPageRange().count - 1, y: this.#doc.y }
    this.#doc.y += count * ENTRY
  }

  /** The levels of a rating, each in its octagon, as the screens draw them. */
  levels(levels: readonly (readonly [dimension: string, level: string])[]): void {
    const doc = this.#doc
    const radius = 28
    this.#room(2 * radius + 24)
    const middle = doc.y + radius + 6
    const place = { left: SIDE, width: WIDTH, middle, radius }
    this.#put(this.#root, 'Figure', () => drawLevels(doc, levels, place), {
      alt: levels.map(each => each.join(': ')).join(', '),
    })
    doc.y = middle + radius + 12
  }

  /** A QR code at the right of what was written since `top`. */
  async qr(address: string, top: number): Promise<void> {
    const cells = await qrCells(address)
    this.#put(this.#root, 'Figure', () => drawQr(this.#doc, cells, { left: SIDE + WIDTH - QR, top, side: QR }), {
      alt: this.#shown(`Código QR de ${address}`),
    })
    this.#doc.y = Math.max(this.#doc.y, top + QR + 8)
  }

  /** Where the next part begins, on a page that has room for it. */
  placeFor(height: number): number {
    this.#room(height)
    return this.#doc.y
  }

  /**
   * A ruled table; the first cell of a row names it. The shares of the columns add up to 1. `bars` draws a value beside
   * the last cell of each of the first rows.
   */
  table(heads: readonly string[] | null, rows: readonly Cells[], shares: readonly number[], bars: number[] = []): void {
    const doc = this.#doc
    const table = doc.struct('Table')
    this.#root.add(table)
    const [headStyle, headTag] = [
      (): Style => ({ face: 'bold', size: SMALL, color: PALE }),
      (): CellTag => ['TH', 'Column'],
    ]
    const head = () => void (heads && this.#row(table, heads, shares, headStyle, headTag))
    head()
    for (const [at, cells] of rows.flatMap(portionsOf).entries()) {
      const top = this.#row(
        table,
        cells,
        shares,
        index => ({ size: index === 1 ? BODY : 9.5, color: index === 1 ? INK : PALE }),
        index => (index === 0 ? ['TH', 'Row'] : ['TD']),
        head,
      )
      const room = WIDTH * shares.at(-1)! - BAR_TEXT
      const part = (bars[at] ?? 0) / Math.max(...bars, 1)
      if (at < bars.length) this.#artifact(() => drawBar(doc, { right: SIDE + WIDTH, top, room, part }))
    }
    table.end()
    doc.y += 4
  }

  #row(
    table: Element,
    cells: Cells,
    shares: readonly number[],
    styleOf: (index: number) => Style,
    tagOf: (index: number) => CellTag,
    /** Repeats the heads on the next page. */
    onTurn = () => {},
  ): number {
    const doc = this.#doc
    const leftOf = (index: number) => SIDE + WIDTH * shares.slice(0, index).reduce((sum, share) => sum + share, 0)
    const options = (index: number) => ({
      width: WIDTH * shares[index]! - (index === shares.length - 1 ? 0 : GAP),
      lineGap: 1.5,
    })
    const heights = cells.map((cell, index) =>
      this.#styled(styleOf(index)).heightOfString(this.#shown(cell) || ' ', options(index)),
    )
    const height = Math.max(...heights)
    if (this.#room(height + 8)) onTurn()
    const y = doc.y
    const row = doc.struct('TR')
    table.add(row)
    for (const [index, cell] of cells.entries()) {
      const [type, scope] = tagOf(index)
      this.#styled(styleOf(index))
      // Smaller text stands on the same line.
      const top = y + BODY - (styleOf(index).size ?? BODY)
      this.#put(
        row,
        type,
        () => doc.text(this.#shown(cell), leftOf(index), top, options(index)),
        scope ? { scope } : {},
      )
    }
    row.end()
    this.#rule(y + height + 4, 0.5, LINE)
    doc.y = y + height + 8
    return y
  }

  /** Fills the contents, numbers the pages and returns the file. */
  async end(): Promise<Uint8Array> {
    const doc = this.#doc
    this.#fillContents()
    const { count } = doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      // Below the margin, where text would begin another page.
      doc.page.margins.bottom = 0
      this.#rule(A4.height - 54, 0.5, LINE)
      this.#artifact(() => {
        this.#styled({ size: SMALL, color: PALE })
        const number = `Página ${page + 1} de ${count}`
        const right = SIDE + WIDTH - doc.widthOfString(number)
        doc.text(this.#cut(this.#footer, right - SIDE - GAP), SIDE, A4.height - 46, { lineBreak: false })
        doc.text(number, right, A4.height - 46, { lineBreak: false })
      })
    }
    this.#root.end()
    const ended = new Promise(done => doc.on('end', done))
    doc.end()
    await ended
    return Buffer.concat(this.#chunks)
  }

  #fillContents(): void {
    if (!this.#contents) return
    const doc = this.#doc
    const { element, page, y: top } = this.#contents
    doc.switchToPage(page)
    for (const [index, { text, page: at, name }] of this.#entries.entries()) {
      const y = top + index * ENTRY
      const [item, link] = [doc.struct('TOCI'), doc.struct('Link')]
      element.add(item)
      item.add(link)
      link.add(() => {
        this.#styled({})
        const right = SIDE + WIDTH - doc.widthOfString(String(at))
        doc.text(this.#cut(text, WIDTH - 60), SIDE, y, { lineBreak: false })
        doc.text(String(at), right, y, { lineBreak: false })
        // pdfkit writes a primitive string as a name.
        const spoken = Object(this.#shown(text)) as string
        doc.goTo(SIDE, y, WIDTH, ENTRY - 2, name, { structParent: link, Contents: spoken } as object)
      })
      item.end()
    }
    element.end()
  }

  #put(parent: Element, tag: string, write: () => unknown, options: object = {}): void {
    parent.add(this.#doc.struct(tag, options, [() => void write()]))
  }

  #styled({ face = 'sans', size = BODY, color = INK }: Style): Doc {
    return this.#doc.font(face).fontSize(size).fillColor(color)
  }

  /** Begins a page where less than a height is left. @returns whether it did */
  #room(height: number): boolean {
    if (this.#doc.y + height <= BOTTOM) return false
    this.#doc.addPage()
    return true
  }

  #artifact(draw: () => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#doc.endMarkedContent()
  }

  #rule(y: number, weight: number, color: string): void {
    this.#artifact(() => drawRule(this.#doc, { left: SIDE, width: WIDTH, y, weight, color }))
  }

  #shown(text: string): string {
    return writable(text, this.#letters)
  }

  /** The beginning of a text that fits into a width. */
  #cut(text: string, width: number): string {
    let fitting = this.#shown(text)
    while (this.#doc.widthOfString(fitting) > width) fitting = `${fitting.slice(0, -2).trimEnd()}…`
    return fitting
  }
}
