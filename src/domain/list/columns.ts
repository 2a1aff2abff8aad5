/**
 * A column of a list, for both the table and the exported file. `text` is the readable value, in Madrid time and
 * Spanish; '' when there is none.
 */
export type ListColumn<Row> = {
  key: string
  /** In sentence case, 'Fecha caducidad'; tables show it in capitals. */
  label: string
  text: (row: Row) => string
  /** The key of the column that shows this one as its second line. Both are exported together. */
  under?: string
}

/** The keys that match no column. */
export function unknownKeys(columns: readonly ListColumn<never>[], keys: readonly string[]): string[] {
  return keys.filter(key => !columns.some(column => column.key === key))
}

/** The columns to export, in list order: the shown ones with their second lines, or all when `shown` is null. */
export function shownColumns<Row>(
  columns: readonly ListColumn<Row>[],
  shown: readonly string[] | null,
): ListColumn<Row>[] {
  return columns.filter(({ key, under }) => !shown || shown.includes(key) || (under && shown.includes(under)))
}
