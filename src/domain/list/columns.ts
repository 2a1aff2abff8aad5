/**
 * A column of a list, named once: the table's head and the exported file's are both written from it. `text` is what a
 * person reads, Madrid's times and Spanish words; '' where there is nothing to say.
 */
export type ListColumn<Row> = {
  key: string
  /** As in a sentence, 'Fecha caducidad'; tables write it in capitals. */
  label: string
  text: (row: Row) => string
  /** The key of the column in whose cells this one is the second line: it is exported with that one. */
  under?: string
}

/** The keys of a list of columns that none has. */
export function unknownKeys(columns: readonly ListColumn<never>[], keys: readonly string[]): string[] {
  return keys.filter(key => !columns.some(column => column.key === key))
}

/** The columns to export when these are shown, in the list's order, each with those under it; all where none is named. */
export function shownColumns<Row>(
  columns: readonly ListColumn<Row>[],
  shown: readonly string[] | null,
): ListColumn<Row>[] {
  return columns.filter(({ key, under }) => !shown || shown.includes(key) || (under && shown.includes(under)))
}

export const yesNo = (value: boolean) => (value ? 'Sí' : 'No')
