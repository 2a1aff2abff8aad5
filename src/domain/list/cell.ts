import { t } from '#domain/language/translate.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { type Day, formatDay, parseDay } from '#domain/values/day.ts'

/**
 * A cell of a table that a user sent. A string is a text, '' a blank cell. `shown` is what Excel in Spain shows; a
 * date is `2026-02-01`, or `2026-02-01T18:30` with a time. Formulas are their stored result: one without any is
 * 'unresolved', because the portal runs none.
 */
export type Cell =
  | string
  | { is: 'number'; value: number; shown: string }
  | { is: 'date'; value: string; shown: string }
  | { is: 'boolean'; value: boolean; shown: string }
  | { is: 'error' | 'unresolved'; shown: string }

export type Cells = readonly Cell[]

/** The errors of spreadsheet programs, in English as files hold them, and in Spanish. */
const spanishErrors: Readonly<Record<string, string>> = {
  '#N/A': '#N/D',
  '#VALUE!': '#¡VALOR!',
  '#REF!': '#¡REF!',
  '#DIV/0!': '#¡DIV/0!',
  '#NAME?': '#¿NOMBRE?',
  '#NULL!': '#¡NULO!',
  '#NUM!': '#¡NUM!',
  '#SPILL!': '#¡DESBORDAMIENTO!',
  '#CALC!': '#¡CALC!',
  '#FIELD!': '#¡CAMPO!',
  '#BLOCKED!': '#¡BLOQUEADO!',
  '#CONNECT!': '#¡CONECTAR!',
  '#GETTING_DATA': '#OBTENIENDO_DATOS',
}
const errors = new Set(Object.entries(spanishErrors).flat())

/** An error as Excel in Spain shows it. */
export const errorShown = (error: string): string => spanishErrors[error] ?? error

/** Whether a text is an error that a program wrote out: a CSV has no other way. */
export const isError = (text: string): boolean => errors.has(text.trim()) || /^\s*Err:\d{3}\s*$/.test(text)

export const shownIn = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell : (cell?.shown ?? ''))

export const isBlankCell = (cell: Cell): boolean => shownIn(cell).trim() === ''

/**
 * The text that a person would have typed for a cell: its value counts, not the format. The format counts where it
 * keeps the leading zeros of a code, and in a percentage.
 */
export function entered(cell: Cell | undefined): string {
  if (cell === undefined || typeof cell === 'string') return cell ?? ''
  if (cell.is === 'boolean') return cell.value ? 'Sí' : 'No'
  if (cell.is === 'number') return keepsShown(cell) ? cell.shown : plainNumber(cell.value)
  if (cell.is !== 'date') return cell.shown
  const [day = '', time] = cell.value.split('T')
  return [formatDay(day), time].filter(Boolean).join(' ')
}

/** The same for an amount of money: a number has two decimals, whatever else a formula made of it. */
export const amountEntered = (cell: Cell | undefined): string =>
  typeof cell === 'object' && cell.is === 'number' ? plainNumber(Math.round(cell.value * 100) / 100) : entered(cell)

const keepsShown = ({ value, shown }: { value: number; shown: string }) =>
  shown.endsWith('%') || (/^\d+$/.test(shown) && Number(shown) === value)

/** A number with a decimal comma. Spreadsheets keep fifteen digits; more would be 0,30000000000000004. */
export const plainNumber = (value: number): string => String(Number(value.toPrecision(15))).replace('.', ',')

/** Why the value of a cell cannot be known, as the rest of a sentence after a colon; null where it can. */
export function cellFault(cell: Cell | undefined, line: number, column: number): string | null {
  const place = `${columnName(column)}${line}`
  if (typeof cell === 'object' && cell.is === 'unresolved') {
    return t`la celda ${place} tiene una fórmula sin resultado guardado. Abra el archivo en su programa de hojas de cálculo, guárdelo y súbalo otra vez.`
  }
  const shown = shownIn(cell)
  const isOne = typeof cell === 'string' ? isError(cell) : cell?.is === 'error'
  return isOne ? t`la celda ${place} tiene el error ${shown.trim()}. Corríjala y suba el archivo otra vez.` : null
}

/** The letters of a column, from 0: 'A', 'Z', 'AA'. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** The day that a cell's entered text names, also with a time behind it; null for none. */
export const dayEntered = (text: string): Day | null => parseDay(text.replace(/\s+\d{1,2}:\d{2}$/, ''))

const yes = ['si', 's', 'x', 'yes', 'true', 'verdadero', '1']
const no = ['no', 'n', 'false', 'falso', '0']

/** The answer that a cell's entered text gives; null for none. */
export function answerEntered(text: string): boolean | null {
  const word = foldForSearch(text.trim()).toLowerCase()
  if (yes.includes(word)) return true
  return no.includes(word) ? false : null
}
