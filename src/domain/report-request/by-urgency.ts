import type { ReportRequestStatus } from '#domain/states/report-request.ts'

const order: readonly (ReportRequestStatus | null)[] = ['REJECTED', 'LAPSED', 'PENDING', 'QUALIFIED', 'EXPIRED', null]

/** A provider's requests, those that need its action first. */
export function requestsByUrgency<Request extends { status: ReportRequestStatus | null }>(
  requests: readonly Request[],
): Request[] {
  return requests.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
}
