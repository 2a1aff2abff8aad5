import { DomainError } from '#domain/contract/domain-error.ts'
import type { SheetColumns } from '#server/platform/spreadsheet/headings.ts'
import type { SpreadsheetFile, TableRow } from '#server/platform/spreadsheet/read.ts'
import { readTable } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'
import { writeCsv, writeXlsx } from '#server/platform/spreadsheet/write.ts'

/** A fault of a row: its line as the spreadsheet program shows it, its column and a sentence. */
type RowFault = { line: number; column: string; message: string }

/** The faults that an answer lists. */
const LISTED = 500

/**
 * The refusal of a file with wrong rows.
 * @param file what is wrong with the file as a whole, in Spanish
 */
export const rowsWrong = (rows: readonly RowFault[], file?: string) =>
  new DomainError('rowsWrong', {
    values: { n: String(Math.max(1, rows.length)) },
    fields: file === undefined ? undefined : { file },
    details: { rows: rows.slice(0, LISTED) },
  })

/**
 * Refuses a file that cannot be read as rows.
 * @throws DomainError importExtension, rowsWrong
 */
export async function understood<T>(
  reading: () => Promise<T>,
  sentenceOf = ({ message }: SpreadsheetError) => message,
) {
  try {
    return await reading()
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    throw error.code === 'extension' ? new DomainError('importExtension') : rowsWrong([], sentenceOf(error))
  }
}

export type Template<Column extends string> = {
  /** Of the sheet in a workbook. */
  sheet: string
  /** Of the file, after 'plantilla-'. */
  name: string
  columns: Readonly<Record<Column, { heading: string }>>
  widths: Readonly<Record<Column, number>>
  example: Readonly<Record<Column, string>>
}

const ROWS_TO_FILL = 200
const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const
type TemplateFormat = keyof typeof mediaTypes

/**
 * A sheet to fill in: headings and one example row, which imports skip. The empty rows of a workbook have text format, so
 * that Excel keeps the zeros of `0049`.
 */
export async function writeTemplate<Column extends string>(
  { sheet, name, columns, widths, example }: Template<Column>,
  format: TemplateFormat,
): Promise<{ name: string; bytes: Uint8Array; mediaType: string }> {
  const order = Object.keys(columns) as Column[]
  const headings = order.map(column => columns[column].heading)
  const rows = [order.map(column => example[column])]
  const bytes =
    format === 'csv'
      ? await writeCsv({ columns: headings, rows })
      : await writeXlsx({
          sheet,
          columns: order.map(column => ({ header: columns[column].heading, width: widths[column] })),
          rows,
          blankRows: ROWS_TO_FILL,
        })
  return { name: `plantilla-${name}.${format}`, bytes, mediaType: mediaTypes[format] }
}

type ImportSheet<Columns extends SheetColumns> = Template<keyof Columns & string> & {
  columns: Columns
  /** The column by which the example row is known. */
  key: keyof Columns & string
  /** Rows at most. */
  most: number
}

/** A sheet that users fill in and import: its template, and its rows without blank ones and the example. */
export const importSheet = <const Columns extends SheetColumns>(sheet: ImportSheet<Columns>) => ({
  template: (format: TemplateFormat) => writeTemplate(sheet, format),

  /** @throws DomainError importExtension, rowsWrong, unavailable */
  async read(file: SpreadsheetFile): Promise<TableRow<keyof Columns & string>[]> {
    const { errors, rows: found } = await understood(() => readTable(file, sheet.columns))
    if (errors.length > 0) throw rowsWrong(errors)
    const { key, most } = sheet
    const rows = found.filter(row => (row[key] as string).trim() !== sheet.example[key])
    if (rows.length === 0) throw rowsWrong([], new SpreadsheetError('empty').message)
    if (rows.length > most) {
      throw rowsWrong([], `El archivo tiene ${rows.length} filas y se admiten ${most}. Repártalas en varios archivos.`)
    }
    return rows
  },
})
