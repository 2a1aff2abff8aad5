import { Checkbox } from '@mantine/core'
import { type MouseEvent, useRef } from 'react'
import { t } from '#domain/language/translate.ts'
import classes from './DataTable.module.css'

/** Rows that the user marks for an act on all of them. */
export interface RowSelection<Row> {
  keys: ReadonlySet<string>
  onChange: (keys: ReadonlySet<string>) => void
  /** Names the row in its box: 'Seleccionar ana@empresa.es'. */
  nameOf: (row: Row) => string
  /** Whether a row has a box; all have one by default. */
  selectable?: (row: Row) => boolean
}
type Props<Row> = { selection: RowSelection<Row>; rows: readonly Row[]; rowKey: (row: Row) => string }

/** Head of the boxes: marks the whole page, or none of it. */
export function SelectPage<Row>({ selection: { keys, onChange, selectable }, rows: shown, rowKey }: Props<Row>) {
  const rows = selectable ? shown.filter(selectable) : shown
  const count = rows.filter(row => keys.has(rowKey(row))).length
  const all = rows.length > 0 && count === rows.length
  return (
    <th scope="col" className={classes.check} data-check>
      {rows.length > 0 ? (
        <Checkbox
          aria-label={t('Seleccionar la página')}
          checked={all}
          indeterminate={count > 0 && !all}
          onChange={() => onChange(new Set(all ? [] : rows.map(rowKey)))}
        />
      ) : null}
    </th>
  )
}

/** Gives the box of a row; with Shift, a press marks the rows from the one pressed before to this one. */
export function useSelectRow<Row>({
  selection,
  rows,
  rowKey,
}: { selection?: RowSelection<Row> } & Omit<Props<Row>, 'selection'>) {
  const before = useRef<number | null>(null)
  if (!selection) return null
  const { keys, onChange, nameOf, selectable } = selection
  // Role repeated as in the table around it.
  const role = 'cell'
  const press = (index: number, { shiftKey }: MouseEvent) => {
    const marks = !keys.has(rowKey(rows[index]!))
    const from = shiftKey && before.current !== null ? before.current : index
    const pressed = rows.slice(Math.min(from, index), Math.max(from, index) + 1).map(rowKey)
    before.current = index
    onChange(new Set(marks ? [...keys, ...pressed] : [...keys].filter(key => !pressed.includes(key))))
  }
  return (row: Row, index: number) => (
    <td role={role} className={classes.check} data-check>
      {selectable?.(row) === false ? null : (
        <Checkbox
          aria-label={t`Seleccionar ${nameOf(row)}`}
          checked={keys.has(rowKey(row))}
          // The change follows from the press, which knows of Shift.
          onChange={() => {}}
          onClick={event => press(index, event)}
        />
      )}
    </td>
  )
}
