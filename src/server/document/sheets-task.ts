import type { WorkbookWire } from '#domain/document/contract.ts'
import { headingRows, workbookLimits } from '#domain/document/workbook.ts'
import { shownIn } from '#domain/list/cell.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { answering, parseSheets, type WorkbookKind } from '#server/platform/spreadsheet/parse.ts'
import type { SheetCells } from '#server/platform/spreadsheet/sheets.ts'

const { sheets: most, rows, columns } = workbookLimits
/** One more of each tells whether there is more. */
const reach = { rows: rows + 1, columns: columns + 1 }

/** The first sheets of a workbook, as much of them as is shown. */
export const work = answering(async (kind: WorkbookKind, file) =>
  withinLimits(await parseSheets(file, { kind, reach, most: most + 1 })),
)

function withinLimits(all: SheetCells[]): WorkbookWire {
  const room = { cells: workbookLimits.cells as number, characters: workbookLimits.characters as number }
  const sheets = all.slice(0, workbookLimits.sheets).map(({ name, rows, frozen }) => {
    const shown: string[][] = []
    let cut = rows.length > workbookLimits.rows
    for (const row of rows.slice(0, workbookLimits.rows)) {
      const texts = row.map(shownIn)
      const cells = texts.slice(0, workbookLimits.columns).map(text => firstCharacters(text, workbookLimits.cell))
      if (cells.length < texts.length || cells.some((text, at) => text !== texts[at])) cut = true
      room.cells -= cells.length
      room.characters -= cells.reduce((sum, text) => sum + text.length, 0)
      if (room.cells < 0 || room.characters < 0) {
        cut = true
        break
      }
      shown.push(cells)
    }
    return { name, rows: shown, head: headingRows(shown, frozen), cut }
  })
  return { sheets, cut: all.length > workbookLimits.sheets }
}
