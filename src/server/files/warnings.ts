import type { FileHandle } from 'node:fs/promises'
import { createInflate, inflateRawSync } from 'node:zlib'
import type { ArchiveEntry } from '#server/files/archives.ts'

const ENCRYPTED = 'El archivo está cifrado.'
const MACROS = 'El documento contiene macros.'
const SCRIPTS = 'El PDF contiene programas (JavaScript).'
const FILES_INSIDE = 'El PDF lleva archivos dentro.'
const UNSEEN = 'El PDF lleva partes que no se han podido revisar.'

type Mark = readonly [RegExp, string]

/** A name of a PDF, any letter of which may be written as its number (ISO 32000-2, 7.3.5). */
function pdfName(name: string, end = ''): RegExp {
  const letters = [...name].map(letter => {
    const [high, low] = letter.charCodeAt(0).toString(16)
    return `(?:${letter}|#[${high}${high!.toUpperCase()}][${low}${low!.toUpperCase()}])`
  })
  return new RegExp(`/${letters.join('')}${end}`, 'g')
}
const WHOLE = '(?![A-Za-z0-9])'
/** What a short name must have behind it: chance alone writes one in every few megabytes of a compressed picture. */
const VALUE = '(?=[\\0\\s]*[(<[%]|[\\0\\s]+\\d)'
/** A name in the directory of an OLE file: in UTF-16. */
const oleName = (name: string) => new RegExp(Buffer.from(name, 'utf16le').toString('latin1'))

/** Marks of a PDF that does more than show pages, or cannot be read by the reviewer (D57). */
const pdfMarks: readonly Mark[] = [
  [pdfName('JavaScript'), SCRIPTS],
  [pdfName('JS', VALUE), SCRIPTS],
  [pdfName('Launch'), 'El PDF intenta abrir otros programas.'],
  [pdfName('EmbeddedFile'), FILES_INSIDE],
  [pdfName('GoToE', WHOLE), FILES_INSIDE],
  [pdfName('SubmitForm'), 'El PDF envía datos a otro sitio.'],
  [pdfName('XFA', VALUE), 'El PDF es un formulario dinámico (XFA).'],
  [pdfName('Encrypt', WHOLE), ENCRYPTED],
]
const isObjectStream = pdfName('ObjStm', WHOLE)
/** All at once: most of a large file has none of them. */
const anyOfPdf = new RegExp([...pdfMarks.map(([mark]) => mark), isObjectStream].map(mark => mark.source).join('|'))
const oleMarks: readonly Mark[] = [
  [oleName('EncryptedPackage'), ENCRYPTED],
  [oleName('_VBA_PROJECT'), MACROS],
]
const nameMarks: readonly Mark[] = [
  [
    /\.(zip|7z|rar|tar|t?gz|t?bz2?|t?xz|zst|cab|iso|jar|arj|lzh)$/i,
    'El archivo lleva otros archivos comprimidos dentro.',
  ],
  [/\.(exe|com|scr|bat|cmd|ps1|vb[es]|jse?|wsf|hta|msi|dll|lnk|pif|cpl|jar)$/i, 'El archivo lleva programas dentro.'],
  [/(^|\/)vbaProject\.bin$|^(Basic|Scripts)\//i, MACROS],
]

/** So small that its text dies young: of larger ones a memory full lies about before anybody tidies up. */
const PIECE = 32 * 1024
/** No mark is longer, nor the line between `stream` and what it holds. */
const OVERLAP = 64
/** The dictionary of an object stream. */
const AROUND = 1024
/** What all object streams of a file may inflate to, and how many of them are looked into. */
const MAX_INFLATED = 128 * 1024 * 1024
const MAX_STREAMS = 20_000

/** The bytes as text, piece by piece, each with the end of the one before it for what lies across both. */
async function* piecesOf(bytes: AsyncIterable<Buffer>): AsyncIterable<{ text: string; start: number }> {
  let kept = ''
  let start = 0
  for await (const chunk of bytes) {
    const text = kept + chunk.toString('latin1')
    yield { text, start }
    kept = text.slice(-OVERLAP)
    start += text.length - kept.length
  }
}

/** Each piece is good until the next is asked for. */
async function* contentOf(file: FileHandle, from = 0): AsyncIterable<Buffer> {
  const buffer = Buffer.allocUnsafe(PIECE)
  for (let at = from; ; ) {
    const { bytesRead } = await file.read(buffer, 0, PIECE, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

function note(text: string, marks: readonly Mark[], found: Set<string>): void {
  for (const [mark, warning] of marks) if (!found.has(warning) && text.search(mark) >= 0) found.add(warning)
}

export async function warningsOfOle(file: FileHandle): Promise<string[]> {
  const found = new Set<string>()
  for await (const { text } of piecesOf(contentOf(file))) note(text, oleMarks, found)
  return [...found]
}

/** Looks into the object streams as well, in which programs that compress write most of a PDF. */
export async function warningsOfPdf(file: FileHandle): Promise<string[]> {
  const found = new Set<string>()
  const streams = new Set<number>()
  for await (const { text, start } of piecesOf(contentOf(file))) {
    if (text.search(anyOfPdf) < 0) continue
    note(text, pdfMarks, found)
    for (const { index } of text.matchAll(isObjectStream)) if (streams.size <= MAX_STREAMS) streams.add(start + index)
  }
  if (streams.size > MAX_STREAMS) found.add(UNSEEN)
  const room = { left: MAX_INFLATED }
  for (const at of [...streams].slice(0, MAX_STREAMS)) {
    if (!(await lookIntoStream(file, at, found, room))) found.add(UNSEEN)
  }
  return [...found]
}

/** @returns whether it could be looked into, or has nothing that the file itself does not show. */
async function lookIntoStream(file: FileHandle, at: number, found: Set<string>, room: { left: number }) {
  const from = Math.max(0, at - AROUND)
  const window = Buffer.alloc(2 * AROUND)
  const { bytesRead } = await file.read(window, 0, window.length, from)
  const text = window.toString('latin1', 0, bytesRead)
  const behind = /stream(\r\n|\n|\r)/.exec(text.slice(at - from))
  if (!behind) return false
  const begin = at - from + behind.index
  const dictionary = text.slice(text.lastIndexOf(' obj', begin) + 1, begin)
  if (pdfName('Predictor').test(dictionary)) return false
  if (!pdfName('F').test(dictionary.replace(/\/First/g, ''))) return true
  const inflate = createInflate()
  const feed = async () => {
    for await (const chunk of contentOf(file, from + begin + behind[0].length)) {
      if (inflate.destroyed || inflate.writableEnded || inflate.readableEnded) return
      if (!inflate.write(Buffer.from(chunk))) {
        await new Promise<void>(resolve => {
          for (const event of ['drain', 'end', 'close', 'error']) inflate.once(event, () => resolve())
        })
      }
    }
    inflate.end()
  }
  const fed = feed()
  try {
    for await (const { text: part } of piecesOf(inflate)) {
      note(part, pdfMarks, found)
      room.left -= part.length
      if (room.left < 0) return false
    }
    return true
  } catch {
    return false
  } finally {
    inflate.destroy()
    await fed
  }
}

const LOCAL_BYTES = 30
const MAX_TYPES = 1024 * 1024

/** What its table of contents says, and what kinds of parts an Office file declares, whatever their names. */
export async function warningsOfArchive(file: FileHandle, entries: readonly ArchiveEntry[]): Promise<string[]> {
  const found = new Set<string>()
  for (const { name, encrypted } of entries) {
    note(name, nameMarks, found)
    if (encrypted) found.add(ENCRYPTED)
  }
  const types = entries.find(({ name }) => name === '[Content_Types].xml')
  if (types && /vbaProject|macroEnabled/i.test(await contentOfEntry(file, types))) found.add(MACROS)
  return [...found]
}

async function contentOfEntry(file: FileHandle, { at, packed }: ArchiveEntry): Promise<string> {
  const head = Buffer.alloc(LOCAL_BYTES)
  await file.read(head, 0, LOCAL_BYTES, at)
  const content = Buffer.alloc(Math.min(packed, MAX_TYPES))
  const start = at + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28)
  const { bytesRead } = await file.read(content, 0, content.length, start)
  const read = content.subarray(0, bytesRead)
  try {
    return (head.readUInt16LE(8) === 0 ? read : inflateRawSync(read, { maxOutputLength: MAX_TYPES })).toString('latin1')
  } catch {
    return ''
  }
}
