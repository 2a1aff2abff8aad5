import { groupsBy } from '#domain/values/certain.ts'
/** A row of B_02.02 as the lists of countries of a line: one of each, or none. */
export type CountryLists = {
  provisionCountries: readonly string[]
  storageCountries: readonly string[]
  processingCountries: readonly string[]
}
const lists = ['provisionCountries', 'storageCountries', 'processingCountries'] as const

/**
 * The fewest lines, as far as lists are joined one after the other, whose combinations of countries are those of the rows
 * and no others (REG-12). Rows of another `kind` stay apart.
 */
export function mergeCountries<Row>(
  rows: readonly Row[],
  { countries, kind }: { countries: (row: Row) => CountryLists; kind: (row: Row) => string },
): { rows: [Row, ...Row[]]; countries: CountryLists }[] {
  type Group = { rows: [Row, ...Row[]]; countries: CountryLists; kind: string }
  let groups = rows.map((row): Group => ({ rows: [row], countries: countries(row), kind: kind(row) }))
  for (const joined of lists) {
    const others = lists.filter(list => list !== joined)
    const same = groupsBy(groups, each =>
      JSON.stringify([each.kind, each.countries[joined].length > 0, ...others.map(list => each.countries[list])]),
    )
    groups = [...same.values()].map(([first, ...its]) => ({
      rows: [...first.rows, ...its.flatMap(each => each.rows)],
      countries: {
        ...first.countries,
        [joined]: [...new Set([first, ...its].flatMap(each => each.countries[joined]))].toSorted(),
      },
      kind: first.kind,
    }))
  }
  return groups.map(({ rows: of, countries: merged }) => ({ rows: of, countries: merged }))
}
