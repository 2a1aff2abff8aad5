import type { Control, Dimension, Level } from '#domain/assessment/assessment.ts'
import { dimensionLabels, dimensions } from '#domain/assessment/assessment.ts'
import { controlErrors, controlLimits } from '#domain/assessment/framework/framework.ts'
import { type Cells, cellFault, entered, isBlankCell, shownIn } from '#domain/list/cell.ts'
import { valueIn } from '#domain/values/certain.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { normaliseText } from '#domain/values/text.ts'

/** The columns of the sheet of a framework (DICT-01). */
export const frameworkHeadings = {
  key: 'Control',
  domain: 'Dominio',
  statement: 'Enunciado',
  dimensions: 'Dimensión',
  level: 'Nivel',
} as const
type Column = keyof typeof frameworkHeadings
const columns = Object.keys(frameworkHeadings) as Column[]

/** A fault of a row, with its line as the spreadsheet program shows it. */
export type RowFault = { line: number; column: string; message: string }

const fold = (text: string) => foldForSearch(normaliseText(text))
const isBlank = (row: Cells) => row.every(isBlankCell)

/** Reads 'C', 'C, I', 'CID', 'C/D' or 'Confidencialidad y Disponibilidad'; an unknown word stays as it is. */
function dimensionsOf(text: string): string[] {
  const byName = new Map(dimensions.map(each => [fold(dimensionLabels[each]), each]))
  return text
    .split(/[\s,;/+·&|-]+/)
    .filter(word => word !== '' && fold(word) !== 'y')
    .flatMap(
      word => byName.get(fold(word)) ?? (/^[CID]{2,3}$/i.test(word) ? [...word.toUpperCase()] : word.toUpperCase()),
    )
}

/**
 * The controls of a sheet, whose first row with a text has the headings in any order, and every fault of it: either the
 * controls are whole or there is a fault (DICT-01, DICT-02). Blank rows are skipped.
 */
export function controlsOfRows(rows: readonly Cells[]): { controls: Control[]; faults: RowFault[] } {
  const top = rows.findIndex(row => !isBlank(row))
  const headings = (rows[top] ?? []).map(cell => fold(shownIn(cell)))
  const places = new Map(columns.map(column => [column, headings.indexOf(fold(frameworkHeadings[column]))]))
  const at = (column: Column) => valueIn(places, column)
  const faults: RowFault[] = columns
    .filter(column => at(column) === -1)
    .map(column => ({
      line: Math.max(top, 0) + 1,
      column: frameworkHeadings[column],
      message: `Falta la columna «${frameworkHeadings[column]}».`,
    }))
  if (faults.length > 0) return { controls: [], faults }

  const controls: Control[] = []
  const lines = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const line = index + 1
    if (index <= top || isBlank(row)) continue
    const text = (column: Column) => normaliseText(entered(row[at(column)]))
    const found = { key: text('key'), domain: text('domain'), statement: text('statement') }
    const control = { ...found, dimensions: dimensionsOf(text('dimensions')), level: text('level').toUpperCase() }
    const errors = controlErrors(control)
    const first = lines.get(control.key)
    if (!errors.key && first !== undefined) errors.key = `El control ya está en la fila ${first}`
    lines.set(control.key, first ?? line)
    for (const column of columns) {
      const unread = cellFault(row[at(column)], line, at(column))
      const message = unread ? `${unread.charAt(0).toUpperCase()}${unread.slice(1)}` : errors[column]
      if (message) faults.push({ line, column: frameworkHeadings[column], message: `${message.replace(/\.$/, '')}.` })
    }
    const { level, ...rest } = control
    controls.push({
      ...rest,
      position: controls.length,
      dimensions: dimensions.filter(each => control.dimensions.includes(each)) as Dimension[],
      level: level as Level,
    })
  }
  if (controls.length === 0) faults.push({ line: top + 2, column: '', message: 'La hoja no tiene ningún control.' })
  if (controls.length > controlLimits.controls) {
    const message = `La hoja tiene ${controls.length} controles y se admiten ${controlLimits.controls}.`
    faults.unshift({ line: 1, column: '', message })
  }
  return { controls, faults }
}

/** The rows of a framework, as `controlsOfRows` reads them. */
export function rowsOfControls(controls: readonly Control[]): string[][] {
  return controls.map(control => [
    control.key,
    control.domain,
    control.statement,
    control.dimensions.join(', '),
    control.level,
  ])
}
