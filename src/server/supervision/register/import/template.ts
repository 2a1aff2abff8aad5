import { readCell } from '#domain/record/cell.ts'
import type { RecordField, RecordFields } from '#domain/record/field.ts'
import { choicesOf } from '#domain/record/field.ts'
import type { SheetKey } from '#domain/supervision/register/import/sheets.ts'
import { examples, sheetFields, sheetNames } from '#domain/supervision/register/import/sheets.ts'
import { writeWorkbook } from '#server/platform/spreadsheet/workbook.ts'
import type { OutCell, OutColumn, OutSheet } from '#server/platform/spreadsheet/write.ts'

const BLANK_ROWS = 300
/** Excel offers a list of at most 255 characters. */
const LIST_MAX = 255

function choices(field: RecordField): readonly string[] | undefined {
  const labels = field.kind === 'flag' ? ['Sí', 'No'] : (choicesOf(field)?.values.map(({ label }) => label) ?? [])
  const fits = labels.join(',').length <= LIST_MAX && labels.every(label => !label.includes(','))
  return labels.length > 0 && fits ? labels : undefined
}

const holdsOf = ({ kind }: RecordField): OutColumn['holds'] =>
  kind === 'number' || kind === 'amount' || kind === 'day' ? kind : undefined

/** An example as a person types it; numbers are numbers (REG-21). */
function exampleOf(field: RecordField, text: string): OutCell {
  const isNumber = text !== '' && (field.kind === 'number' || field.kind === 'amount')
  const read = isNumber ? readCell(field, text) : null
  return read && 'value' in read ? Number(read.value) : text
}

const sheetOf = (key: SheetKey): OutSheet => {
  const fields = Object.entries(sheetFields[key] as RecordFields)
  return {
    sheet: sheetNames[key],
    columns: fields.map(([, field]) => ({
      header: field.label,
      width: Math.max(18, field.label.length + 4),
      oneOf: choices(field),
      holds: holdsOf(field),
    })),
    rows: [fields.map(([name, field]) => exampleOf(field, examples[key][name] ?? ''))],
    blankRows: BLANK_ROWS,
  }
}

/** The workbook to fill in: a sheet each for functions, contracts, services and subcontractors, with one example row that imports skip. */
export async function registerTemplateFile(): Promise<{ name: string; bytes: Uint8Array }> {
  const bytes = await writeWorkbook({
    ...sheetOf('functions'),
    more: [sheetOf('arrangements'), sheetOf('lines'), sheetOf('subcontracts')],
  })
  return { name: 'plantilla-registro-de-informacion.xlsx', bytes }
}
