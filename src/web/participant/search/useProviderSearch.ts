import type { OverviewRow } from '#domain/participant/contract.ts'
import { exportOverview } from '#domain/participant/contract.ts'
import { expiryFilter } from '#domain/participant/expiry-filter.ts'
import type { Role } from '#domain/roles.ts'
import { useList } from '#web/list/useList.ts'

/** The filters of the provider search as the URL names them; `from` and `to` are days there. */
const providerFilters = ['provider', 'service', 'audit', 'status', 'from', 'to', 'score', 'issue', 'fav'] as const

/** What identifies a row: its request, or its provider where it has none (D52). */
export const rowKeyOf = (row: Pick<OverviewRow, 'idProvider' | 'validationId'>) => row.validationId ?? row.idProvider

/** The provider search: its state in the URL and the page that it shows. */
export function useProviderSearch(role: Role, size: number) {
  return useList(exportOverview, {
    params: { kind: 'PROVIDER' },
    filters: providerFilters,
    asked: ({ from, to, ...rest }) => ({ ...rest, ...expiryFilter(from ?? null, to ?? null) }),
    sort: role === 'PROVIDER' ? 'service,asc' : 'provider,asc',
    size,
  })
}
