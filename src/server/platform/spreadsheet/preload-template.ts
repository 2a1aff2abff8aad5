import { type Preload, preloadColumnsOf } from '#domain/invitation/preload.ts'
import { writeCsv, writeXlsx } from '#server/platform/spreadsheet/write.ts'

const rowsToFill = 200

/**
 * The template of a mass preload (D28): headings and one example row, which imports skip. The empty rows of the .xlsx
 * have text format, so that Excel keeps the zeros of `0049`.
 */
export async function preloadTemplate<Column extends string, Unique extends Column>(
  { columns, example }: Preload<Column, Unique>,
  { sheet, widths }: { sheet: string; widths: Readonly<Record<Column, number>> },
  format: 'xlsx' | 'csv',
): Promise<{ name: string; bytes: Uint8Array }> {
  const names = preloadColumnsOf({ columns })
  const row = names.map(column => example[column])
  const bytes =
    format === 'csv'
      ? await writeCsv({ columns: names.map(column => columns[column].heading), rows: [row] })
      : await writeXlsx({
          sheet,
          columns: names.map(column => ({ header: columns[column].heading, width: widths[column] })),
          rows: [row],
          blankRows: rowsToFill,
        })
  return { name: `plantilla-${sheet.toLowerCase()}.${format}`, bytes }
}
