import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { Faces, Slot } from '#server/demo/template.ts'
import { fillText } from '#server/demo/template.ts'
import { longest } from './world.ts'

export type Face = 'sans' | 'bold' | 'serif' | 'serifBold' | 'display'
export type Look = { body: Face; strong: Face; title: Face; accent: string; size?: number }
export type Column = { header: string; width: number; align?: 'left' | 'right' | 'center'; strong?: boolean }

export const ink = '#1d1b16'
const muted = '#676051'
const hairline = '#d5cebf'
const left = 64
const right = 531
const width = right - left
const top = 72
const bottom = 766

const ibarra = (style: string) =>
  readFileSync(
    fileURLToPath(import.meta.resolve(`@fontsource/ibarra-real-nova/files/ibarra-real-nova-latin-${style}.woff`)),
  )
const installed = (pattern: string) =>
  readFileSync(execFileSync('fc-match', ['-f', '%{file}', pattern], { encoding: 'utf8' }))

const sources: Record<Face, () => Buffer> = {
  sans: () => installed('Liberation Sans:style=Regular'),
  bold: () => installed('Liberation Sans:style=Bold'),
  serif: () => ibarra('400-normal'),
  serifBold: () => ibarra('700-normal'),
  display: () => ibarra('600-normal'),
}

export type Paper = ReturnType<typeof paper>

/** The glyphs that a filled slot may need: all Spanish letters and punctuation. */
const repertoire = [
  ...' ABCDEFGHIJKLMNOPQRSTUVWXYZÁÉÍÓÚÜÑÇÀÈÒabcdefghijklmnopqrstuvwxyzáéíóúüñçàèòïâêô',
  ...'0123456789.,;:·-–—/()«»ªº%€@+&¿?¡!×_\'"’',
]
/** The glyphs of each face: identical in every file, because each face starts with its repertoire. */
export const faces: Faces = {}

/**
 * An A4 page builder: tagged PDF, in Spanish, with embedded fonts and reproducible bytes. Each method sets one block
 * below the previous one and starts a page when it does not fit.
 */
export function paper(options: {
  title: string
  author: string
  date: string
  look: Look
  foot: string
  /** Without slots: its fonts hold only the glyphs it shows. */
  complete?: true
}) {
  const { look, title } = options
  const size = look.size ?? 10
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top, bottom: 842 - bottom, left, right: 595 - right },
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    lang: 'es-ES',
    pdfVersion: '1.7',
    info: { Title: title, Author: options.author, CreationDate: new Date(`${options.date}T09:00:00Z`) },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const loaded = new Set<Face>()

  function face(name: Face, points: number, colour = ink) {
    if (!loaded.has(name)) {
      doc.registerFont(name, sources[name]())
      loaded.add(name)
      doc.font(name)
      if (!options.complete) faces[name] = Object.fromEntries(repertoire.map(char => [char, glyphOf(char)]))
    }
    return doc.font(name).fontSize(points).fillColor(colour)
  }

  type Inner = {
    id: string
    ref(): unknown
    ascender: number
    encode(text: string): [string[], { advanceWidth: number }[]]
  }
  const inner = doc as unknown as {
    _font: Inner
    page: { xobjects: Record<string, unknown> }
    addContent(data: string): void
  }

  function glyphOf(char: string): [string, number] {
    const [codes, positions] = inner._font.encode(char)
    return [codes.join(''), Math.round(positions[0]!.advanceWidth)]
  }

  const slots: Slot[] = []

  /** Sets a text. A text with slots gets room for the longest values, in a stream filled later. */
  function set(
    text: string,
    x: number,
    y: number,
    how: {
      face: Face
      points: number
      colour?: string
      width: number
      lineGap?: number
      align?: Slot['align'] | 'justify'
    },
  ): void {
    const { width: wide, lineGap = 0, align = 'left' } = how
    face(how.face, how.points, how.colour)
    if (!text.includes('{')) {
      doc.text(text, x, y, { width: wide, lineGap, align })
      return
    }
    const sample = fillText(text, longest)
    const height = doc.heightOfString(sample, { width: wide, lineGap })
    const font = inner._font
    const stream = doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 595, 842],
      // The page measures from the top, a slot from the bottom.
      Matrix: [1, 0, 0, -1, 0, 842],
      Resources: { Font: { [font.id]: font.ref() } },
    }) as unknown as { compress: boolean; end(data: string): void }
    stream.compress = false
    const length = 400 + 9 * sample.length
    stream.end(`%slot-${slots.length}-`.padEnd(length))
    inner.page.xobjects[`Slot${slots.length}`] = stream
    inner.addContent(`/Slot${slots.length} Do`)
    const channel = (from: number) => (Number.parseInt((how.colour ?? ink).slice(from, from + 2), 16) / 255).toFixed(3)
    slots.push({
      at: 0,
      length,
      text,
      font: font.id,
      face: how.face,
      size: how.points,
      colour: `${channel(1)} ${channel(3)} ${channel(5)}`,
      x: Math.round(x * 100) / 100,
      baseline: Math.round((842 - y - (font.ascender / 1000) * how.points) * 100) / 100,
      width: Math.round(wide * 100) / 100,
      leading: Math.round((doc.currentLineHeight(true) + lineGap) * 100) / 100,
      align: align === 'justify' ? 'left' : align,
    })
    doc.x = x
    doc.y = y + height
  }

  function tagged(tag: string, draw: () => void) {
    doc.addStructure(doc.struct(tag, {}, draw))
  }

  function artifact(draw: () => void) {
    doc.markContent('Artifact', { type: 'Layout' })
    doc.save()
    draw()
    doc.restore()
    doc.endMarkedContent()
  }

  function rule(y: number, weight: number, colour: string, from = left, to = right) {
    artifact(() => doc.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(colour).stroke())
  }

  function room(height: number) {
    if (doc.y + height > bottom) {
      doc.addPage()
      doc.y = top
    }
  }

  function heightOf(text: string, name: Face, points: number, columnWidth: number, lineGap: number) {
    face(name, points)
    return doc.heightOfString(fillText(text, longest), { width: columnWidth, lineGap })
  }

  function space(points: number) {
    doc.y += points
  }

  /** The issuer's letterhead: name on the left, details on the right, a rule below. */
  function masthead(name: string, about: string, particulars: string[], nameFace: Face = look.title) {
    tagged('P', () => {
      set(name, left, 46, { face: nameFace, points: 17, colour: look.accent, width: 335, lineGap: 1 })
      set(about, left, doc.y + 1, { face: look.body, points: 8.5, colour: muted, width: 290 })
    })
    const end = doc.y
    tagged('P', () =>
      set(particulars.join('\n'), right - 132, 48, {
        face: look.body,
        points: 8,
        colour: muted,
        width: 132,
        align: 'right',
        lineGap: 1.5,
      }),
    )
    const y = Math.max(end, doc.y) + 10
    rule(y, 1.4, look.accent)
    doc.x = left
    doc.y = y + 24
  }

  function heading(text: string, under?: string) {
    tagged('H1', () => set(text, left, doc.y, { face: look.title, points: 21, width }))
    if (under) {
      space(3)
      tagged('P', () => set(under, left, doc.y, { face: look.body, points: size, colour: muted, width, lineGap: 2 }))
    }
    space(14)
  }

  function section(text: string, level: 'H2' | 'H3' = 'H2') {
    const points = level === 'H2' ? 13 : size + 0.5
    room(level === 'H2' ? 92 : 56)
    space(level === 'H2' ? 6 : 3)
    tagged(level, () =>
      face(level === 'H2' ? look.title : look.strong, points, level === 'H2' ? look.accent : ink).text(
        text,
        left,
        doc.y,
        { width },
      ),
    )
    space(level === 'H2' ? 5 : 3)
  }

  function paragraph(
    text: string,
    how: { size?: number; face?: Face; colour?: string; align?: 'justify' | 'center' } = {},
  ) {
    const points = how.size ?? size
    const name = how.face ?? look.body
    room(Math.min(heightOf(text, name, points, width, 3), 3 * points * 1.5))
    tagged('P', () => {
      const { colour, align } = how
      set(text, left, doc.y, {
        face: name,
        points,
        width,
        lineGap: 3,
        ...(colour && { colour }),
        ...(align && { align }),
      })
    })
    space(7)
  }

  function items(list: string[], mark: (index: number) => string = () => '–') {
    for (const [index, text] of list.entries()) {
      room(heightOf(text, look.body, size, width - 20, 3))
      tagged('P', () => {
        const y = doc.y
        face(look.body, size, look.accent).text(mark(index), left, y, { width: 18, lineBreak: false })
        set(text, left + 20, y, { face: look.body, points: size, width: width - 20, lineGap: 3 })
      })
      space(3)
    }
    space(5)
  }

  /** Names and values between thin rules. */
  function facts(pairs: [name: string, value: string][], nameWidth = 150) {
    for (const [name, value] of pairs) {
      const height = Math.max(
        heightOf(value, look.body, size, width - nameWidth, 2.5),
        heightOf(name, look.strong, size - 1, nameWidth - 12, 2.5),
      )
      room(height + 8)
      const y = doc.y
      rule(y, 0.5, hairline)
      tagged('P', () => {
        face(look.strong, size - 1, muted).text(name, left, y + 5.4, { width: nameWidth - 12, lineGap: 2.5 })
        set(value, left + nameWidth, y + 4.5, { face: look.body, points: size, width: width - nameWidth, lineGap: 2.5 })
      })
      doc.y = y + height + 8
    }
    rule(doc.y, 0.5, hairline)
    doc.x = left
    space(14)
  }

  function table(columns: Column[], rows: string[][], points = size - 1.5) {
    const pad = 5
    const scale = width / columns.reduce((sum, column) => sum + column.width, 0)
    const places = columns.map((column, i) => ({
      ...column,
      x: left + columns.slice(0, i).reduce((sum, before) => sum + before.width, 0) * scale,
      width: column.width * scale,
    }))
    const nameOf = (i: number) => (columns[i]?.strong ? look.strong : look.body)
    const lines = (cells: string[], name: (i: number) => Face) =>
      Math.max(...places.map((place, i) => heightOf(cells[i] ?? '', name(i), points, place.width - 2 * pad, 1.8)))

    const root = doc.struct('Table')
    doc.addStructure(root)
    const row = (cells: string[], tag: 'TH' | 'TD', name: (i: number) => Face, colour: string) => {
      const y = doc.y
      const line = doc.struct('TR')
      root.add(line)
      for (const [i, place] of places.entries()) {
        line.add(
          doc.struct(tag, {}, () => {
            set(cells[i] ?? '', place.x + pad, y + pad, {
              face: name(i),
              points,
              colour,
              width: place.width - 2 * pad,
              align: place.align ?? 'left',
              lineGap: 1.8,
            })
          }),
        )
      }
      line.end()
      doc.y = y + lines(cells, name) + 2 * pad - 1
    }
    const head = () => {
      const headers = columns.map(column => column.header)
      const height = lines(headers, () => look.strong) + 2 * pad - 1
      const y = doc.y
      artifact(() => doc.rect(left, y, width, height).fill(look.accent))
      row(headers, 'TH', () => look.strong, '#ffffff')
    }
    room(70)
    head()
    for (const cells of rows) {
      const height = lines(cells, nameOf) + 2 * pad
      if (doc.y + height > bottom) {
        doc.addPage()
        doc.y = top
        head()
      }
      row(cells, 'TD', nameOf, ink)
      rule(doc.y, 0.5, hairline)
    }
    root.end()
    doc.x = left
    space(14)
  }

  /** A highlighted paragraph, with a bar of the issuer's colour. */
  function note(text: string, strong?: string) {
    const wide = width - 32
    const upper = strong ? heightOf(strong, look.strong, size, wide, 2) + 4 : 0
    const height = heightOf(text, look.body, size - 0.5, wide, 2.5) + upper + 20
    room(height + 8)
    const y = doc.y
    artifact(() => {
      doc.rect(left, y, width, height).fill('#f5f2ea')
      doc.rect(left, y, 3, height).fill(look.accent)
    })
    tagged('P', () => {
      if (strong) set(strong, left + 18, y + 11, { face: look.strong, points: size, width: wide, lineGap: 2 })
      set(text, left + 18, y + 11 + upper, { face: look.body, points: size - 0.5, width: wide, lineGap: 2.5 })
    })
    doc.x = left
    doc.y = y + height + 14
  }

  /** Place and date, a signature, the name below, and a round stamp if the issuer uses one. */
  function signature(place: string, signers: { name: string; role: string }[], stamp?: string[]) {
    room(108)
    space(2)
    paragraph(place)
    const y = doc.y + 6
    const column = width / Math.max(2, signers.length)
    for (const [i, signer] of signers.entries()) {
      const x = left + i * column
      artifact(() => pen(x + 4, y + 26, signer.name))
      rule(y + 46, 0.6, muted, x, x + column - 30)
      tagged('P', () => {
        const narrow = column - 30
        set(signer.name, x, y + 52, { face: look.strong, points: size - 0.5, width: narrow })
        set(signer.role, x, doc.y + 1, {
          face: look.body,
          points: size - 1.5,
          colour: muted,
          width: narrow,
          lineGap: 1.5,
        })
      })
    }
    if (stamp) round(right - 62, y + 36, stamp)
    doc.x = left
    doc.y = y + 106
  }

  /** A signature scribble, deterministic per name. */
  function pen(x: number, y: number, name: string) {
    let seed = [...name].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973, 7)
    const next = (spread: number) => {
      seed = (seed * 7919 + 104_729) % 99_991
      return (seed / 99_991 - 0.5) * spread
    }
    doc.moveTo(x, y + next(8))
    // A tall initial, then letters that flatten out, then a flourish back under the name.
    doc.bezierCurveTo(x - 6 + next(8), y - 34 + next(10), x + 22 + next(12), y - 30, x + 9, y + 10 + next(10))
    let at = x + 9
    const letters = 5 + Math.round(next(4) + 2)
    for (let i = 0; i < letters; i++) {
      const step = 8 + next(9)
      const rise = (16 + next(26)) * (1 - i / (letters + 2))
      doc.bezierCurveTo(at + step * 0.3, y - rise, at + step * 1.3, y + rise * 0.5 + next(8), at + step, y + next(5))
      at += step
    }
    doc.bezierCurveTo(
      at + 34 + next(30),
      y - 16 + next(12),
      at - 50 + next(50),
      y + 22 + next(14),
      at + 30 + next(24),
      y + 4 + next(12),
    )
    doc.lineWidth(1.1).lineCap('round').strokeColor('#21366b').stroke()
  }

  function round(x: number, y: number, words: string[]) {
    artifact(() => {
      doc.opacity(0.62)
      doc.circle(x, y, 40).lineWidth(1.6).strokeColor(look.accent).stroke()
      doc.circle(x, y, 35.5).lineWidth(0.6).stroke()
      for (const [i, word] of words.entries()) {
        const points = i === 0 ? 8 : 6.4
        face(look.strong, points, look.accent).text(word, x - 33, y - words.length * 5 + i * 10.4, {
          width: 66,
          align: 'center',
          lineBreak: false,
        })
      }
    })
  }

  /** The three punches of a rating: more ink, higher level (D32). */
  function rating(levels: [dimension: string, level: string][]) {
    const inkOf: Record<string, [string, string]> = {
      D: ['#ffffff', '#504a3e'],
      C: ['#e3eee8', '#0a4a38'],
      B: ['#b5d6c6', '#07352a'],
      A: ['#1b7355', '#ffffff'],
      'A+': ['#07352a', '#ffffff'],
    }
    room(118)
    const y = doc.y
    const box = 72
    const cut = 12
    for (const [i, [dimension, level]] of levels.entries()) {
      const x = left + i * 156
      const [fill, text] = inkOf[level] ?? ['#e3eee8', '#0a4a38']
      artifact(() =>
        doc
          .polygon(
            [x + cut, y],
            [x + box - cut, y],
            [x + box, y + cut],
            [x + box, y + box - cut],
            [x + box - cut, y + box],
            [x + cut, y + box],
            [x, y + box - cut],
            [x, y + cut],
          )
          .lineWidth(1)
          .fillAndStroke(fill, '#0b4f3c'),
      )
      tagged('P', () => {
        face(look.strong, size).text(dimension, x, y + box + 8, { width: 140 })
        set(level, x, y + 15, { face: 'display', points: 38, colour: text, width: box, align: 'center' })
      })
    }
    doc.x = left
    doc.y = y + box + 28
  }

  async function save(path: string): Promise<Slot[]> {
    const { count } = doc.bufferedPageRange()
    for (let i = 0; i < count; i++) {
      doc.switchToPage(i)
      doc.page.margins.bottom = 0
      rule(786, 0.5, hairline)
      artifact(() => {
        set(options.foot, left, 793, { face: look.body, points: 7.5, colour: muted, width: width - 90, lineGap: 1 })
        face(look.body, 7.5, muted).text(`Página ${i + 1} de ${count}`, right - 80, 793, { width: 80, align: 'right' })
      })
    }
    const ended = new Promise<void>(resolve => doc.on('end', resolve))
    doc.end()
    await ended
    const bytes = Buffer.concat(chunks)
    for (const [index, slot] of slots.entries()) slot.at = bytes.indexOf(`%slot-${index}-`)
    await writeFile(path, bytes)
    return slots
  }

  function page() {
    doc.addPage()
    doc.y = top
  }

  return { masthead, heading, section, paragraph, items, facts, table, note, signature, rating, space, page, save }
}
