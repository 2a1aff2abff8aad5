import { DomainError } from '#domain/contract/domain-error.ts'
import type { WorkbookWire } from '#domain/document/contract.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import type { DownloadCall } from '#server/document/download.ts'
import { documentFile } from '#server/document/download.ts'
import type { work } from '#server/document/sheets-task.ts'
import { fileInStore } from '#server/platform/reader/reader.ts'
import { spreadsheetTask } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

const workbookIn = spreadsheetTask<typeof work>(new URL('./sheets-task.ts', import.meta.url))

/**
 * The first sheets of a workbook, for a reader who may download it. The file access is recorded as a download's, before the
 * answer leaves (decision 022): to see what a workbook says is to read it.
 * @throws DomainError as `documentFile`, and notWorkbook, sheetsUnreadable, workbookTooLarge, fileDamaged, unavailable
 */
export async function sheetsOfDocument(call: DownloadCall, id: string): Promise<WorkbookWire> {
  const file = await documentFile(call, id)
  const kind = workbookFormat(file.name)
  if (!kind) throw new DomainError('notWorkbook')
  const workbook = await workbookIn(fileInStore(call.app.files, file), kind).catch((error: unknown) => {
    if (!(error instanceof SpreadsheetError)) throw error
    throw new DomainError(error.code === 'too-large' ? 'workbookTooLarge' : 'sheetsUnreadable')
  })
  await file.onRead()
  return workbook
}
