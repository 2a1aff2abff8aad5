import { useLocalStorage } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { AnswerOf, ParamsInput } from '#domain/contract/contract.ts'
import { t } from '#domain/language/translate.ts'
import type { ListContract, ListExport, RowOf } from '#domain/list/export.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { queryOptions } from '#web/api/api.ts'
import type { ListState } from '#web/list/useListState.ts'
import { useListState } from '#web/list/useListState.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

type Options<List extends ListContract> = {
  params?: ParamsInput<List>
  /** Instead of the contract's own, for a list that differs by reader or screen. */
  shown?: ListShown
  /** The user cannot choose larger pages. */
  fixed?: boolean
  /** Polling interval in ms. */
  refetchInterval?: number
}

type Answer<L extends ListContract> = AnswerOf<L> & { content: RowOf<L>[]; totalElements: number }

/** A list on the screen: its state in the URL and its current page. */
export type List<Row> = ListState & {
  contract: ListExport
  shown: ListShown
  params: unknown
  size: number
  /** Page sizes to choose from. */
  sizes: readonly number[]
  /** Undefined when the size is fixed. */
  setSize: ((size: number) => void) | undefined
  /** Filters and order in the API's format, for an export. */
  asked: Record<string, unknown>
  filtered: boolean
  rows: readonly Row[]
  /** Undefined until a page has loaded. */
  total: number | undefined
  status: 'ready' | 'loading' | 'error'
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** What a page may hold instead of the size that the specification gives it. */
const largerPages = [25, 100]

/** Rows per page of a list, remembered in this browser. */
const usePageSize = (list: string, size: number) =>
  useLocalStorage({ key: `almotacen-filas-${list}`, defaultValue: size, getInitialValueInEffect: false })

/**
 * Loads the list page that the URL names and keeps the previous page until it arrives. Takes the contract of the list's
 * export, which refers to the list's own.
 */
export function useList<L extends ListContract>(
  contract: ListExport<L>,
  options: Options<L> = {},
): List<RowOf<L>> & { data: Answer<L> | undefined } {
  const { params, refetchInterval, fixed, shown = contract.shown! } = options
  const sizes = [shown.size, ...largerPages]
  const [chosen, choose] = usePageSize(contract.list.name, shown.size)
  const size = fixed || !sizes.includes(chosen) ? shown.size : chosen
  const state = useListState(Object.keys(shown.filters ?? {}), shown.sort, shown.prefix)
  const schema = contract.list.query as z.ZodObject<{ sort: z.ZodType; page: z.ZodType }>
  // An old link may name an order, a page or a value of a filter that the list does not have.
  const sort = schema.shape.sort.safeParse(state.sort).success ? state.sort : shown.sort
  const number = schema.shape.page.safeParse(state.page).success ? state.page : 0
  const askedBy = (filters: Record<string, string>) => ({ ...(shown.asked?.(filters) ?? filters), sort })
  const fits = (filters: Record<string, string>) =>
    schema.safeParse({ ...askedBy(filters), page: number, size }).success
  const unknown = fits(state.filters)
    ? []
    : Object.keys(state.filters).filter(name => !fits({ [name]: state.filters[name]! }))
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([name]) => !unknown.includes(name)))
  const isOld = unknown.length > 0
  const { searchStr } = useLocation()
  useEffect(() => {
    if (isOld) state.drop(unknown)
    // Once per address: the other list of a screen may cancel the navigation with its own.
  }, [isOld, searchStr])
  useEffect(() => {
    if (!isOld) return
    showToast({
      title: t('La lista se abre sin un filtro'),
      text: t('La dirección pedía un valor que este filtro no tiene.'),
    })
  }, [isOld])
  const asked = askedBy(filters)
  const query = { ...asked, page: number, size }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryOptions(contract.list, { params, query } as never),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const page = data as Answer<L> | undefined
  // The page is out of range: rows were removed, or the link is old.
  const isBeyond = page !== undefined && page.content.length === 0 && page.totalElements > 0
  const last = page ? Math.ceil(page.totalElements / size) - 1 : 0
  const instead = isBeyond && !isPlaceholderData && last < number ? last : null
  useEffect(() => {
    if (instead !== null) state.setPage(instead, { replace: true })
    // Once per page: the navigation takes a while, and a second one would cancel it.
  }, [instead])
  return {
    ...state,
    filters,
    page: number,
    sort,
    contract: contract as unknown as ListExport,
    shown,
    params,
    size,
    sizes,
    setSize: fixed
      ? undefined
      : next => {
          choose(next)
          state.setPage(0, { replace: true })
        },
    asked,
    filtered: Object.keys(filters).length > 0,
    data: page,
    rows: page?.content ?? [],
    total: isBeyond ? undefined : page?.totalElements,
    status: page && !isBeyond ? 'ready' : error ? 'error' : 'loading',
    error,
    isFetching,
    refetch,
  }
}
