import { DomainError } from '#domain/contract/domain-error.ts'
import type { WorkbookWire } from '#domain/document/contract.ts'
import { headingRows, workbookFormat, workbookLimits } from '#domain/document/workbook.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import type { DownloadCall } from '#server/document/download.ts'
import { documentFile } from '#server/document/download.ts'
import { bytesOf } from '#server/document/watermark/verdicts.ts'
import { readSheets } from '#server/platform/spreadsheet/read.ts'
import type { SheetText } from '#server/platform/spreadsheet/sheets.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'
import { takingTurns } from '#server/platform/turns.ts'

/** Each workbook has a worker with its own memory; readers beyond the queue must retry. */
const inTurn = takingTurns(2, 20)

/**
 * The first sheets of a workbook, for a reader who may download it. The file access is recorded as a download's, before the
 * answer leaves (decision 022): to see what a workbook says is to read it.
 * @throws DomainError as `documentFile`, and notWorkbook, sheetsUnreadable, workbookTooLarge, fileDamaged, unavailable
 */
export async function sheetsOfDocument(call: DownloadCall, id: string): Promise<WorkbookWire> {
  const file = await documentFile(call, id)
  const kind = workbookFormat(file.name)
  if (!kind) throw new DomainError('notWorkbook')
  const { sheets: most, rows, columns } = workbookLimits
  const sheets = await inTurn(async () => {
    const bytes = await bytesOf(call.app, file)
    // One more of each tells whether there is more.
    return readSheets({ bytes, kind, reach: { rows: rows + 1, columns: columns + 1 }, most: most + 1 })
  }).catch(error => {
    if (!(error instanceof SpreadsheetError)) throw error
    throw new DomainError(error.code === 'too-large' ? 'workbookTooLarge' : 'sheetsUnreadable')
  })
  const workbook = withinLimits(sheets)
  await file.onRead()
  return workbook
}

function withinLimits(all: SheetText[]): WorkbookWire {
  const room = { cells: workbookLimits.cells as number, characters: workbookLimits.characters as number }
  const sheets = all.slice(0, workbookLimits.sheets).map(({ name, rows, frozen }) => {
    const shown: string[][] = []
    let cut = rows.length > workbookLimits.rows
    for (const row of rows.slice(0, workbookLimits.rows)) {
      const cells = row.slice(0, workbookLimits.columns).map(text => firstCharacters(text, workbookLimits.cell))
      if (cells.length < row.length || cells.some((text, at) => text !== row[at])) cut = true
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
