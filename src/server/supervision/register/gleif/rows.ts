const [QUOTE, COMMA, LF, CR] = [0x22, 0x2c, 0x0a, 0x0d]
/** The longest row that is read: without it a quote that never ends would fill the memory. */
const ROW_MAX = 4 * 1024 * 1024

/** A file that cannot be read to its end. */
export class CutFile extends Error {}

/**
 * The rows of a CSV as they arrive, of each only the columns that `choose` takes from the header, in its order; those of
 * one chunk together. Quotes may hold commas and line breaks.
 * @throws CutFile for a row with more or fewer columns than the header, and for one that does not end
 */
export async function* rowsOf(
  chunks: AsyncIterable<Buffer>,
  choose: (header: string[]) => readonly number[],
): AsyncGenerator<string[][]> {
  let header: string[] | null = null
  /** By column: its place in the row that is given on; none for a column that is skipped. */
  let places: (number | undefined)[] = []
  let kept: Buffer = Buffer.alloc(0)
  let number = 0
  for await (const chunk of chunks) {
    const data = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    const rows: string[][] = []
    let start = 0
    let begin = 0
    let column = 0
    let quoted = false
    let row: string[] = []
    for (let at = 0; at < data.length; at++) {
      const byte = data[at]
      if (byte === QUOTE) quoted = !quoted
      else if (quoted || (byte !== COMMA && byte !== LF)) continue
      else {
        const place = header ? places[column] : column
        if (place !== undefined) row[place] = textOf(data, begin, at)
        column++
        begin = at + 1
        if (byte === COMMA) continue
        number++
        if (!header) {
          header = row
          places = placesOf(choose(header))
        } else if (column !== header.length) {
          throw new CutFile(`row ${number} has ${column} columns, and the first one ${header.length}`)
        } else rows.push(row)
        row = []
        column = 0
        start = begin
      }
    }
    kept = data.subarray(start)
    if (kept.length > ROW_MAX) throw new CutFile(`row ${number + 1} does not end`)
    if (rows.length > 0) yield rows
  }
  if (!header || kept.length > 0) throw new CutFile(`row ${number + 1} does not end`)
}

const placesOf = (chosen: readonly number[]) => {
  const places: (number | undefined)[] = []
  for (const [place, column] of chosen.entries()) places[column] = place
  return places
}

/** A field without its quotes and without the byte order mark of the file. */
function textOf(data: Buffer, begin: number, end: number): string {
  const last = end > begin && data[end - 1] === CR ? end - 1 : end
  const from = data[begin] === 0xef && data[begin + 1] === 0xbb && data[begin + 2] === 0xbf ? begin + 3 : begin
  if (data[from] !== QUOTE) return data.toString('utf8', from, last)
  const text = data.toString('utf8', from + 1, last - 1)
  return text.includes('"') ? text.replaceAll('""', '"') : text
}
