import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { FILE_ENDINGS } from '#domain/document/file-types.ts'
import { checkArchive, checkSizes } from '#server/platform/files/archives.ts'
import { isOfDisk } from '#server/platform/files/disk.ts'
import { checkPdfEnd } from '#server/platform/files/pdf.ts'
import { checkPicture } from '#server/platform/files/pictures.ts'
import { hasMacros, warningsOfArchive, warningsOfOle, warningsOfPdf } from '#server/platform/files/warnings.ts'
import { takingTurns } from '#server/platform/turns.ts'

const OLE = 'application/x-cfb'

type Kind = { content: readonly string[]; mediaType: string }

/** The file types of D23 by extension: the expected content and the media type to serve. */
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

/** Whether the file is a ZIP, as Office and OpenDocument files are. */
const isArchive = (mediaType: string) => /zip|openxmlformats|opendocument/.test(mediaType)

const isOffice = (mediaType: string) => mediaType.includes('openxmlformats')

/** The number of concurrent inspections: more would not finish sooner, and each needs its own memory. */
const inTurn = takingTurns(4)

/** @returns the warnings for a reader */
async function lookInside(path: string, mediaType: string): Promise<string[]> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (mediaType === 'application/pdf') return await lookIntoPdf(file, size)
    if (isArchive(mediaType)) return await lookIntoArchive(file, size, mediaType)
    if (!mediaType.startsWith('image/')) return await warningsOfOle(file)
    await checkPicture(file, mediaType)
    return []
  } finally {
    await file.close()
  }
}

async function lookIntoPdf(file: FileHandle, size: number): Promise<string[]> {
  const { hasObjects, hasCatalogue, warnings } = await warningsOfPdf(file)
  if (!hasObjects) throw new DomainError('pdfUnreadable')
  // Checked first: in a truncated PDF, the missing catalogue is only a consequence.
  await checkPdfEnd(file, size)
  if (!hasCatalogue) throw new DomainError('pdfUnreadable')
  return warnings
}

async function lookIntoArchive(file: FileHandle, size: number, mediaType: string): Promise<string[]> {
  const entries = await checkArchive(file, size)
  // OpenDocument has one extension for files with and without macros.
  if (isOffice(mediaType) && (await hasMacros(file, entries))) throw new DomainError('macrosUndeclared')
  const isWhole = await checkSizes(file, entries)
  return warningsOfArchive(entries, isWhole)
}

/**
 * Detects the type of a file (D23): its content must match its extension.
 * @returns the media type to serve and the warnings for a reader (D57).
 * @throws DomainError fileType, pdfUnreadable, pdfIncomplete, macrosUndeclared, archiveHarmful, archiveMismatch or
 * imageTooLarge
 */
export async function inspectFile(path: string, name: string): Promise<{ mediaType: string; warnings: string[] }> {
  const kind = (kinds as Record<string, Kind | undefined>)[extname(name).toLowerCase()]
  if (!kind) throw new DomainError('fileType')
  const actual = await fileTypeFromFile(path).catch(error => {
    if (isOfDisk(error)) throw error
  })
  if (actual && isOffice(kind.mediaType) && /macroenabled/i.test(actual.mime)) throw new DomainError('macrosUndeclared')
  if (!actual || !kind.content.includes(actual.mime)) throw new DomainError('fileType')
  return { mediaType: kind.mediaType, warnings: await inTurn(() => lookInside(path, kind.mediaType)) }
}

/** Media types of spreadsheets, the types allowed for 'Doc. Excel asociado' (D23). */
export const spreadsheetTypes: readonly string[] = (['.xlsx', '.xls', '.ods'] as const).map(
  extension => kinds[extension].mediaType,
)
