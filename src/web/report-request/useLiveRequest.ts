import { useQuery } from '@tanstack/react-query'
import { isLive } from '#domain/report-request/report-request.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { reading } from '#web/api.ts'

/** The live request of a provider for a service and an evaluator, which leaves no room for another (D11, D37). */
export function useLiveRequest(provider: string, service: string, evaluator: string): ValidationWire | undefined {
  const { data } = useQuery({
    ...reading(listValidations, {
      query: { genericEntityId: provider, type: 'AUDIT_REPORT', idServiceCatalog: service, idAudit: evaluator },
    }),
    enabled: service !== '' && evaluator !== '',
  })
  return data?.content.find(request => isLive(request.status as ReportRequestStatus))
}
