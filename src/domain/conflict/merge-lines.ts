/**
 * Three-way merge of a table's lines. Lines that I added, changed or removed keep my version; all others keep theirs.
 * The result has my order, with their new lines at the end.
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
  // I removed the line and they changed it: keep it, so that their change is not lost.
  const changed = theirs.filter(line => {
    const before = was.get(nameOf(line))
    return !own.has(nameOf(line)) && before !== undefined && !same(before, line)
  })
  return [...kept, ...changed, ...added]
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The same merge, but the lines in `names` keep their version. */
export function mergeTaking<Line>(
  names: ReadonlySet<string>,
  base: readonly Line[],
  mine: readonly Line[],
  theirs: readonly Line[],
  nameOf: (line: Line) => string,
): Line[] {
  const was = new Map(base.map(line => [nameOf(line), line]))
  const own = new Set(mine.map(nameOf))
  // Restored in place, so that no line moves.
  const givenUp = mine.flatMap(line => (names.has(nameOf(line)) ? (was.get(nameOf(line)) ?? []) : [line]))
  const takenAway = base.filter(line => names.has(nameOf(line)) && !own.has(nameOf(line)))
  return mergeLines(base, [...givenUp, ...takenAway], theirs, nameOf)
}
