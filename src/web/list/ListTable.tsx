import { t } from '#domain/language/translate.ts'
import { messageOf } from '#web/api/api.ts'
import { sortOf, sortText } from '#web/list/sorting.ts'
import type { List } from '#web/list/useList.ts'
import { DataTable, type DataTableProps } from '#web/ui/table/DataTable.tsx'
import { Pager, type PagerProps } from '#web/ui/table/Pager.tsx'

/** A long page has not more skeleton rows than a screen shows. */
const SKELETON_MAX = 25

type Given = 'label' | 'rows' | 'status' | 'sort' | 'onSort' | 'noResults' | 'error'
export interface ListTableProps<Row> extends Omit<DataTableProps<Row>, Given> {
  list: List<Row>
  /** Shown when the filters match nothing. */
  noResults?: string
}

/** A page of a list, with its order and its loading, empty, no-results and error states. */
export function ListTable<Row>({ list, noResults, columns, ...table }: ListTableProps<Row>) {
  const { error, refetch, isFetching } = list
  return (
    <DataTable
      label={t(list.shown.label)}
      skeletonRows={Math.min(list.size, SKELETON_MAX)}
      {...table}
      columns={columns.map(column => ({ sortable: sortsBy(list, column.key), ...column }))}
      rows={list.rows}
      status={list.status}
      sort={sortOf(list.sort)}
      onSort={sort => list.setSort(sortText(sort))}
      noResults={list.filtered ? { title: noResults, onClear: list.clear } : null}
      error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch(), retrying: isFetching }}
    />
  )
}

/** Whether the call of a list takes a column as an order; a look may still say that it is none. */
const sortsBy = ({ contract }: Pick<List<unknown>, 'contract'>, key: string): boolean =>
  contract.list.query!.shape.sort.safeParse(key).success

type ListPagerProps = Pick<PagerProps, 'span'> & {
  list: List<unknown>
  noun?: readonly [one: string, many: string]
}

/** The pagination of a list. With `noun` (singular and plural) it shows the count, except for zero. */
export function ListPager({ list, noun, span }: ListPagerProps) {
  const { total } = list
  if (total === undefined || (noun && total === 0)) return null
  return (
    <Pager
      page={list.page + 1}
      pageSize={list.size}
      total={total}
      span={span}
      onChange={page => list.setPage(page - 1)}
      sizes={list.sizes}
      onSize={list.setSize}
      noun={noun?.[total === 1 ? 0 : 1]}
    />
  )
}
