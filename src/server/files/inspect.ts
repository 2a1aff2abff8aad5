import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import type { FILE_ENDINGS } from '#domain/document/file-types.ts'
import { Refusal } from '#domain/refusal.ts'
import { checkArchive } from '#server/files/archives.ts'
import { isOfDisk } from '#server/files/disk.ts'
import { checkPicture } from '#server/files/pictures.ts'

const OLE = 'application/x-cfb'

type Kind = { content: readonly string[]; mediaType: string }

/** The kinds of file of D23: by extension, what the content must be and what it is served as. */
const kinds: Record<(typeof FILE_ENDINGS)[number], Kind> = {
  '.pdf': { content: ['application/pdf'], mediaType: 'application/pdf' },
  '.docx': office('wordprocessingml.document'),
  '.xlsx': office('spreadsheetml.sheet'),
  '.pptx': office('presentationml.presentation'),
  '.doc': { content: [OLE], mediaType: 'application/msword' },
  '.xls': { content: [OLE], mediaType: 'application/vnd.ms-excel' },
  '.ppt': { content: [OLE], mediaType: 'application/vnd.ms-powerpoint' },
  '.odt': open_('text'),
  '.ods': open_('spreadsheet'),
  '.odp': open_('presentation'),
  '.png': { content: ['image/png', 'image/apng'], mediaType: 'image/png' },
  '.jpg': { content: ['image/jpeg'], mediaType: 'image/jpeg' },
  '.jpeg': { content: ['image/jpeg'], mediaType: 'image/jpeg' },
  '.zip': { content: ['application/zip'], mediaType: 'application/zip' },
}

function office(kind: string) {
  const mediaType = `application/vnd.openxmlformats-officedocument.${kind}`
  return { content: [mediaType], mediaType }
}
function open_(kind: string) {
  const mediaType = `application/vnd.oasis.opendocument.${kind}`
  return { content: [mediaType], mediaType }
}

/** Marks of a PDF that does more than show pages, or cannot be read by the reviewer (D57). */
const pdfMarks: readonly [string, string][] = [
  ['/JavaScript', 'El PDF contiene programas (JavaScript).'],
  ['/JS', 'El PDF contiene programas (JavaScript).'],
  ['/Launch', 'El PDF intenta abrir otros programas.'],
  ['/EmbeddedFile', 'El PDF lleva archivos dentro.'],
  ['/Encrypt', 'El archivo está cifrado.'],
]
const zipMarks: readonly [string, string][] = [
  ['vbaProject.bin', 'El documento contiene macros.'],
  ['EncryptedPackage', 'El archivo está cifrado.'],
  ['.zip', 'El archivo lleva otros archivos comprimidos dentro.'],
]

const PIECE = 128 * 1024
/** No mark is longer. */
const OVERLAP = 32

/** Searches the bytes for marks, all in one buffer however long the file is. */
async function warningsOf(path: string, marks: readonly [string, string][]): Promise<string[]> {
  if (marks.length === 0) return []
  const found = new Set<string>()
  const buffer = Buffer.allocUnsafe(OVERLAP + PIECE)
  const file = await open(path, 'r')
  try {
    // It begins with the end of the piece before, for a mark that lies across both.
    let begin = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, begin, PIECE)
      if (bytesRead === 0) break
      const piece = buffer.subarray(0, begin + bytesRead)
      for (const [mark, warning] of marks) if (piece.includes(mark, 0, 'latin1')) found.add(warning)
      begin = Math.min(OVERLAP, piece.length)
      piece.copyWithin(0, piece.length - begin)
    }
  } finally {
    await file.close()
  }
  return [...found]
}

/** Whether it is a ZIP inside, as Office and OpenDocument files are. */
const isArchive = (mediaType: string) => /zip|openxmlformats|opendocument/.test(mediaType)

async function lookInside(path: string, mediaType: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    if (isArchive(mediaType)) await checkArchive(file, (await file.stat()).size)
    else if (mediaType.startsWith('image/')) await checkPicture(file, mediaType)
  } finally {
    await file.close()
  }
}

/**
 * What a file really is (D23): its content must be what its name says.
 * @returns the media type it is served as and what a reader is warned of (D57).
 * @throws Refusal fileType, archiveHarmful or imageTooLarge
 */
export async function inspectFile(path: string, name: string): Promise<{ mediaType: string; warnings: string[] }> {
  const kind = (kinds as Record<string, Kind | undefined>)[extname(name).toLowerCase()]
  if (!kind) throw new Refusal('fileType')
  const actual = await fileTypeFromFile(path).catch(error => {
    if (isOfDisk(error)) throw error
  })
  if (!actual || !kind.content.includes(actual.mime)) throw new Refusal('fileType')
  await lookInside(path, kind.mediaType)
  const marks = kind.mediaType === 'application/pdf' ? pdfMarks : kind.mediaType.startsWith('image/') ? [] : zipMarks
  return { mediaType: kind.mediaType, warnings: await warningsOf(path, marks) }
}

/** Media types of spreadsheets: what 'Doc. Excel asociado' may be (D23). */
export const spreadsheetTypes: readonly string[] = (['.xlsx', '.xls', '.ods'] as const).map(
  extension => kinds[extension].mediaType,
)
