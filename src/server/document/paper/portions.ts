/** Characters of a cell that surely fit on a page; a line counts as some. */
const [PORTION, LINE_LENGTH] = [1800, 50]

/** A row whose second cell is too long for a page as several. */
export function portionsOf(cells: readonly string[]): (readonly string[])[] {
  if (cells.length < 2) return [cells]
  const portions: string[] = []
  let portion = ''
  let length = 0
  for (const word of cells[1]!.split(/(?<=\s)/)) {
    const more = word.includes('\n') ? word.length + LINE_LENGTH : word.length
    if (portion !== '' && length + more > PORTION) {
      portions.push(portion)
      ;[portion, length] = ['', 0]
    }
    portion += word
    length += more
  }
  const [first, ...rest] = [...portions, portion]
  return [[cells[0]!, first!, ...cells.slice(2)], ...rest.map(text => [`${cells[0]} (sigue)`, text])]
}
