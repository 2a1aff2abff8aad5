import { NativeSelect } from '@mantine/core'
import { Fragment, type MouseEvent, type ReactNode, useId } from 'react'
import { t } from '#domain/language/translate.ts'
import { useKeptFocus } from '#web/ui/dialog/keepFocus.ts'
import { EmptyState, type EmptyStateProps } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState, type ErrorStateProps } from '#web/ui/feedback/ErrorState.tsx'
import { GroupRow, groupsOf } from '#web/ui/table/groups.tsx'
import { ariaSort, HeaderCell } from '#web/ui/table/HeaderCell.tsx'
import { NoResults, type NoResultsProps } from '#web/ui/table/NoResults.tsx'
import { type RowSelection, SelectPage, useSelectRow } from '#web/ui/table/Selection.tsx'
import { useCards } from '#web/ui/table/useCards.ts'
import { useOverflow } from '#web/ui/table/useOverflow.ts'
import classes from './DataTable.module.css'

export interface Column<Row> {
  key: string
  /** Column header; label of the value in a card. */
  header: string
  /** The header inside a sentence; the header itself by default. */
  name?: string
  cell: (row: Row) => ReactNode
  /** Second line under the value, small. */
  sub?: (row: Row) => ReactNode
  sortable?: boolean
  align?: 'start' | 'end'
  /** Long text: spans the card and aligns left. */
  prose?: boolean
  /** CSS width. */
  width?: string | number
  /** Holds the row's buttons: header for screen readers only, aligned right. */
  actions?: boolean
  /** Added to the header for screen readers. */
  hint?: string
}
export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}
export interface DataTableProps<Row> {
  /** Accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Keys of the visible columns; all by default. The first column and the actions always show. */
  visible?: readonly string[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  status?: 'ready' | 'loading' | 'error'
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  /** Makes rows selectable; the first cell becomes the button. */
  onSelect?: (row: Row) => void
  selectedKey?: string | null
  /** Shown when the list is empty. */
  empty: EmptyStateProps
  /** With filters set: shown instead of `empty`. */
  noResults?: NoResultsProps | null
  error?: ErrorStateProps
  /** Number of skeleton rows: the page size. */
  skeletonRows?: number
  /** What opens under a row, over the whole width: the form of the row that is edited. */
  below?: (row: Row) => ReactNode
  /** The heading over a row and those after it that have the same: the rows come by group. */
  groupOf?: ((row: Row) => string) | undefined
  /** Puts a box before each row. */
  selection?: RowSelection<Row>
  /** 44 px rows. */
  dense?: boolean
}

/** A column in a menu. */
export const nameOf = ({ name, header }: { name?: string; header: string }) => t(name ?? header)

/** The number of columns that a sheet of paper on its short side has no room for. */
const WIDE = 5

const skeletonWidths = ['66%', '50%', '74%', '42%', '60%']

/**
 * List with sorting, selection, and loading, empty, no-results and error states, which keep the header. On a phone, and
 * on a tablet when the columns do not fit, each row is a card. The caller sorts the rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, status = 'ready', sort, onSort, onSelect, selectedKey, dense } = props
  const id = useId()
  const [scroller, overflows] = useOverflow<HTMLDivElement>()
  const columns = visibleOf(props)
  const keptFocus = useKeptFocus<HTMLDivElement>(rows)
  useCards(keptFocus.ref, `${columns.map(column => column.key)} ${rows.map(rowKey)} ${status}`)
  const checkOf = useSelectRow(props)
  const sortable = columns.filter(column => column.sortable)
  const begins = groupsOf(rows, props.groupOf)
  const state = status === 'ready' && rows.length === 0 ? (props.noResults ? 'noResults' : 'empty') : status

  return (
    <div
      {...keptFocus}
      tabIndex={-1}
      className={classes.root}
      data-dense={dense || undefined}
      data-wide={columns.filter(column => !column.actions).length >= WIDE || undefined}
      data-blank={(state !== 'ready' && state !== 'loading') || undefined}
    >
      {sortable.length > 0 && onSort && rows.length > 1 ? (
        <div className={classes.sortCard}>
          <NativeSelect
            label={t('Ordenar por')}
            size="xs"
            value={sort ? `${sort.key} ${sort.direction}` : ''}
            onChange={event => {
              const [key = '', direction] = event.currentTarget.value.split(' ')
              onSort({ key, direction: direction === 'desc' ? 'desc' : 'asc' })
            }}
            data={[
              ...(sort ? [] : [{ value: '', label: '-' }]),
              ...sortable.flatMap(column => [
                { value: `${column.key} asc`, label: t`${nameOf(column)}, ascendente` },
                { value: `${column.key} desc`, label: t`${nameOf(column)}, descendente` },
              ]),
            ]}
          />
        </div>
      ) : null}
      <div
        ref={scroller}
        className={classes.scroll}
        data-overflows={overflows || undefined}
        {...(overflows ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
      >
        {/* Roles repeated because the cards' display:block removes them. */}
        {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
        {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
        <table role="table" className={classes.table} aria-labelledby={id} aria-busy={state === 'loading'}>
          <caption id={id} className="vh">
            {label}
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              {props.selection ? <SelectPage selection={props.selection} rows={rows} rowKey={rowKey} /> : null}
              {columns.map((column, index) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  data-first={index === 0 || undefined}
                  style={{ width: column.width }}
                  data-align={column.align}
                  data-actions={column.actions || undefined}
                  aria-sort={ariaSort(column, sort)}
                >
                  <HeaderCell column={column} sort={sort} onSort={onSort} />
                </th>
              ))}
            </tr>
          </thead>
          {state === 'ready' ? (
            <tbody role="rowgroup">
              {rows.map((row, place) => {
                const key = rowKey(row)
                const below = props.below?.(row)
                const width = columns.length + (checkOf ? 1 : 0)
                return (
                  <Fragment key={key}>
                    {begins(place) ? <GroupRow width={width}>{props.groupOf?.(row)}</GroupRow> : null}
                    <tr
                      role="row"
                      data-selected={key === selectedKey || undefined}
                      data-selectable={onSelect ? true : undefined}
                      onClick={onSelect ? event => chooseByPointer(event, () => onSelect(row)) : undefined}
                    >
                      {checkOf?.(row, place)}
                      {columns.map((column, index) => (
                        <Cell
                          key={column.key}
                          first={index === 0}
                          data-label={column.actions ? '' : t(column.header)}
                          data-actions={column.actions || undefined}
                          data-align={column.align}
                          data-prose={column.prose || undefined}
                        >
                          <div className={classes.value}>
                            {index === 0 && onSelect ? (
                              <button
                                type="button"
                                className={classes.choose}
                                aria-expanded={key === selectedKey}
                                onClick={() => onSelect(row)}
                              >
                                {column.cell(row)}
                              </button>
                            ) : (
                              column.cell(row)
                            )}
                            <Under>{column.sub?.(row)}</Under>
                          </div>
                        </Cell>
                      ))}
                    </tr>
                    {below ? (
                      <tr role="row" className={classes.below}>
                        <td role="cell" colSpan={width}>
                          <div>{below}</div>
                        </td>
                      </tr>
                    ) : null}
                  </Fragment>
                )
              })}
            </tbody>
          ) : null}
          {state === 'loading' ? (
            <tbody role="rowgroup" aria-hidden="true">
              {Array.from({ length: props.skeletonRows ?? 6 }, (_, line) => (
                <tr key={line} role="row">
                  {props.selection ? <td role="cell" /> : null}
                  {columns.map((column, index) => (
                    <td
                      key={column.key}
                      role="cell"
                      data-label={t(column.header)}
                      data-first={index === 0 || undefined}
                      data-actions={column.actions || undefined}
                    >
                      {column.actions ? null : (
                        <span
                          className={classes.bone}
                          style={{ width: skeletonWidths[(line * 2 + index) % skeletonWidths.length] }}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ) : null}
        </table>
        {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      </div>
      {state === 'loading' ? (
        <span className="vh" role="status">
          {t('Cargando')}
        </span>
      ) : null}
      {state === 'empty' ? <EmptyState {...props.empty} /> : null}
      {state === 'noResults' && props.noResults ? <NoResults {...props.noResults} /> : null}
      {state === 'error' ? <ErrorState title={t('No se ha podido cargar la lista')} {...props.error} /> : null}
    </div>
  )
}

/** The columns to show. They are marked where they are made, perhaps before the language is known, and translated here. */
const visibleOf = <Row,>({ columns, visible }: Pick<DataTableProps<Row>, 'columns' | 'visible'>) =>
  columns.filter((column, index) => !visible || index === 0 || column.actions || visible.includes(column.key))

/** A cell of a row; the first names the row, and screen readers announce it with the others. */
function Cell({ first, ...rest }: { first: boolean; children: ReactNode } & Record<`data-${string}`, unknown>) {
  // Role repeated as in the table around it.
  const role = first ? 'rowheader' : 'cell'
  return first ? <th role={role} scope="row" data-first {...rest} /> : <td role={role} {...rest} />
}

const Under = ({ children }: { children: ReactNode }) =>
  children ? <span className={classes.sub}>{children}</span> : null

/** A click anywhere on the row selects it, except on an interactive element or during a text selection. */
function chooseByPointer(event: MouseEvent<HTMLElement>, choose: () => void): void {
  const target = event.target as HTMLElement
  if (target.closest('a, button, input, label, select, textarea')) return
  if (window.getSelection()?.toString()) return
  choose()
}
