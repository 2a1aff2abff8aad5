import { ParseError, type Sheet } from 'hucre'
import { readOds } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import { type Cell, type Cells, isBlankCell, shownIn } from '#domain/list/cell.ts'
import { cellBudget } from '#server/platform/spreadsheet/cell-budget.ts'
import { cellOf } from '#server/platform/spreadsheet/cell-text.ts'
import { withPlainRows } from '#server/platform/spreadsheet/padding.ts'
import { sheetsWithCells, visibleSheets } from '#server/platform/spreadsheet/sheet-kinds.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** A sheet with its typed cells. `frozen` counts the rows that stay on top in its program. */
export type SheetCells = { name: string; rows: Cell[][]; frozen: number }

/** What is read of each sheet; the rest is left out. */
export type Reach = { rows: number; columns: number }

/** Excel allows 31 characters. */
const LONGEST_NAME = 200

export const hasText = (row: Cells): boolean => !row.every(isBlankCell)

/** The visible sheets of an .xlsx that have cells. The archive must have passed `guardArchive`. */
export async function excelSheets(bytes: Uint8Array, reach: Reach): Promise<SheetCells[]> {
  const hasCells = sheetsWithCells(bytes)
  const book = await readXlsx(bytes, {
    readStyles: true,
    maxRows: reach.rows,
    sheets: info => !info.hidden && !info.veryHidden && hasCells(info.index),
  })
  const counted = cellBudget()
  return book.sheets.map(sheet => cellsOf(sheet, reach, counted))
}

/** The visible sheets of an .ods. The archive must have passed `guardArchive`. */
export async function openDocumentSheets(bytes: Uint8Array, reach: Reach): Promise<SheetCells[]> {
  const { sheets } = await readOds(withPlainRows(bytes), { readStyles: true }).catch((error: unknown) => {
    if (error instanceof ParseError && error.message.includes('limit')) {
      throw new SpreadsheetError('too-large', error.message)
    }
    throw error
  })
  const isVisible = visibleSheets(bytes)
  const counted = cellBudget()
  return sheets.filter((_sheet, index) => isVisible(index)).map(sheet => cellsOf(sheet, reach, counted))
}

function cellsOf(sheet: Sheet, reach: Reach, counted: (text: string) => string): SheetCells {
  const rows = sheet.rows.slice(0, reach.rows).map((row, r) =>
    Array.from({ length: Math.min(row.length, reach.columns) }, (_, c) => {
      const said = sheet.cells?.get(`${r},${c}`)
      const { type, formula, style } = said ?? {}
      const cell = cellOf(row[c], { format: style?.numFmt, formula, isError: type === 'error' })
      const shown = counted(shownIn(cell))
      return typeof cell === 'string' ? shown : { ...cell, shown }
    }),
  )
  return { name: sheet.name.slice(0, LONGEST_NAME), rows, frozen: sheet.freezePane?.rows ?? 0 }
}
