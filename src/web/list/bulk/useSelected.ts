import { useState } from 'react'
import type { RowSelection } from '#web/ui/table/Selection.tsx'

/** The selected rows of a list: those on the page that is shown. */
export type Selected<Row> = {
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** Selects these rows instead. */
  keep: (rows: readonly Row[]) => void
  selection: RowSelection<Row>
}

export function useSelected<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  nameOf: (row: Row) => string,
): Selected<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter(row => keys.has(keyOf(row)))
  return {
    rows: selected,
    nameOf,
    keep: left => setKeys(new Set(left.map(keyOf))),
    // A row that left the page is not selected any more when it returns.
    selection: { keys: new Set(selected.map(keyOf)), onChange: setKeys, nameOf },
  }
}
