import { entered, isBlankCell } from '#domain/list/cell.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { answering, parse, type SpreadsheetKind } from '#server/platform/spreadsheet/parse.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** Run in a reader, because the file determines the cost. */
export type HeadingsRead = { headings: string[]; sample: string[][] }

const [COLUMNS, ROWS, LONGEST] = [60, 3, 200]

/** The first row of a table with several texts, and the rows below it; a title above has one text. */
export const work = answering(async (kind: SpreadsheetKind, file): Promise<HeadingsRead> => {
  const table = await parse(file, kind)
  const at = table.findIndex(cells => cells.filter(cell => !isBlankCell(cell)).length > 1)
  if (at < 0) throw new SpreadsheetError('empty')
  const shown = (cells: (typeof table)[number]) =>
    cells.slice(0, COLUMNS).map(cell => firstCharacters(entered(cell).trim(), LONGEST))
  const all = shown(table[at]!)
  const places = all.flatMap((heading, place) => (heading !== '' && all.indexOf(heading) === place ? [place] : []))
  const pick = (cells: string[]) => places.map(place => cells[place] ?? '')
  const below = table.slice(at + 1).filter(cells => !cells.every(isBlankCell))
  return { headings: pick(all), sample: below.slice(0, ROWS).map(cells => pick(shown(cells))) }
})
