import { useQuery } from '@tanstack/react-query'
import { listValidations } from '#domain/validation/contract.ts'
import { queryOptions } from '#web/api/api.ts'

/** The services of a provider that the reader sees requests of, for a choice. */
export function useProviderServices(providerId: string): { value: string; label: string }[] {
  const { data } = useQuery({
    ...queryOptions(listValidations, { query: { genericEntityId: providerId, type: 'AUDIT_REPORT' } }),
    enabled: providerId !== '',
  })
  const named = (data?.content ?? []).flatMap(({ idServiceCatalog, service }) =>
    idServiceCatalog && service ? [[idServiceCatalog, service] as const] : [],
  )
  return [...new Map(named)].map(([value, label]) => ({ value, label }))
}
