import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { dateReport as dateContract } from '#domain/report-request/contract.ts'
import { requestLabels } from '#domain/report-request/facts.ts'
import { reportDateFault } from '#domain/report-request/report-date.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockedForDecision, updateValidation } from '#server/validation/queries.ts'
import { requestFactsFor } from '#server/validation/wire.ts'

/** @throws DomainError invalid with fields */
export function refuseFutureReport(date: Day | null, today: Day): void {
  const fault = reportDateFault(date, today)
  if (fault) throw new DomainError('invalid', { fields: { reportDate: fault } })
}

/** A date in the words of a conflict. */
export const reportDateText = (date: Day | null): string => (date ? formatDay(date) : '')

/**
 * CCI notes the date of the report of a request (DORA-11).
 * @throws DomainError notFound, wrongState for a documentation, changedMeanwhile, invalid with fields
 */
export async function dateReport(
  tx: Transaction,
  actor: Actor,
  id: string,
  { reportDate, version }: BodyOf<typeof dateContract>,
): Promise<void> {
  const request = await lockedForDecision(tx.db, actor, id)
  if (request.kind !== 'AUDIT_REPORT') throw new DomainError('wrongState')
  await refuseStale(tx.db, actor, version, {
    version: request.version,
    now: { reportDate: reportDateText(request.report_date) },
    yours: { reportDate: reportDateText(reportDate) },
    labels: requestLabels,
    object: { kind: 'validation', id },
  })
  refuseFutureReport(reportDate, tx.today)
  if (reportDate === request.report_date) return
  await updateValidation(tx.db, id, { report_date: reportDate })
  tx.record({
    event: 'request.report-dated',
    object: { kind: 'validation', id },
    facts: requestFactsFor(request),
    data: { before: request.report_date, reportDate },
    tell: false,
  })
}
