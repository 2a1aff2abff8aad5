import { DomainError } from '#domain/contract/domain-error.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import type { SheetFault } from '#domain/supervision/register/import/sheets.ts'
import { ROWS_MAX, sheetKeys, sheetNames } from '#domain/supervision/register/import/sheets.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import { spreadsheetTask } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'
import type { WorkbookRows, work } from '#server/supervision/register/import/rows-task.ts'

/** The faults that an answer lists. */
const LISTED = 500

/** The refusal of a workbook, with each wrong row. */
export const workbookWrong = (rows: readonly SheetFault[], file?: string) =>
  new DomainError('rowsWrong', {
    values: { n: String(Math.max(1, rows.length)) },
    fields: file === undefined ? undefined : { file },
    details: { rows: rows.slice(0, LISTED) },
  })

const rowsOfFile = spreadsheetTask<typeof work>(new URL('./rows-task.ts', import.meta.url))

/**
 * Reads the sheets of a register's workbook by their names (DORA-09).
 * @throws DomainError importExtension, rowsWrong, unavailable
 */
export async function readWorkbook({ name, path }: Upload): Promise<WorkbookRows> {
  const kind = workbookFormat(name)
  if (!kind) throw new DomainError('importExtension')
  const { rows, faults } = await rowsOfFile({ path }, kind).catch((error: unknown) => {
    if (!(error instanceof SpreadsheetError)) throw error
    throw workbookWrong([], error.message)
  })
  if (faults) throw workbookWrong(faults)
  if (sheetKeys.every(key => rows[key].length === 0)) {
    throw workbookWrong([], `El libro no tiene filas en las hojas ${Object.values(sheetNames).join(', ')}.`)
  }
  const long = sheetKeys.find(key => rows[key].length > ROWS_MAX)
  if (long)
    throw workbookWrong([], `La hoja «${sheetNames[long]}» pasa de ${ROWS_MAX} filas. Repártalas en varios libros.`)
  return rows
}
