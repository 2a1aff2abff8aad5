import type { Due, Reader } from '#domain/identity/due.ts'
import { may } from '#domain/identity/roles.ts'
import { isScoreOpen } from '#domain/report-request/independence/independence.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'

/** A request that names the reader as its evaluator. */
export type NamedRequest = {
  id: string
  status: ReportRequestStatus
  providerName: string
  service: string
  sentAt: string | null
  /** Its present round has a declaration of independence. */
  declared: boolean
}

/** The declaration that a request still lacks. */
export function independenceSteps(request: NamedRequest, { actor }: Reader): Due[] {
  const { id, status, providerName, service, sentAt, declared } = request
  if (!may(actor, 'independence.declare') || declared || !isScoreOpen(status)) return []
  return [
    {
      act: 'declareIndependence',
      id,
      thing: service,
      counterpart: providerName,
      dueAt: null,
      overdue: false,
      since: sentAt,
    },
  ]
}
