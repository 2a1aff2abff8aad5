import { type CellValue, formatValue, isDateFormat } from 'hucre'

/** Formats that mean "short date of the reader's country": built-in number 14 and how writers spell it. */
const localShortDate = /^(14|m{1,2}[-/]d{1,2}[-/]y{2,4})$/i

/**
 * The text that a person in Spain sees in a cell: decimal comma, dates as in the sheet's format, codes with the zeros that
 * the format shows (49 under `0000` is 0049). A number without a format is shown in full.
 *
 * @param format the cell's number format, when the file names one
 */
export function cellText(value: CellValue | undefined, format?: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'VERDADERO' : 'FALSO'
  const shown = format?.replace(/\[\$[^\]]*\]/g, '')
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return ''
    const isLocal = !shown || localShortDate.test(shown) || !isDateFormat(shown)
    return formatValue(value, isLocal ? 'dd/mm/yyyy' : shown)
  }
  if (!shown || shown === '@' || /^general$/i.test(shown)) {
    // Fifteen digits are what a spreadsheet keeps; more would show 0,30000000000000004.
    return String(Number(value.toPrecision(15))).replace('.', ',')
  }
  return formatValue(value, shown, { locale: 'de-DE' })
}
