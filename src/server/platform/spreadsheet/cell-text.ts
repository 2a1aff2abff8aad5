import { type CellValue, formatValue, isDateFormat } from 'hucre'

/** Formats that mean "short date in the user's locale": built-in number 14 and its spellings. */
const localShortDate = /^(14|m{1,2}[-/]d{1,2}[-/]y{2,4})$/i

/**
 * The text that a person in Spain sees in a cell: decimal comma, dates in the sheet's format, codes with leading zeros
 * from the format (49 under `0000` is 0049). A number without a format keeps all digits.
 *
 * @param format the cell's number format, if the file has one
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
    // Spreadsheets keep fifteen digits; more would show 0,30000000000000004.
    return String(Number(value.toPrecision(15))).replace('.', ',')
  }
  return formatValue(value, shown, { locale: 'de-DE' })
}
