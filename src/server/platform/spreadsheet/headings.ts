import { type Cells, shownIn } from '#domain/list/cell.ts'

/** The columns of a sheet to import: each with its displayed heading and accepted aliases. */
export type SheetColumns = Readonly<
  Record<string, { readonly heading: string; readonly also: readonly string[]; readonly optional?: true }>
>

export type HeadingError<Column extends string> = { line: number; column: Column; message: string }

/** The line of the headings, the place of each column, and a fault for each one missing or repeated. */
export type Headings<Column extends string> = {
  line: number
  at: Map<Column, number>
  errors: HeadingError<Column>[]
}

/** A longer text is no heading. */
const LONGEST = 200

/** Removes case, accents, spaces and punctuation. */
function bare(heading: string): string {
  return heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
}

type Candidate<Column> = { line: number; columns: (Column | undefined)[]; count: number }

/** The first of the rows that contain the most column headings. */
function bestOf<Column extends string>(
  table: readonly Cells[],
  byHeading: ReadonlyMap<string, Column>,
): Candidate<Column> {
  let best: Candidate<Column> = { line: 1, columns: [], count: -1 }
  for (const [index, cells] of table.entries()) {
    const line = index + 1
    const columns = cells.map(cell => {
      const text = shownIn(cell)
      return text.length > LONGEST ? undefined : byHeading.get(bare(text))
    })
    const count = new Set(columns.filter(Boolean)).size
    if (count > best.count) best = { line, columns, count }
  }
  return best
}

/** Finds the headings of a table: in any order, under their keys or Spanish names, below other rows. */
export function findHeadings<const Columns extends SheetColumns>(
  table: readonly Cells[],
  columns: Columns,
): Headings<keyof Columns & string> {
  type Column = keyof Columns & string
  const known = Object.entries(columns) as [Column, Columns[Column]][]
  const byHeading = new Map<string, Column>(
    known.flatMap(([column, { heading, also }]) => [heading, ...also].map(name => [bare(name), column] as const)),
  )
  const best = bestOf(table, byHeading)
  const at = new Map<Column, number>()
  const errors: Headings<Column>['errors'] = []
  // A title may contain one heading by chance; a heading row has at least two.
  const line = best.count >= 2 ? best.line : 1
  for (const [column, { heading, optional }] of known) {
    const places = line === best.line ? best.columns.flatMap((found, i) => (found === column ? [i] : [])) : []
    const [place, ...others] = places
    if (place !== undefined && others.length === 0) at.set(column, place)
    else if (places.length > 0 || !optional) {
      const fault = places.length === 0 ? 'Falta la columna' : 'Está repetida la columna'
      const remedy = places.length === 0 ? 'Añádala o use la plantilla.' : 'Deje solo una.'
      errors.push({ line, column, message: `Fila ${line}: ${fault.toLowerCase()} «${heading}». ${remedy}` })
    }
  }
  return { line, at, errors }
}
