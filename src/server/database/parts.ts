/** PostgreSQL takes 65 535 values in one statement: of our widest tables, a few thousand rows. */
const ROWS = 1000

/** Many rows as parts that fit into a statement each, in their order. */
export function* inParts<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS) yield rows.slice(from, from + ROWS)
}
