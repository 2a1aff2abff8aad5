import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** The longest text that Excel holds in a cell; the rest of a longer one is left out. */
const CELL = 32_767
/** The cells of a file, and the characters of all of them: a text that a thousand cells name counts a thousand times. */
const CELLS = 4_000_000
const CHARACTERS = 16 * 1024 * 1024

/**
 * Counts the cells of a file while they are read.
 * @throws SpreadsheetError 'too-large' beyond what one file may hold
 */
export function cellBudget(): (text: string) => string {
  let [cells, characters] = [0, 0]
  return text => {
    const cut = text.length > CELL ? text.slice(0, CELL) : text
    cells++
    characters += cut.length
    if (cells > CELLS) throw new SpreadsheetError('too-large', `more than ${CELLS} cells`)
    if (characters > CHARACTERS) throw new SpreadsheetError('too-large', `more than ${CHARACTERS} characters`)
    return cut
  }
}
