import type { FileHandle } from 'node:fs/promises'
import { createInflate } from 'node:zlib'
import { textOfEntry } from '#server/platform/files/inspection/archives.ts'
import type { ZipEntry } from '#server/platform/files/zip.ts'

const ENCRYPTED = 'El archivo está cifrado.'
const MACROS = 'El documento contiene macros.'
const SCRIPTS = 'El PDF contiene programas (JavaScript).'
const FILES_INSIDE = 'El PDF lleva archivos dentro.'
const UNSEEN = 'El PDF lleva partes que no se han podido revisar.'
const UNSEEN_ENTRIES = 'El archivo lleva partes que no se han podido revisar.'

type Mark = readonly [RegExp, string]

/** Matches a PDF name, in which each letter may be written as its number (ISO 32000-2, 7.3.5). */
function pdfName(name: string, end = ''): RegExp {
  const letters = [...name].map(letter => {
    const [high = '', low = ''] = letter.charCodeAt(0).toString(16)
    return `(?:${letter}|#[${high}${high.toUpperCase()}][${low}${low!.toUpperCase()}])`
  })
  return new RegExp(`/${letters.join('')}${end}`, 'g')
}
const WHOLE = '(?![A-Za-z0-9])'
/** Must follow a short name: a compressed picture contains such a name by chance every few megabytes. */
const VALUE = '(?=[\\0\\s]*[(<[%]|[\\0\\s]+\\d)'
/** Matches a name in the directory of an OLE file, in UTF-16. */
const oleName = (name: string) => new RegExp(Buffer.from(name, 'utf16le').toString('latin1'))

/** Marks of a PDF that does more than show pages, or that the reviewer cannot read (D57). */
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
const OBJECT = 'object'
const CATALOGUE = 'catalogue'
/** Every PDF has these where all readers find them: an object, and the catalogue, in the trailer or as an object. */
const pdfParts: readonly Mark[] = [
  [/\d[\0\s]+\d+[\0\s]+obj(?![A-Za-z])/, OBJECT],
  [new RegExp(`${pdfName('Root', WHOLE).source}|${pdfName('Catalog', WHOLE).source}`), CATALOGUE],
]
const isObjectStream = pdfName('ObjStm', WHOLE)
/** One pattern for all marks: most chunks of a large file have none. */
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
  [/^(Basic|Scripts)\//i, MACROS],
]

/** In bytes. Small chunks keep GC pressure low. */
const PIECE = 32 * 1024
/** In characters: longer than each mark, and than the line between `stream` and its content. */
const OVERLAP = 64
/** The size of an object stream's dictionary, in bytes. */
const AROUND = 1024
/** The limits of all object streams of a file: their inflated bytes, and their number. */
const MAX_INFLATED = 128 * 1024 * 1024
const MAX_STREAMS = 20_000

/** The bytes as text, chunk by chunk. Each chunk starts with the end of the previous one, to find marks across both. */
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

/** Each chunk is valid until the next one is read. */
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

/**
 * Also searches object streams, in which compressing programs write most of a PDF.
 * @returns the warnings, and whether the file has the parts that every PDF has.
 */
export async function warningsOfPdf(
  file: FileHandle,
): Promise<{ hasObjects: boolean; hasCatalogue: boolean; warnings: string[] }> {
  const parts = new Set<string>()
  const found = new Set<string>()
  const streams = new Set<number>()
  for await (const { text, start } of piecesOf(contentOf(file))) {
    note(text, pdfParts, parts)
    if (text.search(anyOfPdf) < 0) continue
    note(text, pdfMarks, found)
    for (const { index } of text.matchAll(isObjectStream)) if (streams.size <= MAX_STREAMS) streams.add(start + index)
  }
  if (streams.size > MAX_STREAMS) found.add(UNSEEN)
  const room = { left: MAX_INFLATED }
  for (const at of [...streams].slice(0, MAX_STREAMS)) {
    if (!(await lookIntoStream(file, at, found, room))) found.add(UNSEEN)
  }
  return { hasObjects: parts.has(OBJECT), hasCatalogue: parts.has(CATALOGUE), warnings: [...found] }
}

/** @returns whether the stream was searched, or needs no search. */
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

/** Whether an Office file has macros: by the names of its parts, or by their declared types, whatever their names. */
export async function hasMacros(file: FileHandle, entries: readonly ZipEntry[]): Promise<boolean> {
  if (entries.some(({ name }) => /(^|\/)vbaProject\.bin$|^xl\/macrosheets\//i.test(name))) return true
  const types = entries.find(({ name }) => name === '[Content_Types].xml')
  return types !== undefined && /vbaProject|macroEnabled|macrosheet/i.test(await textOfEntry(file, types))
}

/** The warnings from the central directory, and one for content that could not be inflated, unless `isWhole`. */
export function warningsOfArchive(entries: readonly ZipEntry[], isWhole: boolean): string[] {
  const found = new Set<string>()
  for (const { name, encrypted } of entries) {
    note(name, nameMarks, found)
    if (encrypted) found.add(ENCRYPTED)
  }
  if (!isWhole && !found.has(ENCRYPTED)) found.add(UNSEEN_ENTRIES)
  return [...found]
}
