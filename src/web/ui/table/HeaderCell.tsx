import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import type { Column, Sort } from '#web/ui/table/DataTable.tsx'
import classes from './DataTable.module.css'

/** How a column is sorted, for screen readers. */
export function ariaSort<Row>(column: Column<Row>, sort?: Sort | null) {
  if (!column.sortable) return undefined
  if (sort?.key !== column.key) return 'none'
  return sort.direction === 'asc' ? 'ascending' : 'descending'
}

/** The header of a column; of one that sorts, a button. */
export function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort?: Sort | null
  onSort?: (sort: Sort) => void
}) {
  const words = (
    <>
      {t(column.header)}
      {column.hint ? <span className="vh"> {t(column.hint)}</span> : null}
    </>
  )
  if (column.actions) return <span className="vh">{t(column.header)}</span>
  if (!column.sortable || !onSort) return words
  const mine = sort?.key === column.key ? sort.direction : null
  const Icon = mine === 'asc' ? IconArrowUp : mine === 'desc' ? IconArrowDown : IconSelector
  return (
    <button
      type="button"
      className={classes.sort}
      onClick={() => onSort({ key: column.key, direction: mine === 'asc' ? 'desc' : 'asc' })}
    >
      {words}
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}
