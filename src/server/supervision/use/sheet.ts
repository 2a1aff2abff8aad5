import { DomainError } from '#domain/contract/domain-error.ts'
import type { UseCells, UseColumn, UseRowFault } from '#domain/supervision/use/import.ts'
import { useColumnNames, useExample, useSheetColumns } from '#domain/supervision/use/import.ts'
import { USES_MAX } from '#domain/supervision/use/use.ts'
import { readTable, type SpreadsheetFile } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'
import { writeCsv, writeXlsx } from '#server/platform/spreadsheet/write.ts'

/** The refusal of a sheet with faults, each with its line as the spreadsheet program shows it, column and sentence. */
export const rowsWrong = (rows: readonly UseRowFault[], file?: string) =>
  new DomainError('rowsWrong', {
    values: { n: String(Math.max(1, rows.length)) },
    fields: file === undefined ? undefined : { file },
    details: { rows },
  })

/**
 * Reads the rows of a sheet of uses; blank ones and the template's example are skipped.
 * @throws DomainError importExtension, rowsWrong
 */
export async function readUseSheet(file: SpreadsheetFile): Promise<UseCells[]> {
  const { errors, rows: found } = await understood(file)
  if (errors.length > 0) throw rowsWrong(errors)
  const rows: UseCells[] = found.filter(({ cif }) => cif.trim() !== useExample.cif)
  if (rows.length === 0) throw rowsWrong([], new SpreadsheetError('empty').message)
  if (rows.length > USES_MAX) {
    throw rowsWrong(
      [],
      `El archivo tiene ${rows.length} filas y se admiten ${USES_MAX}. Repártalas en varios archivos.`,
    )
  }
  return rows
}

async function understood(file: SpreadsheetFile) {
  try {
    return await readTable(file, useSheetColumns)
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    throw error.code === 'extension' ? new DomainError('importExtension') : rowsWrong([], error.message)
  }
}

const widths: Record<UseColumn, number> = { cif: 38, service: 20, critical: 18, requiredScore: 16, since: 14, note: 60 }
const rowsToFill = 200

/** The template: headings and one example row, which imports skip. */
export async function useTemplateFile(format: 'xlsx' | 'csv'): Promise<{ name: string; bytes: Uint8Array }> {
  const columns = useColumnNames.map(column => ({ header: useSheetColumns[column].heading, width: widths[column] }))
  const rows = [useColumnNames.map(column => useExample[column])]
  const bytes =
    format === 'csv'
      ? await writeCsv({ columns: columns.map(({ header }) => header), rows })
      : await writeXlsx({ sheet: 'Servicios utilizados', columns, rows, blankRows: rowsToFill })
  return { name: `plantilla-servicios-utilizados.${format}`, bytes }
}
