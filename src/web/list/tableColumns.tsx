import { t } from '#domain/language/translate.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { locale } from '#web/ui/language/spoken.ts'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'

/** The cell of a column; without one, the cell shows the list's text. */
export type Look<Row> = Partial<Omit<Column<Row>, 'key'>>

/** Table columns from the list's columns: labels and order come from the list; `under` is the second line. */
export function tableColumns<Row>(
  columns: readonly ListColumn<Row>[],
  looks: Record<string, Look<Row>> = {},
): Column<Row>[] {
  return columns
    .filter(column => !column.under)
    .map(({ key, label, text }) => {
      const under = columns.filter(column => column.under === key)
      const sub = (row: Row) =>
        under
          .map(each => each.text(row))
          .filter(Boolean)
          .join(' · ')
      return {
        key,
        // Read when it is shown: columns are made before the language is known.
        get header() {
          return t(label).toLocaleUpperCase(locale())
        },
        get name() {
          return t(label)
        },
        cell: row => text(row) || <NoValue />,
        ...(under.length > 0 ? { sub } : {}),
        ...looks[key],
      }
    })
}

/** The keys of the visible columns: always the first, and those that the user chose. */
export function shownKeys(columns: readonly ListColumn<never>[], visible?: readonly string[]): string[] {
  return columns
    .filter(column => !column.under)
    .filter((column, index) => index === 0 || !visible || visible.includes(column.key))
    .map(column => column.key)
}
