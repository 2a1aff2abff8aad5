import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Reason } from '#domain/messages.ts'
import { isOfDisk } from '#server/platform/files/disk.ts'
import { checkArchive, checkSizes } from '#server/platform/files/inspection/archives.ts'
import { checkPdfEnd, hasPdfHeader } from '#server/platform/files/inspection/pdf.ts'
import { checkPicture } from '#server/platform/files/inspection/pictures.ts'
import {
  hasMacros,
  warningsOfArchive,
  warningsOfOle,
  warningsOfPdf,
} from '#server/platform/files/inspection/warnings.ts'
import type { GivenFile } from '#server/platform/reader/reader.ts'

/** The content that a file's name promises, and its media type. */
export type Kind = { content: readonly string[]; mediaType: string }

/** Whether the file is a ZIP, as Office and OpenDocument files are. */
const isArchive = (mediaType: string) => /zip|openxmlformats|opendocument/.test(mediaType)

const isOffice = (mediaType: string) => mediaType.includes('openxmlformats')

/** The warnings for a reader, or the refusal of a file that is not what its name says or that would harm. */
export async function work(kind: Kind, file: GivenFile): Promise<{ warnings: string[] } | { refused: Reason }> {
  if (!('path' in file)) throw new Error('Only files on the disk are inspected')
  try {
    const actual = await fileTypeFromFile(file.path).catch(error => {
      if (isOfDisk(error)) throw error
    })
    if (actual && isOffice(kind.mediaType) && /macroenabled/i.test(actual.mime)) return { refused: 'macrosUndeclared' }
    const isNamed = actual !== undefined && kind.content.includes(actual.mime)
    return { warnings: await lookInside(file.path, kind.mediaType, isNamed) }
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.reason }
    throw error
  }
}

/** @returns the warnings for a reader */
async function lookInside(path: string, mediaType: string, isNamed: boolean): Promise<string[]> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const isPdf = mediaType === 'application/pdf'
    if (!isNamed && !(isPdf && (await hasPdfHeader(file)))) throw new DomainError('fileType')
    if (isPdf) return await lookIntoPdf(file, size)
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
