/** Characters of a cell that surely fit on a page; a line counts as some. */
const [PORTION, LINE_LENGTH] = [1800, 50]

/** A row whose second cell is too long for a page as several. */
export function portionsOf(cells: readonly string[]): (readonly string[])[] {
  const [name, long, ...others] = cells
  if (name === undefined || long === undefined) return [cells]
  const portions: string[] = []
  let portion = ''
  let length = 0
  for (const word of long.split(/(?<=\s)/)) {
    const more = word.includes('\n') ? word.length + LINE_LENGTH : word.length
    if (portion !== '' && length + more > PORTION) {
      portions.push(portion)
      ;[portion, length] = ['', 0]
    }
    portion += word
    length += more
  }
  return [...portions, portion].map((text, index) =>
    index === 0 ? [name, text, ...others] : [`${name} (sigue)`, text],
  )
}
