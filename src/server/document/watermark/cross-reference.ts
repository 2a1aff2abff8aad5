import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { decoded, numberIn, predictorOf, unpredicted } from '#server/document/watermark/decoded.ts'
import { HEADER_WITHIN, lengthBeforeHeader } from '#server/platform/files/inspection/pdf.ts'

/** The location of an object: a byte offset in the file, or a position in an object stream. */
type Entry = { at: number; generation: number } | { stream: number; index: number } | 'free'

type Section = { entries: [number, Entry][]; dict: PDFDict }

/** A PDF's cross-reference as readers follow it (ISO 32000-2, 7.5.4 and 7.5.8). */
export type CrossReference = {
  trailer: PDFDict
  /**
   * The object, or undefined if the table has none.
   * @throws Error when it is not where the table says
   */
  read(ref: PDFRef): PDFObject | undefined
}

/** Bytes at the end of the file in which readers look for `startxref`. */
const TAIL = 1024
const SPACE = '[\\0\\t\\n\\f\\r ]'
/** Readers skip white space before an object: a common printer driver counts the line end to it. */
const OBJECT = new RegExp(`^${SPACE}*(\\d+)${SPACE}+(\\d+)${SPACE}+obj(?![0-9A-Za-z.+-])`)
const LONGEST_HEAD = 40
/** A table entry has twenty bytes; some programs write more. */
const LINE = 24

/**
 * The PDF behind what a print queue or a program wrote before its header; readers count offsets from the header.
 * @throws Error if a reader that counts from the start of the file would find another document
 */
export function fromHeader(file: Buffer): Buffer {
  const before = lengthBeforeHeader(file.toString('latin1', 0, HEADER_WITHIN))
  if (before === null) throw new Error('something before the header')
  const bytes = file.subarray(before)
  if (before > 0) {
    const at = startOf(bytes)
    const [start, other] = [bytes, file].map(each => {
      const found = new RegExp(`^${SPACE}*(?=xref|\\d+${SPACE}+\\d+${SPACE}+obj)`).exec(
        each.toString('latin1', at, at + LONGEST_HEAD),
      )
      return found && each.byteOffset + at + found[0].length
    })
    if (other !== null && other !== start) throw new Error('two documents')
  }
  return bytes
}

/**
 * Reads all sections of a PDF's cross-reference, tables and streams. Anything that readers would have to guess or
 * repair is an error, because each could then find another document. `context` owns the parsed objects.
 */
export function readCrossReference(bytes: Buffer, context: PDFContext): CrossReference {
  const entries = new Map<number, Entry>()
  const known = (all: [number, Entry][]) => {
    for (const [number, entry] of all) if (!entries.has(number)) entries.set(number, entry)
  }
  const seen = new Set<number>()
  let trailer: PDFDict | undefined
  for (let at: number | undefined = startOf(bytes); at !== undefined; ) {
    if (seen.has(at)) throw new Error('sections in a circle')
    seen.add(at)
    const section = readSection(bytes, at, context)
    trailer ??= section.dict
    const hidden = numberIn(section.dict, 'XRefStm')
    const more = hidden === undefined ? [] : readStreamSection(bytes, hidden, context).entries
    const freed = new Set(section.entries.flatMap(([number, entry]) => (entry === 'free' ? [number] : [])))
    if (more.some(([number, entry]) => entry !== 'free' && freed.has(number))) throw new Error('free and not free')
    known(section.entries)
    known(more)
    at = numberIn(section.dict, 'Prev')
  }
  if (!trailer || trailer.has(PDFName.of('Encrypt'))) throw new Error('no plain trailer')
  return { trailer, read: readerOf(bytes, entries, context) }
}

function startOf(bytes: Buffer): number {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL))
  const found = new RegExp(`^startxref${SPACE}+(\\d+)`).exec(tail.slice(tail.lastIndexOf('startxref')))
  if (!found) throw new Error('no startxref')
  return Number(found[1])
}

function readSection(bytes: Buffer, at: number, context: PDFContext): Section {
  const start = new RegExp(`^${SPACE}*xref${SPACE}+`).exec(bytes.toString('latin1', at, at + LONGEST_HEAD))
  return start ? readTable(bytes, at + start[0].length, context) : readStreamSection(bytes, at, context)
}

function readTable(bytes: Buffer, start: number, context: PDFContext): Section {
  const entries: Section['entries'] = []
  for (let at = start; ; ) {
    const end = new RegExp(`^${SPACE}*trailer`).exec(bytes.toString('latin1', at, at + LONGEST_HEAD))
    if (end) {
      const dict = PDFObjectParser.forBytes(bytes.subarray(at + end[0].length), context).parseObject()
      if (!(dict instanceof PDFDict)) throw new Error('a trailer that is no dictionary')
      return { entries, dict }
    }
    const head = new RegExp(`^${SPACE}*(\\d+)${SPACE}+(\\d+)${SPACE}+`).exec(
      bytes.toString('latin1', at, at + LONGEST_HEAD),
    )
    if (!head) throw new Error('a broken table')
    at += head[0].length
    const [first, count] = [Number(head[1]), Number(head[2])]
    if (count > bytes.length) throw new Error('a table longer than its file')
    const lines = bytes.toString('latin1', at, at + LINE * count)
    const line = new RegExp(`(\\d+)${SPACE}+(\\d+)${SPACE}+([nf])(?:${SPACE}+|$)`, 'y')
    for (let index = 0; index < count; index++) {
      const found = line.exec(lines)
      if (!found) throw new Error('a broken line in a table')
      const entry = { at: Number(found[1]), generation: Number(found[2]) }
      entries.push([first + index, found[3] === 'f' ? 'free' : entry])
    }
    at += line.lastIndex
  }
}

function readStreamSection(bytes: Buffer, at: number, context: PDFContext): Section {
  const { object } = objectAt(bytes, at, context)
  if (!(object instanceof PDFRawStream)) throw new Error('no cross-reference stream')
  checkLength(bytes, object, object.dict.get(PDFName.of('Length')))
  const { dict } = object
  const rows = unpredicted(decoded(object), dict)
  const widths = numbersOf(dict.lookup(PDFName.of('W'), PDFArray))
  if (widths.length !== 3 || widths.some(width => width < 0 || width > 8)) throw new Error('broken widths')
  const parts = dict.lookupMaybe(PDFName.of('Index'), PDFArray)
  const ranges = parts ? numbersOf(parts) : [0, dict.lookup(PDFName.of('Size'), PDFNumber).asNumber()]
  const entries: Section['entries'] = []
  let position = 0
  const field = (width: number) => {
    let value = 0
    for (let end = position + width; position < end; position++) value = value * 256 + rows[position]!
    return value
  }
  for (let range = 0; range < ranges.length; range += 2) {
    for (let index = 0; index < ranges[range + 1]!; index++) {
      const kind = widths[0] === 0 ? 1 : field(widths[0]!)
      const [second, third] = [field(widths[1]!), field(widths[2]!)]
      if (position > rows.length || kind > 2) throw new Error('a broken row')
      const inUse: Entry = kind === 1 ? { at: second, generation: third } : { stream: second, index: third }
      entries.push([ranges[range]! + index, kind === 0 ? 'free' : inUse])
    }
  }
  return { entries, dict }
}

function readerOf(bytes: Buffer, entries: Map<number, Entry>, context: PDFContext): CrossReference['read'] {
  const groups = new Map<number, Group>()
  const read = (ref: PDFRef): PDFObject | undefined => {
    const entry = entries.get(ref.objectNumber)
    if (!entry || entry === 'free') return undefined
    if ('at' in entry) {
      const { number, generation, object } = objectAt(bytes, entry.at, context)
      if (number !== ref.objectNumber || generation !== ref.generationNumber || generation !== entry.generation) {
        throw new Error('another object where one should be')
      }
      if (object instanceof PDFRawStream) {
        const length = object.dict.get(PDFName.of('Length'))
        checkLength(bytes, object, length instanceof PDFRef ? read(length) : length)
      }
      return object
    }
    if (ref.generationNumber !== 0) throw new Error('another generation')
    let group = groups.get(entry.stream)
    if (!group) {
      const holder = entries.get(entry.stream)
      if (!holder || holder === 'free' || !('at' in holder)) throw new Error('no object stream')
      group = groupOf(read(PDFRef.of(entry.stream)))
      groups.set(entry.stream, group)
    }
    const place = group.places[entry.index]
    if (place?.number !== ref.objectNumber) throw new Error('another object in the stream')
    return PDFObjectParser.forBytes(group.bytes.subarray(place.start, place.end), context).parseObject()
  }
  return read
}

/** The decoded bytes of an object stream, with the number and place of each object, in any order. */
type Group = { bytes: Uint8Array; places: { number: number; start: number; end: number | undefined }[] }

function groupOf(object: PDFObject | undefined): Group {
  if (!(object instanceof PDFRawStream)) throw new Error('no object stream')
  const { dict } = object
  const whole = decoded(object)
  if (predictorOf(dict) > 1) throw new Error('an object stream with a predictor')
  const first = dict.lookup(PDFName.of('First'), PDFNumber).asNumber()
  const count = dict.lookup(PDFName.of('N'), PDFNumber).asNumber()
  const numbers = Buffer.from(whole.subarray(0, first))
    .toString('latin1')
    .trim()
    .split(/[\0\s]+/)
    // Readers take as many as the stream says; Word has more behind them.
    .slice(0, 2 * count)
    .map(Number)
  if (numbers.length !== 2 * count || numbers.some(number => !Number.isInteger(number)))
    throw new Error('broken stream')
  const starts = numbers.filter((_, n) => n % 2 === 1).sort((a, b) => a - b)
  const ends = new Map(starts.map((start, n) => [start, starts[n + 1]]))
  const places = Array.from({ length: count }, (_, n) => {
    const start = numbers[2 * n + 1]!
    return { number: numbers[2 * n]!, start, end: ends.get(start) }
  })
  return { bytes: whole.subarray(first), places }
}

function objectAt(bytes: Buffer, at: number, context: PDFContext) {
  const head = OBJECT.exec(bytes.toString('latin1', at, at + LONGEST_HEAD))
  if (!head) throw new Error('no object where one should be')
  const object = PDFObjectParser.forBytes(bytes.subarray(at + head[0].length), context).parseObject()
  return { number: Number(head[1]), generation: Number(head[2]), object }
}

/**
 * If the length is an indirect object, the parser ends a stream at the first `endstream` and starts it right after
 * `stream`; other readers use the length and line ends. All must see the same bytes.
 */
function checkLength(bytes: Buffer, { contents }: PDFRawStream, length: PDFObject | undefined): void {
  if (!(length instanceof PDFNumber)) throw new Error('a stream without length')
  // A slice of a Buffer shares its memory.
  const start = contents.byteOffset - bytes.byteOffset
  if (contents.buffer !== bytes.buffer || !/stream(?: ?\r?\n|\r)$/.test(bytes.toString('latin1', start - 9, start))) {
    throw new Error('a stream that begins unclearly')
  }
  const end = start + length.asNumber()
  // The parser drops the end of line before `endstream`, which the length may count.
  const same = Math.abs(contents.length - length.asNumber()) <= 2
  if (!same || !/^[\0\t\n\f\r ]*endstream/.test(bytes.toString('latin1', end, end + LONGEST_HEAD))) {
    throw new Error('a stream of another length')
  }
}

function numbersOf(array: PDFArray): number[] {
  return Array.from({ length: array.size() }, (_, index) => array.lookup(index, PDFNumber).asNumber())
}
