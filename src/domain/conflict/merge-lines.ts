/**
 * The lines of a table that two people edited from the same ones, mine on top of theirs: what I added, changed or took
 * away is so, what only the other did stands, in my order with the other's new lines at the end.
 */
export function mergeLines<Line>(
  base: readonly Line[],
  mine: readonly Line[],
  theirs: readonly Line[],
  nameOf: (line: Line) => string,
): Line[] {
  const byName = (lines: readonly Line[]) => new Map(lines.map(line => [nameOf(line), line]))
  const [was, now] = [byName(base), byName(theirs)]
  const own = new Set(mine.map(nameOf))
  const kept = mine.flatMap(line => {
    const before = was.get(nameOf(line))
    const touched = before === undefined || !same(before, line)
    if (touched) return [line]
    const other = now.get(nameOf(line))
    return other === undefined ? [] : [other]
  })
  const added = theirs.filter(line => !own.has(nameOf(line)) && !was.has(nameOf(line)))
  // A line that I took away and the other changed: what it wrote is not lost by my not having it.
  const changed = theirs.filter(line => {
    const before = was.get(nameOf(line))
    return !own.has(nameOf(line)) && before !== undefined && !same(before, line)
  })
  return [...kept, ...changed, ...added]
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The same, but of the lines in `names` what the other saved stands. */
export function mergeTaking<Line>(
  names: ReadonlySet<string>,
  base: readonly Line[],
  mine: readonly Line[],
  theirs: readonly Line[],
  nameOf: (line: Line) => string,
): Line[] {
  const was = new Map(base.map(line => [nameOf(line), line]))
  const own = new Set(mine.map(nameOf))
  // In its place, so that giving a line up moves none.
  const givenUp = mine.flatMap(line => (names.has(nameOf(line)) ? (was.get(nameOf(line)) ?? []) : [line]))
  const takenAway = base.filter(line => names.has(nameOf(line)) && !own.has(nameOf(line)))
  return mergeLines(base, [...givenUp, ...takenAway], theirs, nameOf)
}
