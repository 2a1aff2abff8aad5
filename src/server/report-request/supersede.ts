import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { requestFacts } from '#domain/report-request/report-request.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { currentRequest } from '#server/report-request/queries.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { updateValidation, visibleValidation } from '#server/validation/queries.ts'
import { renewalFactsOf, requestStatus } from '#server/validation/wire.ts'

/**
 * The request of a provider, service and evaluator that another one may take the place of: an expired one (D11), or
 * undefined.
 * @param besides a request that gives way anyway
 * @throws DomainError requestExists for a live one; renewalExists for an expired one whose renewal is open
 */
export async function expiredRequest(
  tx: Transaction,
  actor: Actor,
  of: { providerId: string; serviceId: string; evaluatorId: string },
  besides: string | null = null,
): Promise<ValidationRow | undefined> {
  const standing = await currentRequest(tx.db, of.providerId, of.serviceId, of.evaluatorId)
  if (!standing || standing.id === besides) return undefined
  const row = await visibleValidation(tx.db, actor, standing.id)
  const facts = requestFacts(renewalFactsOf(row))
  const decision = decide(reportRequestMachine, 'supersede', requestStatus(row, tx.today), facts, actor.role)
  if (!decision.ok) throw new DomainError(decision.reason, { details: { validationId: row.id } })
  return row
}

/** Supersedes the expired request of this provider, service and evaluator, if there is one (D11). */
export async function supersedeExpired(...args: Parameters<typeof expiredRequest>): Promise<ValidationRow | undefined> {
  const row = await expiredRequest(...args)
  if (row) await updateValidation(args[0].db, row.id, { superseded_at: args[0].now })
  return row
}
