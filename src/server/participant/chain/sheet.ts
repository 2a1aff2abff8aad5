import type { ChainColumn } from '#domain/participant/chain/import.ts'
import { CHAIN_ROWS_MAX, chainColumnNames, chainExample, chainSheetColumns } from '#domain/participant/chain/import.ts'
import { importSheet } from '#server/platform/spreadsheet/import-sheet.ts'

const widthOf = (column: ChainColumn) => Math.max(14, Math.min(40, chainExample[column].length + 2))

/** The subcontractors of a provider, a row each (CHAIN-11). */
export const chainSheet = importSheet({
  sheet: 'Subcontratación',
  name: 'subcontratacion',
  columns: chainSheetColumns,
  widths: Object.fromEntries(chainColumnNames.map(column => [column, widthOf(column)])) as Record<ChainColumn, number>,
  example: chainExample,
  key: 'service',
  most: CHAIN_ROWS_MAX,
})
