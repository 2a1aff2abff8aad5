import { endingOf, fileRefusal } from '#domain/document/file-types.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import type { RequestType, requestFiles } from '#domain/report-request/report-request.ts'
import { originalStatus, statusAfterUpdate } from '#domain/report-request/report-request.ts'
import type { DocumentStatus } from '#domain/states/document.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'

/** One of the two files of a request, by its name in the call (REP-08). */
export type RequestPart = keyof typeof requestFiles

/** Accepted file extensions of each file of a request (D23). */
export const requestFileEndings: Record<RequestPart, readonly string[]> = {
  report: ['.pdf'],
  spreadsheet: ['.xlsx', '.xls', '.ods'],
}

const wrongKind = { report: 'reportNotPdf', spreadsheet: 'excelNotSpreadsheet' } as const

/** The error for a file before it is sent, or null (D23). `size` and `maxBytes` in bytes. */
export function requestFileRefusal(
  part: RequestPart,
  file: { name: string; size: number },
  maxBytes: number,
): string | null {
  const reason = fileRefusal(file, maxBytes, requestFileEndings[part])
  if (reason === 'fileType') return sentence(wrongKind[part])
  if (reason === 'fileEmpty') return t('El archivo está vacío.')
  return reason && sentence(reason)
}

/** The part that a file belongs to by its name, or null when it fits neither. */
export function requestPartOf(fileName: string): RequestPart | null {
  const ending = endingOf(fileName)
  if (requestFileEndings.report.includes(ending)) return 'report'
  return requestFileEndings.spreadsheet.includes(ending) ? 'spreadsheet' : null
}

/** A document of a request in an edit. `status` is today's; null: there is no file. */
export type EditedDocument = { status: DocumentStatus | null; replaced: boolean }

/** The status after an edit (VAL-10, VAL-11, D11): PENDING, or REJECTED or LAPSED while such an original is kept. */
export function editOutcome(
  type: RequestType,
  documents: readonly EditedDocument[],
): ReturnType<typeof statusAfterUpdate> {
  return statusAfterUpdate(
    documents.flatMap(({ status, replaced }) =>
      status === null ? [] : [{ status: originalStatus(type, status), replaced, deleted: false }],
    ),
  )
}

/** Whether an original must be replaced before its request goes back to CCI (VAL-11, D11). */
export function mustBeReplaced(type: RequestType, status: DocumentStatus | null): boolean {
  return !reportRequestMachine.is.underReview(editOutcome(type, [{ status, replaced: false }]))
}
