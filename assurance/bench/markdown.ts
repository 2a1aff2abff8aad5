/** Milliseconds with the digits that matter. */
export const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))
export const count = (value: number) => value.toLocaleString('en')

/** A table of Markdown with aligned columns. */
export function tableOf(heads: string[], rows: string[][]): string {
  const all = [heads, ...rows]
  const widths = heads.map((_, column) => Math.max(...all.map(row => row[column]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(heads), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
