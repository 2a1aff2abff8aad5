import { type CellValue, dateToSerial, serialToDate } from 'hucre'
import { format, getFormatDateInfo, isDateFormat } from 'numfmt'
import { type Cell, errorShown, isError, plainNumber } from '#domain/list/cell.ts'

/** A short date in the order of the United States stands for the one of the reader's country, as the built-in formats 14 and 22 do. */
const LOCAL_DATE = /^m{1,2}[-/]d{1,2}[-/]y{2,4}( h{1,2}:mm)?$/i
const [DAY, DAY_AND_TIME] = ['dd/mm/yyyy', 'dd/mm/yyyy h:mm']

/** The other built-in formats that Excel in Spain has its own form of, as hucre names them. */
const builtIn: Readonly<Record<string, string>> = {
  '$#,##0_);\\($#,##0\\)': '#,##0 €;-#,##0 €',
  '$#,##0_);[Red]\\($#,##0\\)': '#,##0 €;-#,##0 €',
  '$#,##0.00_);\\($#,##0.00\\)': '#,##0.00 €;-#,##0.00 €',
  '$#,##0.00_);[Red]\\($#,##0.00\\)': '#,##0.00 €;-#,##0.00 €',
  '#,##0 ;(#,##0)': '#,##0;-#,##0',
  '#,##0 ;[Red](#,##0)': '#,##0;-#,##0',
  '#,##0.00;(#,##0.00)': '#,##0.00;-#,##0.00',
  '#,##0.00;[Red](#,##0.00)': '#,##0.00;-#,##0.00',
  'mmss.0': 'mm:ss.0',
}

/** How a format writes numbers: `kind` is 'plain' where every digit is shown. */
type Style = { kind: 'plain' | 'number' | 'day' | 'time'; pattern: string }
const styles = new Map<string, Style>()

function styleOf(given = ''): Style {
  const known = styles.get(given)
  if (known) return known
  const style = newStyle(given.trim())
  if (styles.size < 1000) styles.set(given, style)
  return style
}

function newStyle(given: string): Style {
  const local = LOCAL_DATE.exec(given)
  if (local) return { kind: 'day', pattern: local[1] ? DAY_AND_TIME : DAY }
  const pattern = builtIn[given] ?? given
  if (pattern === '' || pattern === '@' || /^general$/i.test(pattern)) return { kind: 'plain', pattern: '' }
  try {
    if (!isDateFormat(pattern)) return { kind: 'number', pattern: withoutCountries(pattern) }
    const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(pattern)
    const isTime = !year && !day && (!month || hours || minutes || seconds)
    return { kind: isTime ? 'time' : 'day', pattern }
  } catch {
    return { kind: 'plain', pattern: '' }
  }
}

/** A currency's country does not change how a number is written, only its sign. */
const withoutCountries = (pattern: string) =>
  pattern.replace(/\[\$([^\]-]*)(?:-[^\]]*)?\]/g, (_all, sign: string) => (sign === '' ? '' : `"${sign}"`))

/**
 * The typed cell of a value with the text that Excel in Spain shows. A number without a format keeps all its digits.
 *
 * @param from the cell's number format, and whether it is a formula or an error, as far as the file says
 */
export function cellOf(
  value: CellValue | undefined,
  from: { format?: string | undefined; formula?: string | undefined; isError?: boolean } = {},
): Cell {
  if (value === null || value === undefined) {
    return from.formula === undefined ? '' : { is: 'unresolved', shown: '(fórmula sin resultado)' }
  }
  if (typeof value === 'boolean') return { is: 'boolean', value, shown: value ? 'VERDADERO' : 'FALSO' }
  if (typeof value === 'string') {
    if (from.isError || (from.formula !== undefined && isError(value))) return { is: 'error', shown: errorShown(value) }
    return durationIn(value) ?? value
  }
  const style = styleOf(from.format)
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return ''
    if (style.kind === 'plain') return dateCell(value, { kind: 'day', pattern: hasTime(value) ? DAY_AND_TIME : DAY })
    if (style.kind !== 'number') return dateCell(value, style)
    return numberCell(dateToSerial(value), style)
  }
  return style.kind === 'day' || style.kind === 'time' ? dateCell(serialToDate(value), style) : numberCell(value, style)
}

const hasTime = (date: Date) => date.getUTCHours() + date.getUTCMinutes() + date.getUTCSeconds() > 0

function numberCell(value: number, { kind, pattern }: Style): Cell {
  const plain = kind === 'plain' ? plainNumber(value) : 'e'
  return { is: 'number', value, shown: plain.includes('e') ? written(value, pattern || 'General') : plain }
}

function dateCell(date: Date, { kind, pattern }: Style): Cell {
  const shown = written(dateToSerial(date), pattern)
  // A time of day and a duration are read as they are shown.
  if (kind === 'time' || Number.isNaN(date.getTime())) return shown
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().split('T')
  return { is: 'date', value: time.startsWith('00:00:00') ? day : `${day}T${time.slice(0, 5)}`, shown }
}

function written(value: number, pattern: string): string {
  try {
    // Formats align columns by blanks.
    return format(pattern, value, { locale: 'es-ES' }).trim().replace(/ {2,}/g, ' ')
  } catch {
    return plainNumber(value)
  }
}

/** An .ods has times as ISO durations. */
function durationIn(text: string): string | null {
  const [is, hours, minutes = '', seconds = ''] = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(text) ?? []
  return is === undefined ? null : `${Number(hours)}:${minutes.padStart(2, '0')}:${seconds.padStart(2, '0')}`
}
