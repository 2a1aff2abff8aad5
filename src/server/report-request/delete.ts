import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { requestFacts } from '#domain/report-request/report-request.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { beforeOf } from '#server/kernel/undo/before.ts'
import { lockedValidation, updateValidation } from '#server/validation/queries.ts'
import { renewalFactsOf, requestFactsFor, requestStatus } from '#server/validation/wire.ts'

/**
 * Deletes a request that is PENDING, REJECTED or EXPIRED (REP-13).
 * @throws DomainError notFound, requestNotDeletable, renewalExists for a published one whose renewal is open
 */
export async function deleteRequest(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const request = await lockedValidation(tx.db, actor, id)
  if (request.kind !== 'AUDIT_REPORT') throw new DomainError('requestNotDeletable')
  const status = requestStatus(request, tx.today)
  const facts = requestFacts(renewalFactsOf(request))
  const decision = assertAllowed(decide(reportRequestMachine, 'delete', status, facts, actor.role))
  await updateValidation(tx.db, id, { deleted_at: tx.now })
  tx.record({
    event: decision.event,
    object: { kind: 'validation', id },
    facts: requestFactsFor(request),
    data: { from: status },
  })
  tx.mayUndo({ act: 'requestRemoval', objectId: id, before: await beforeOf(tx, request) })
}
