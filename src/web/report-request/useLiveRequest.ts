import { useQuery } from '@tanstack/react-query'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { listValidations, readValidation } from '#domain/validation/contract.ts'
import { queryOptions } from '#web/api/api.ts'

/**
 * The live request of a provider for a service and an evaluator, which blocks another one (D11, D37).
 * @param standing the request that the server named in its refusal, if any.
 */
export function useLiveRequest(
  provider: string,
  service: string,
  evaluator: string,
  standing = '',
): ValidationWire | undefined {
  // Sent from another tab: the loaded list does not contain it yet.
  const named = useQuery({ ...queryOptions(readValidation, { params: { id: standing } }), enabled: standing !== '' })
  const { data } = useQuery({
    ...queryOptions(listValidations, {
      query: { genericEntityId: provider, type: 'AUDIT_REPORT', idServiceCatalog: service, idAudit: evaluator },
    }),
    enabled: service !== '' && evaluator !== '',
  })
  return named.data ?? data?.content.find(request => reportRequestMachine.is.live(request.status))
}
