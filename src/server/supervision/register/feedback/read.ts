import { DomainError } from '#domain/contract/domain-error.ts'
import type { ColumnMatch, FeedbackRow } from '#domain/supervision/register/feedback/feedback.ts'
import {
  FEEDBACK_MAX,
  FEEDBACK_TEXT_MAX,
  feedbackColumns,
  matchFaults,
  neededColumns,
} from '#domain/supervision/register/feedback/feedback.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { normaliseText } from '#domain/values/text.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import type { SheetColumns } from '#server/platform/spreadsheet/headings.ts'
import { rowsWrong, understood } from '#server/platform/spreadsheet/import-sheet.ts'
import { readTable, spreadsheetKind, spreadsheetTask } from '#server/platform/spreadsheet/read.ts'
import type { HeadingsRead, work } from '#server/supervision/register/feedback/headings-task.ts'

const headingsIn = spreadsheetTask<typeof work>(new URL('./headings-task.ts', import.meta.url))

/** The columns of an answer of the authority. @throws DomainError importExtension, rowsWrong, unavailable */
export const readHeadings = ({ path, name }: Upload): Promise<HeadingsRead> =>
  understood(async () => headingsIn({ path }, spreadsheetKind(name)))

/**
 * The rows of an answer by columns as the bank matched them.
 * @throws DomainError importExtension, rowsWrong, invalid for a column that is matched twice, unavailable
 */
export async function readFeedbackRows({ path, name }: Upload, match: ColumnMatch): Promise<FeedbackRow[]> {
  const fields = matchFaults(match)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  const given = feedbackColumns.flatMap(column => (match[column] === null ? [] : [[column, match[column]] as const]))
  const columns: SheetColumns = Object.fromEntries(
    given.map(([column, heading]) => [
      column,
      { heading, also: [], ...(neededColumns.includes(column) ? {} : { optional: true as const }) },
    ]),
  )
  const { errors, rows } = await understood(() => readTable({ path, name }, columns))
  if (errors.length > 0) {
    throw rowsWrong(errors.map(error => ({ sheet: '', ...error })))
  }
  if (rows.length > FEEDBACK_MAX) {
    throw rowsWrong(
      [],
      `El archivo tiene ${rows.length} filas y se admiten ${FEEDBACK_MAX}. Quite las que no son faltas.`,
    )
  }
  const found = rows.map(row => {
    const said = row as unknown as Partial<Record<string, string>> & { line: number }
    const textOf = (column: string) => firstCharacters(normaliseText(said[column] ?? ''), FEEDBACK_TEXT_MAX)
    return { line: said.line, rule: textOf('rule'), table: textOf('table'), row: textOf('row'), text: textOf('text') }
  })
  const kept = found.filter(({ rule, text }) => rule !== '' || text !== '')
  if (kept.length === 0)
    throw rowsWrong([], 'El archivo no tiene ninguna fila con regla o texto debajo de las cabeceras.')
  return kept
}
