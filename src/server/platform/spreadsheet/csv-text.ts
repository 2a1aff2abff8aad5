import { parseCsv } from 'hucre/csv'
import { cellBudget } from '#server/platform/spreadsheet/cell-budget.ts'
import { decodeCsv } from '#server/platform/spreadsheet/csv-encoding.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** In order of precedence: the first wins a tie, so separators that are rarer inside names come first. */
const separators = ['\t', ';', ',']

/**
 * Parses a CSV as Spanish programs write it: comma, semicolon or tab, UTF-8 with or without byte-order mark,
 * Windows-1252, or what Excel for Mac and DOS programs write (D28).
 *
 * @throws SpreadsheetError 'unreadable' when the bytes are not text; 'encoding' when its letters cannot be known
 */
export function readCsv(bytes: Uint8Array): string[][] {
  if (bytes.includes(0)) throw new SpreadsheetError('unreadable', 'NUL in a CSV')
  const text = decodeCsv(bytes)
  // Excel's separator line. Its row stays, so that line numbers match the file.
  const named = /^sep=([;,\t])(?=\r|\n|$)/.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const counted = cellBudget()
  return rowsOf(body, named?.[1] ?? likelySeparator(body)).map(row => row.map(text => counted(kept(text))))
}

/** How programs keep the leading zeros of codes in a CSV: `="0049"` and `'0049`. A sign that is protected so stays. */
const kept = (text: string) => text.replace(/^="([^"]*)"$/, '$1').replace(/^'(?=\d{4,}$)/, '')

function rowsOf(text: string, delimiter: string): string[][] {
  return parseCsv(text, { delimiter }).map(row => row.map(value => String(value ?? '')))
}

/**
 * The separator that gives most of the first records the same number of columns; in a tie, the one with more columns.
 */
function likelySeparator(text: string): string {
  const sample = text.slice(0, 20_000)
  const scored = separators.map(separator => {
    const widths = rowsOf(sample, separator).map(row => row.length)
    const counts = new Map<number, number>()
    for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
    const [width, count] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
    return { separator, count, width }
  })
  scored.sort((a, b) => b.count - a.count || b.width - a.width)
  return scored[0]!.separator
}
