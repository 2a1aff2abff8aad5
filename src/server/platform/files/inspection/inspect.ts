import { extname } from 'node:path'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { FILE_ENDINGS } from '#domain/document/file-types.ts'
import type { Kind, work } from '#server/platform/files/inspection/inspect-task.ts'
import { readerTask, UnreadFile } from '#server/platform/reader/reader.ts'

const OLE = 'application/x-cfb'

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

const inspect = readerTask<typeof work>(new URL('./inspect-task.ts', import.meta.url), {
  ms: 60_000,
  megabytes: 256,
  place: 'first',
})

/** The refusal of a file whose inspection takes more time or memory than one may, or fails. */
function refusalOf(mediaType: string) {
  if (mediaType === 'application/pdf') return 'pdfUnreadable'
  return /zip|openxmlformats|opendocument/.test(mediaType) ? 'archiveHarmful' : 'fileType'
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
  const { mediaType } = kind
  const answer = await inspect({ path }, kind).catch((error: unknown) => {
    if (!(error instanceof UnreadFile)) throw error
    return { refused: refusalOf(mediaType) } as const
  })
  if ('refused' in answer) throw new DomainError(answer.refused)
  return { mediaType, warnings: answer.warnings }
}

/** Media types of spreadsheets, the types allowed for 'Doc. Excel asociado' (D23). */
export const spreadsheetTypes: readonly string[] = (['.xlsx', '.xls', '.ods'] as const).map(
  extension => kinds[extension].mediaType,
)
