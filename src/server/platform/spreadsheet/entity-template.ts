import { entityColumnNames, entityColumns, entityExample } from '#domain/invitation/entity-columns.ts'
import { writeCsv, writeXlsx } from '#server/platform/spreadsheet/write.ts'

const widths = { name: 54, codNRBE: 14, contactPerson: 32, email: 40 }
const rowsToFill = 200

/**
 * The template of the mass preload (D28): headings and one example row, which imports skip. The empty rows of the .xlsx
 * have text format, so that Excel keeps the zeros of `0049`.
 */
export async function entityTemplate(format: 'xlsx' | 'csv'): Promise<{ name: string; bytes: Uint8Array }> {
  const example = entityColumnNames.map(column => entityExample[column])
  const headings = entityColumnNames.map(column => entityColumns[column].heading)
  const bytes =
    format === 'csv'
      ? await writeCsv({ columns: headings, rows: [example] })
      : await writeXlsx({
          sheet: 'Entidades',
          columns: entityColumnNames.map((column, i) => ({ header: headings[i]!, width: widths[column] })),
          rows: [example],
          blankRows: rowsToFill,
        })
  return { name: `plantilla-entidades.${format}`, bytes }
}
