import { sentence } from '#domain/messages.ts'
import { ApiError, messageOf } from '#web/api/api.ts'

/** The error of a failed mass preload: the sentence, the file-level error, and the wrong rows. */
export type PreloadFailure = {
  sentence: string
  /** The file-level error; '' when the rows say everything. */
  detail: string
  rows: PreloadFault[]
}

/** `line` is the row number of the spreadsheet program; `message` names row and column in words. */
export type PreloadFault = { line: number; column: string; message: string }

/** ERR-04 for 415 (D37), ERR-05 for 400, 409 or no response; other errors show their own sentence. */
export function preloadFailure(error: unknown): PreloadFailure {
  if (!(error instanceof ApiError)) return { sentence: messageOf(error), detail: '', rows: [] }
  const { status, message } = error
  if (status === 415) return { sentence: sentence('importExtension'), detail: '', rows: [] }
  if (status !== 400 && status !== 409 && status !== 0) return { sentence: message, detail: '', rows: [] }
  const expected = sentence('importWrong')
  const detail = error.fields.file ?? (message === expected ? '' : message)
  return { sentence: expected, detail, rows: rowsOf(error.details.rows) }
}

function rowsOf(rows: unknown): PreloadFault[] {
  const isFault = (row: unknown): row is PreloadFault =>
    typeof row === 'object' && row !== null && 'line' in row && 'column' in row && 'message' in row
  return Array.isArray(rows) ? rows.filter(isFault) : []
}
