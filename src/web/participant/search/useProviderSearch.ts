import type { Role } from '#domain/identity/roles.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { exportOverview } from '#domain/participant/contract.ts'
import { expiryFilter } from '#domain/participant/expiry-filter.ts'
import { useList } from '#web/list/useList.ts'
import { levelFilters } from '#web/participant/search/LevelFilters.tsx'

/** Filters of the provider search by their URL names; `from` and `to` are days. */
const providerFilters = [
  'provider',
  'service',
  'audit',
  'status',
  'from',
  'to',
  'score',
  'issue',
  'fav',
  ...levelFilters,
] as const

/** Key of a row: its request, or its provider when it has none (D52). */
export const rowKeyOf = (row: Pick<OverviewRow, 'idProvider' | 'validationId'>) => row.validationId ?? row.idProvider

/** Provider search: its state in the URL and the current page, of a size that the user chooses unless `fixed`. */
export function useProviderSearch(role: Role, size: number, fixed: boolean) {
  return useList(exportOverview, {
    params: { kind: 'PROVIDER' },
    filters: providerFilters,
    asked: ({ from, to, domain, below, ...rest }) => ({
      ...rest,
      ...expiryFilter(from ?? null, to ?? null),
      // One means nothing without the other.
      ...(domain && below ? { domain, below } : {}),
    }),
    sort: role === 'PROVIDER' ? 'service,asc' : 'provider,asc',
    size,
    fixed,
  })
}
