import type { FilledTemplate } from '#domain/assessment/workbook.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import type { work } from '#server/assessment/template-task.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import type { File } from '#server/platform/reader/reader.ts'
import { spreadsheetTask } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** A template of every control with every text is smaller; a larger file is none. */
const MAX_BYTES = 8 * 1024 * 1024

const templateIn = spreadsheetTask<typeof work>(new URL('./template-task.ts', import.meta.url))

/** The filled template in a workbook; null for any other file, also a harmful one. @throws DomainError unavailable */
export async function templateInFile(
  { name, size }: { name: string; size: number },
  file: File,
): Promise<FilledTemplate | null> {
  const kind = workbookFormat(name)
  if (!kind || size > MAX_BYTES) return null
  return templateIn(file, kind).catch((error: unknown) => {
    if (error instanceof SpreadsheetError) return null
    throw error
  })
}

/** The same of a file that a request brings; null also when too many are being read. */
export async function templateOfIncoming(file: IncomingFile | undefined): Promise<FilledTemplate | null> {
  if (!file) return null
  return templateInFile(file, { size: file.size, open: async () => file.content() }).catch(() => null)
}
