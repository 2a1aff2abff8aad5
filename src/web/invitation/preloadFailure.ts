import { sentence } from '#domain/messages.ts'
import { ApiError, messageOf } from '#web/api.ts'

/** What a mass preload that failed says: the sentence, what is wrong with the whole file, and each wrong row. */
export type PreloadFailure = {
  sentence: string
  /** About the file as a whole; '' when the rows say it all. */
  detail: string
  rows: PreloadFault[]
}

/** `line` as the spreadsheet program shows it; `message` names the line and the column in words. */
export type PreloadFault = { line: number; column: string; message: string }

/** ERR-04 for 415 (D37), ERR-05 for 400, 409 or no response; anything else speaks for itself. */
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
