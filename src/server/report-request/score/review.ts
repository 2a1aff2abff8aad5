import { labelsOf } from '#domain/conflict/conflict.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { reviewScore as reviewContract } from '#domain/report-request/score/contract.ts'
import { decideReview, reviewErrors, underReviewNote } from '#domain/report-request/score/review.ts'
import { ratingReviewMachine } from '#domain/states/rating-review.ts'
import { madridDay } from '#domain/values/day.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { findScore } from '#server/report-request/score/queries.ts'
import type { RequestRow } from '#server/validation/queries.ts'
import { knownRequest, lockedForDecision, updateValidation } from '#server/validation/queries.ts'
import { renewalFactsOf, requestFactsFor, requestStatus } from '#server/validation/wire.ts'

const labels = labelsOf({ review: 'Revisión extraordinaria' })
const reviewFacts = (since: string | null) => ({ review: since ? underReviewNote(madridDay(since)) : 'No' })

/**
 * Puts a rating under extraordinary review, or lifts the review; status, rating and expiry stay (AFFECT-13).
 * @throws DomainError notFound, invalid, ratingNotInForce, underReviewAlready, ratingNotUnderReview, changedMeanwhile
 */
export async function reviewScore(
  tx: Transaction,
  actor: Actor,
  scoreId: string,
  { reason, outcome, version }: BodyOf<typeof reviewContract>,
): Promise<void> {
  const found = await findScore(tx.db, actor, scoreId)
  if (!found) throw new DomainError('notFound')
  const request = knownRequest(await lockedForDecision(tx.db, actor, found.id))
  const fields = reviewErrors({ reason, outcome })
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  await refuseStale(tx.db, actor, version, {
    version: request.version,
    now: reviewFacts(request.review_since),
    yours: reviewFacts(outcome === undefined ? tx.now : null),
    labels,
    object: { kind: 'score', id: request.score_id! },
    names: [{ kind: 'validation', id: request.id }],
  })
  // A score that a correction or a renewal followed is history.
  if (request.score_id !== scoreId) throw new DomainError('ratingNotInForce')
  const decision = assertAllowed(
    decideReview(
      outcome === undefined ? 'begin' : 'lift',
      {
        status: requestStatus(request, tx.today),
        superseded: renewalFactsOf(request).superseded,
        underReview: request.review_since !== null,
      },
      actor.role,
    ),
  )
  await tx.db
    .updateTable('score')
    .set(
      decision.to === null
        ? { review_since: null, review_reason: '' }
        : { review_since: tx.now, review_reason: reason! },
    )
    .where('id', '=', scoreId)
    .execute()
  await updateValidation(tx.db, request.id, {})
  tx.record({
    event: decision.event,
    object: { kind: 'score', id: scoreId },
    facts: { ...requestFactsFor(request), ...(outcome === undefined ? { reason } : { reviewOutcome: outcome }) },
    told: { serviceId: request.service_id },
  })
}

/** A correction lifts the review of the score that it replaces (AFFECT-14); the new score begins without one. */
export function liftByCorrection(tx: Transaction, request: RequestRow): void {
  if (request.review_since === null) return
  tx.record({
    event: ratingReviewMachine.moves.lift.event,
    object: { kind: 'score', id: request.score_id! },
    facts: requestFactsFor(request),
  })
}
