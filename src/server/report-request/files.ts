import { DomainError } from '#domain/contract/domain-error.ts'
import { REPORT_DOCUMENT } from '#domain/document/document.ts'
import { t } from '#domain/language/translate.ts'
import type { requestFiles } from '#domain/report-request/report-request.ts'
import { spreadsheetTypes } from '#server/platform/files/inspection/inspect.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'

/** The files of a request call, by part. */
export type RequestFiles = { readonly [P in keyof typeof requestFiles]: IncomingFile | undefined }

export function filesOf({ report, spreadsheet }: Record<string, IncomingFile>): RequestFiles {
  return { report, spreadsheet }
}

/**
 * Requires a PDF report and a spreadsheet beside it (D23).
 * @throws DomainError reportNotPdf, excelNotSpreadsheet
 */
export function checkTypes({ report, spreadsheet }: RequestFiles): void {
  if (report && report.mediaType !== 'application/pdf') {
    throw new DomainError('reportNotPdf', { fields: { report: t`El «${REPORT_DOCUMENT}» debe ser un PDF` } })
  }
  if (spreadsheet && !spreadsheetTypes.includes(spreadsheet.mediaType)) {
    throw new DomainError('excelNotSpreadsheet', { fields: { spreadsheet: t('Debe ser una hoja de cálculo') } })
  }
}
