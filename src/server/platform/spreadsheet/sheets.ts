import type { Sheet } from 'hucre'
import { readOds, streamOdsRows } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import { cellBudget } from '#server/platform/spreadsheet/cell-budget.ts'
import { cellText } from '#server/platform/spreadsheet/cell-text.ts'
import { withoutPadding } from '#server/platform/spreadsheet/padding.ts'

/** A sheet as displayed text. `frozen` counts the rows that stay on top in its program. */
export type SheetText = { name: string; rows: string[][]; frozen: number }

/** What is read of each sheet; the rest is left out. */
export type Reach = { rows: number; columns: number }

/** Excel allows 31 characters. */
const LONGEST_NAME = 200

export const hasText = (row: string[]): boolean => row.some(text => text.trim() !== '')

/** The visible sheets of an .xlsx, as displayed. The archive must have passed `guardArchive`. */
export async function excelSheets(bytes: Uint8Array, reach: Reach): Promise<SheetText[]> {
  const book = await readXlsx(bytes, {
    readStyles: true,
    maxRows: reach.rows,
    sheets: info => !info.hidden && !info.veryHidden,
  })
  const counted = cellBudget()
  return book.sheets.map(sheet => textOf(sheet, reach, counted))
}

/**
 * The sheets of an .ods that `choose` takes from those with rows, as displayed.
 *
 * hucre 1.0.0 has two ODS readers, each with a gap: the tree drops rows inside header rows and outline groups, the
 * stream keeps them but joins paragraphs and loses formats. Uses the tree unless it has lost a row.
 */
export async function openDocumentSheets(
  file: Uint8Array,
  reach: Reach,
  choose: (sheets: string[][][]) => number[],
): Promise<SheetText[]> {
  const bytes = withoutPadding(file)
  const streamed: string[][][] = []
  const counted = cellBudget()
  for await (const { index, sheetIndex = 0, values } of streamOdsRows(bytes)) {
    streamed[sheetIndex] ??= []
    const rows = streamed[sheetIndex]
    if (index >= reach.rows) continue
    while (rows.length < index) rows.push([])
    rows[index] = values.slice(0, reach.columns).map(value => counted(cellText(value)))
  }
  const chosen = choose(Array.from(streamed, rows => rows ?? []))
  if (chosen.length === 0) return []
  const { sheets } = await readOds(bytes, { readStyles: true, sheets: chosen })
  const countedAgain = cellBudget()
  return chosen.map((index, place) => {
    const sheet = sheets[place]
    const tree = sheet ? textOf(sheet, reach, countedAgain) : { name: '', rows: [], frozen: 0 }
    const complete = streamed[index] ?? []
    return tree.rows.filter(hasText).length === complete.filter(hasText).length ? tree : { ...tree, rows: complete }
  })
}

function textOf(sheet: Sheet, reach: Reach, counted: (text: string) => string): SheetText {
  const rows = sheet.rows
    .slice(0, reach.rows)
    .map((row, r) =>
      Array.from({ length: Math.min(row.length, reach.columns) }, (_, c) =>
        counted(cellText(row[c], sheet.cells?.get(`${r},${c}`)?.style?.numFmt)),
      ),
    )
  return { name: sheet.name.slice(0, LONGEST_NAME), rows, frozen: sheet.freezePane?.rows ?? 0 }
}
