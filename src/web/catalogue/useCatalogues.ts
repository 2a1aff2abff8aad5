import { useQuery } from '@tanstack/react-query'
import { listServices } from '#domain/catalogue/contract.ts'
import { listParticipants } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { queryOptions } from '#web/api/api.ts'
import { useMay } from '#web/session/useMe.ts'

const long = { staleTime: 300_000 }

/**
 * Services and evaluators for the filters, once they are `wanted`: they may be thousands. Evaluators only for roles that
 * may choose one.
 */
export function useCatalogues(wanted: boolean) {
  const chooses = useMay('evaluator.choose')
  const services = useQuery({ ...queryOptions(listServices, { query: { size: 9999 } }), enabled: wanted, ...long })
  const evaluators = useQuery({
    ...queryOptions(listParticipants, { params: { kind: 'audit' }, query: { size: 9999 } }),
    enabled: wanted && chooses,
    ...long,
  })
  const choices = (services.data?.content ?? []).map(service => ({ value: service.id, label: service.description }))
  return {
    services: choices,
    /** The same for `ListFilters`. */
    serviceChoices: services.isPending ? undefined : choices,
    evaluators: (evaluators.data?.content ?? []).map(one => ({ value: one.id, label: displayName(one) })),
    evaluatorsOffered: chooses,
    loading: wanted && (services.isPending || (chooses && evaluators.isPending)),
  }
}
