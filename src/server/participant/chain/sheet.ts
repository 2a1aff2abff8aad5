import { DomainError } from '#domain/contract/domain-error.ts'
import type { ChainCells, ChainColumn, ChainRowFault } from '#domain/participant/chain/import.ts'
import { CHAIN_ROWS_MAX, chainColumnNames, chainExample, chainSheetColumns } from '#domain/participant/chain/import.ts'
import { readTable, type SpreadsheetFile } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'
import { writeCsv, writeXlsx } from '#server/platform/spreadsheet/write.ts'

/** The refusal of a sheet with faults, each with its line as the spreadsheet program shows it, column and sentence. */
export const chainRowsWrong = (rows: readonly ChainRowFault[], file?: string) =>
  new DomainError('rowsWrong', {
    values: { n: String(Math.max(1, rows.length)) },
    fields: file === undefined ? undefined : { file },
    details: { rows },
  })

/**
 * Reads the rows of a sheet of subcontractors; blank ones and the template's example are skipped.
 * @throws DomainError importExtension, rowsWrong
 */
export async function readChainSheet(file: SpreadsheetFile): Promise<ChainCells[]> {
  const { errors, rows: found } = await understood(file)
  if (errors.length > 0) throw chainRowsWrong(errors)
  const rows: ChainCells[] = found.filter(({ service }) => service.trim() !== chainExample.service)
  if (rows.length === 0) throw chainRowsWrong([], new SpreadsheetError('empty').message)
  if (rows.length > CHAIN_ROWS_MAX) {
    const most = CHAIN_ROWS_MAX.toLocaleString('es-ES')
    throw chainRowsWrong(
      [],
      `El archivo tiene ${rows.length} filas y se admiten ${most}. Repártalas en varios archivos.`,
    )
  }
  return rows
}

async function understood(file: SpreadsheetFile) {
  try {
    return await readTable(file, chainSheetColumns)
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    throw error.code === 'extension' ? new DomainError('importExtension') : chainRowsWrong([], error.message)
  }
}

const rowsToFill = 200
const widthOf = (column: ChainColumn) => Math.max(14, Math.min(40, chainExample[column].length + 2))

/** The template: headings and one example row, which imports skip. */
export async function chainTemplateFile(format: 'xlsx' | 'csv'): Promise<{ name: string; bytes: Uint8Array }> {
  const columns = chainColumnNames.map(column => ({
    header: chainSheetColumns[column].heading,
    width: widthOf(column),
  }))
  const rows = [chainColumnNames.map(column => chainExample[column])]
  const bytes =
    format === 'csv'
      ? await writeCsv({ columns: columns.map(({ header }) => header), rows })
      : await writeXlsx({ sheet: 'Subcontratación', columns, rows, blankRows: rowsToFill })
  return { name: `plantilla-subcontratacion.${format}`, bytes }
}
