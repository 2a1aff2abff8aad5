import type { ReactNode } from 'react'
import classes from './DataTable.module.css'

/** Whether a group begins at a place. */
export function groupsOf<Row>(rows: readonly Row[], groupOf: ((row: Row) => string) | undefined) {
  const groups = groupOf && rows.map(groupOf)
  return (place: number) => groups !== undefined && groups[place] !== groups[place - 1]
}

/** The heading of a group. Roles repeated as in the table around it. */
export function GroupRow({ width, children }: { width: number; children: ReactNode }) {
  const [row, cell] = ['row', 'cell']
  return (
    <tr role={row} className={classes.group}>
      <td role={cell} colSpan={width}>
        {children}
      </td>
    </tr>
  )
}
