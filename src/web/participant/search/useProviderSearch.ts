import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QueryInput } from '#domain/contract.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { expiryFilter } from '#domain/participant/expiry-filter.ts'
import type { Role } from '#domain/roles.ts'
import { reading } from '#web/api.ts'
import type { ListState } from '#web/list/useListState.ts'
import { useListState } from '#web/list/useListState.ts'

/** The filters of the provider search as the URL names them; `from` and `to` are days there. */
export const providerFilters = [
  'provider',
  'service',
  'audit',
  'status',
  'from',
  'to',
  'score',
  'issue',
  'fav',
] as const

type Query = NonNullable<QueryInput<typeof readOverview>>

/** The API's query of what the URL says. */
export function overviewQuery(list: Pick<ListState, 'filters' | 'page' | 'sort'>, size: number): Query {
  const { from, to, ...rest } = list.filters
  return { ...rest, ...expiryFilter(from ?? null, to ?? null), page: list.page, size, sort: list.sort } as Query
}

/** What identifies a row: its request, or its provider where it has none (D52). */
export const rowKeyOf = (row: Pick<OverviewRow, 'idProvider' | 'validationId'>) => row.validationId ?? row.idProvider

/** The provider search: its state in the URL and the page it shows. */
export function useProviderSearch(role: Role, size: number) {
  const list = useListState(providerFilters, role === 'PROVIDER' ? 'service,asc' : 'provider,asc')
  const result = useQuery({
    ...reading(readOverview, { params: { kind: 'PROVIDER' }, query: overviewQuery(list, size) }),
    placeholderData: keepPreviousData,
  })
  return { list, ...result }
}
