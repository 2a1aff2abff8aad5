import { type File, type GivenFile, readerTask, UnreadFile } from '#server/platform/reader/reader.ts'
import type { HeadingError, SheetColumns } from '#server/platform/spreadsheet/headings.ts'
import type { Fault, SpreadsheetKind } from '#server/platform/spreadsheet/parse.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'
import type { work } from '#server/platform/spreadsheet/table-task.ts'

export type SpreadsheetFile = {
  /** Path of the file on disk. */
  path: string
  /** The original file name; only the extension counts. */
  name: string
}

const kinds: readonly SpreadsheetKind[] = ['xlsx', 'ods', 'csv']
const limits = { ms: 15_000, megabytes: 256 }

/** The kind of a file by its name. @throws SpreadsheetError 'extension' (D37: answered 415) */
export function spreadsheetKind(name: string): SpreadsheetKind {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  const kind = kinds.find(known => known === extension)
  if (!kind) throw new SpreadsheetError('extension', name)
  return kind
}

type Answering = (input: never, file: GivenFile) => Promise<{ read: unknown } | Fault>

/**
 * A task for spreadsheets, whose work is made by `answering`.
 *
 * @throws SpreadsheetError 'unreadable', 'too-large' or 'empty' (400); DomainError unavailable
 */
export function spreadsheetTask<T extends Answering>(url: URL) {
  type Output = Extract<Awaited<ReturnType<T>>, { read: unknown }>['read']
  const task = readerTask<T>(url, limits)
  return async (file: File, input: Parameters<T>[0]): Promise<Output> => {
    const answer = await task(file, input).catch((error: unknown): Fault => {
      if (!(error instanceof UnreadFile)) throw error
      return { fault: error.why === 'limits' ? 'too-large' : 'unreadable', detail: error.message }
    })
    if ('fault' in answer) throw new SpreadsheetError(answer.fault, answer.detail)
    return answer.read
  }
}

const tableIn = spreadsheetTask<typeof work>(new URL('./table-task.ts', import.meta.url))

export type TableRow<Column extends string> = { line: number } & Record<Column, string>

/**
 * Reads the columns of an .xlsx, .ods or .csv (D28) as a person would have typed them: the rows with a text below the
 * headings, with their lines in the file, or the faults of the headings and of cells without a value.
 *
 * @throws SpreadsheetError; DomainError unavailable
 */
export async function readTable<const Columns extends SheetColumns>(file: SpreadsheetFile, columns: Columns) {
  type Column = keyof Columns & string
  const { errors, rows } = await tableIn({ path: file.path }, { kind: spreadsheetKind(file.name), columns })
  const names = Object.keys(columns)
  return {
    errors: errors as HeadingError<Column>[],
    rows: rows.map(
      ([line, ...cells]) =>
        ({ line, ...Object.fromEntries(names.map((name, at) => [name, cells[at]])) }) as TableRow<Column>,
    ),
  }
}
