import type { Cell, CellStyle, DataValidation, WriteSheet } from 'hucre'
import { formatCsvValue } from 'hucre/csv'
import { columnName } from '#domain/list/cell.ts'

export type OutCell = string | number | null
export type OutColumn = {
  header: string
  /** Width in characters; defaults to the heading's length. CSV ignores it. */
  width?: number
  /** Wraps long text inside the cell. CSV ignores it. */
  wrap?: boolean
  /** The texts that a cell of the column may have; the program offers them. CSV ignores it. */
  oneOf?: readonly string[]
  /** What its cells hold, so that a number that is typed is one; texts by default. CSV ignores it. */
  holds?: keyof typeof formats
}

/** The formats of cells: texts keep what is typed. */
const formats = { number: '0', amount: '#,##0.00', day: 'dd/mm/yyyy' } as const

const headingStyle: CellStyle = {
  font: { name: 'Calibri', size: 11, bold: true, color: { rgb: 'FFFFFF' } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: '0B4F3C' } },
  alignment: { vertical: 'center', wrapText: true },
}
const plainStyle: CellStyle = { alignment: { vertical: 'top' } }
const excelCellLimit = 32_767
const lineHeight = 15

/** Excel reads `_x0041_` inside a text as the letter A; escaping the underscore keeps the text literal. */
function literal(text: string): string {
  const escaped = text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
  // Excel's limit counts UTF-16 code units: removes a surrogate that the cut leaves alone.
  return escaped.slice(0, excelCellLimit).replace(/[\ud800-\udbff]$/, '')
}

/** A sheet of a workbook. `blankRows` are for a person to fill in, below the data. */
export type OutSheet = { sheet: string; columns: OutColumn[]; rows: OutCell[][]; blankRows?: number }

/** The content of a workbook. */
export type Workbook = OutSheet & {
  modified?: Date
  /** Further sheets of the same form. */
  more?: readonly OutSheet[]
  /** A second sheet with a name and a text in each row. */
  about?: { sheet: string; rows: readonly (readonly [string, string])[] }
}

/**
 * Builds a workbook of sheets with a frozen heading row. Cells are texts, never formulas (D27), so `=1+1` and `0049`
 * are shown literally. `modified` is the file's modification time and defaults to the machine's clock.
 */
export async function writeXlsx({ modified, about, more = [], ...first }: Workbook): Promise<Uint8Array> {
  // Loaded when it is used: the server itself writes only the template of the mass preload.
  const hucre = await import('hucre')
  return hucre.writeXlsx({
    properties: { modified },
    sheets: [...[first, ...more].map(tableSheet), ...(about ? [aboutSheet(about)] : [])],
  })
}

function tableSheet({ sheet, columns, rows, blankRows = 0 }: OutSheet): WriteSheet {
  const cells = new Map<string, Partial<Cell>>()
  for (const c of columns.keys()) cells.set(`0,${c}`, { style: headingStyle })
  // Cells have the style of their column: a register has hundreds of thousands. Numbers among texts are those of no format.
  for (const [r, row] of rows.entries()) {
    for (const [c, { holds }] of columns.entries()) {
      if (typeof row[c] === 'number' && !holds) cells.set(`${r + 1},${c}`, { style: plainStyle })
    }
  }
  const blank: OutCell[][] = Array.from({ length: blankRows }, () => columns.map(() => null))
  const all = [...rows, ...blank]
  return {
    name: sheet,
    columns: columns.map(({ header, width, wrap, holds }) => ({
      width: width ?? Math.max(12, header.length + 4),
      style: {
        numFmt: holds ? formats[holds] : '@',
        alignment: { vertical: 'top', wrapText: wrap === true },
      },
    })),
    rows: [columns.map(({ header }) => literal(header)), ...all.map(row => row.map(outValue))],
    cells,
    rowDefs: new Map(rows.map((row, r) => [r + 1, { height: lineHeight * linesOf(row, columns) }])),
    dataValidations: listsOf(columns, all.length),
    freezePane: { rows: 1 },
    pageSetup: {
      paperSize: 'a4',
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: '$1:$1',
    },
  }
}

function aboutSheet({ sheet, rows }: NonNullable<Workbook['about']>): WriteSheet {
  const style: CellStyle = { numFmt: '@', alignment: { vertical: 'top', wrapText: true } }
  const bold: CellStyle = { ...style, font: { name: 'Calibri', size: 11, bold: true } }
  const cells = rows.flatMap((_row, r): [string, Partial<Cell>][] => [
    [`${r},0`, { style: bold }],
    [`${r},1`, { style }],
  ])
  return {
    name: sheet,
    columns: [{ width: 28 }, { width: 60 }],
    rows: rows.map(row => row.map(literal)),
    cells: new Map(cells),
  }
}

/** The lists that the program offers in the cells below the headings. */
function listsOf(columns: OutColumn[], rows: number): DataValidation[] {
  if (rows === 0) return []
  return columns.flatMap(({ oneOf }, at) => {
    if (!oneOf) return []
    const letter = columnName(at)
    return {
      type: 'list' as const,
      values: [...oneOf],
      range: `${letter}2:${letter}${rows + 1}`,
      allowBlank: true,
      showErrorMessage: true,
      errorTitle: 'Valor no admitido',
      errorMessage: `Elija ${oneOf.join(', ')}.`,
    }
  })
}

/** The number of lines of the row's tallest wrapped text: not every program adjusts the row height by itself. */
function linesOf(row: OutCell[], columns: OutColumn[]): number {
  const needed = columns.map(({ wrap, width = 12 }, c) =>
    wrap ? Math.ceil(String(row[c] ?? '').length / (width - 2)) : 1,
  )
  return Math.min(20, Math.max(1, ...needed))
}

function outValue(cell: OutCell): OutCell {
  return typeof cell === 'string' ? literal(cell) : cell
}

/**
 * Escapes a text so that no spreadsheet program takes it for a formula: one that starts with `=`, `+`, `-`, `@`, TAB,
 * CR, LF or NUL gets a leading apostrophe (D27). So does one that already has apostrophes before such a character, so
 * that dropping one apostrophe always restores the text.
 */
export function withoutFormula(text: string): string {
  return /^'*[=+\-@\t\r\n\0]/.test(text) ? `'${text}` : text
}

/**
 * Matches places where a program that splits by commas or tabs and ignores quotes would start a cell with a formula:
 * after a comma, tab or line end, `=`, `@`, or a sign before anything but a plain number.
 */
const formulaWithin = /([,\t\r\n][\s"]*)(?='*(?:[=@]|[+-](?![\d .]+(?:[,;\t\r\n]|$))))/g

/** A text without formulas, by whichever separator a program splits the CSV. */
const withoutFormulas = (text: string): string => withoutFormula(text.replace(formulaWithin, "$1'"))

/** One CSV record without its line end, quoted as in RFC 4180; numbers have a decimal comma. */
export function csvLine(cells: OutCell[], separator = ';'): string {
  return cells
    .map(cell => {
      if (cell === null) return ''
      const text = typeof cell === 'number' ? String(cell).replace('.', ',') : withoutFormulas(cell)
      return formatCsvValue(text, { delimiter: separator })
    })
    .join(separator)
}

/**
 * A CSV for Spanish Excel: semicolons, CRLF and a byte-order mark by default (D27). For content that does not fit in
 * memory, send `csvLine` by `csvLine`.
 */
export async function writeCsv(table: {
  columns: string[]
  rows: OutCell[][]
  separator?: string
  bom?: boolean
}): Promise<Uint8Array> {
  const { columns, rows, separator = ';', bom = true } = table
  const lines = [columns, ...rows].map(row => `${csvLine(row, separator)}\r\n`)
  return new TextEncoder().encode(`${bom ? '\ufeff' : ''}${lines.join('')}`)
}
