import type { raiseFinding as raiseContract } from '#domain/assessment/finding/contract.ts'
import { findingFacts } from '#domain/assessment/finding/finding.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { findingPayload } from '#server/assessment/finding/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockedValidation } from '#server/validation/queries.ts'
import { requestStatus } from '#server/validation/wire.ts'

/**
 * CCI, or the evaluator that a request names, raises a finding by hand (FIND-03).
 * @returns its identifier.
 * @throws DomainError notFound, requestNotOpen
 */
export async function raiseFinding(
  tx: Transaction,
  actor: Actor,
  { validationId, title, detail, dimension, priority }: BodyOf<typeof raiseContract>,
): Promise<string> {
  const request = await lockedValidation(tx.db, actor, validationId)
  if (request.kind !== 'AUDIT_REPORT') throw new DomainError('notFound')
  const assessable = reportRequestMachine.is.assessable(requestStatus(request, tx.today))
  const facts = findingFacts({ requestOpen: assessable && request.superseded_by === null })
  const decision = assertAllowed(decide(findingMachine, 'raise', null, facts, actor.role))
  const id = tx.newId()
  const providerId = request.participant_id
  const serviceId = request.service_id
  await tx.db
    .insertInto('finding')
    .values({
      id,
      provider_id: providerId,
      service_id: serviceId,
      validation_id: validationId,
      dimension,
      title,
      detail,
      priority,
      status: decision.to,
      raised_by: actor.userId,
      raised_at: tx.now,
    })
    .execute()
  const named = {
    id,
    providerId,
    providerName: request.participant_name,
    evaluatorId: request.evaluator_id,
    evaluatorName: request.evaluator_name,
    serviceId,
    service: request.service,
    validationId,
    controlKey: null,
    dimension,
    title,
    isScored: request.score_id !== null,
  }
  tx.record({
    event: decision.event,
    object: { kind: 'finding', id },
    facts: findingPayload(named),
    data: { to: decision.to },
  })
  return id
}
