import type { Role } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import { providersList } from '#domain/participant/columns.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { exportOverview } from '#domain/participant/contract.ts'
import { useList } from '#web/list/useList.ts'

/** Key of a row: its request, or its provider when it has none (D52). */
export const rowKeyOf = (row: Pick<OverviewRow, 'idProvider' | 'validationId'>) => row.validationId ?? row.idProvider

/** Provider search: its state in the URL and the current page, of a size that the user chooses unless `fixed`. */
export function useProviderSearch(role: Role, size: number, fixed: boolean) {
  const own = role === 'PROVIDER' ? { label: msg('Lista de servicios'), sort: 'service,asc' } : {}
  return useList(exportOverview, { params: { kind: 'PROVIDER' }, shown: { ...providersList, ...own, size }, fixed })
}
