import { dimensionLabels } from '#domain/assessment/assessment.ts'
import { belowScale } from '#domain/assessment/levels.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { publishScore } from '#domain/report-request/score/contract.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import type { AssessmentRow } from '#server/assessment/queries.ts'
import { openAssessment, visibleAssessment } from '#server/assessment/queries.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'

type Given = BodyOf<typeof publishScore>['score']

/** What is behind a score (DICT-18): its evaluation, the computed rating, and why the score differs from it. */
export type Behind = {
  assessmentId: string | null
  computed: string | null
  overrideReason: string
  /** The evaluation to publish with the score. */
  toPublish: AssessmentRow | null
}

/**
 * What is behind a score that is published. The caller has locked the request.
 * @throws DomainError assessmentMissing, invalid, assessmentNotConfirmed, belowScale, overrideReasonMissing
 */
export async function behindPublication(
  tx: Transaction,
  actor: Actor,
  requestId: string,
  given: Given,
): Promise<Behind> {
  if (given.assessmentId !== undefined) return behindNamed(tx, actor, requestId, given.assessmentId, given)
  if ((await centreRulesOf(tx.db)).requireAssessment) throw new DomainError('assessmentMissing')
  return behindNone(tx, requestId, given)
}

/** The score that a correction replaces. */
type Replaced = { rating: string; assessmentId: string | null; computed: string | null; overrideReason: string }

/**
 * The same for a correction, which keeps the evaluation of the score that it replaces unless it names another.
 * @throws DomainError invalid, assessmentNotConfirmed, belowScale, overrideReasonMissing
 */
export async function behindCorrection(
  tx: Transaction,
  actor: Actor,
  requestId: string,
  given: Given,
  replaced: Replaced,
): Promise<Behind> {
  const named = given.assessmentId ?? replaced.assessmentId
  if (named === null) return behindNone(tx, requestId, given)
  if (named !== replaced.assessmentId) return behindNamed(tx, actor, requestId, named, given)
  const standing = given.score === replaced.rating ? replaced.overrideReason : ''
  const overrideReason = reasonOf(given.score, replaced.computed, given.overrideReason || standing)
  return { assessmentId: named, computed: replaced.computed, overrideReason, toPublish: null }
}

async function behindNamed(
  tx: Transaction,
  actor: Actor,
  requestId: string,
  id: string,
  given: Given,
): Promise<Behind> {
  await tx.db.selectFrom('assessment').select('id').where('id', '=', id).forUpdate().execute()
  const row = await visibleAssessment(tx.db, actor, id).catch(() => null)
  if (row?.validationId !== requestId) {
    throw new DomainError('invalid', { fields: { 'score.assessmentId': t('No es una evaluación de esta solicitud') } })
  }
  assertAllowed(decideByStatus(assessmentMachine, 'publish', row.status, actor.role))
  const below = belowScale(row.levels)
  if (below.length > 0) {
    const dimensions = below.map(dimension => dimensionLabels[dimension]).join(', ')
    throw new DomainError('belowScale', { values: { dimensions } })
  }
  const overrideReason = reasonOf(given.score, row.computed, given.overrideReason ?? '')
  return { assessmentId: id, computed: row.computed, overrideReason, toPublish: row }
}

/** Past a CONFIRMED evaluation a reason is needed too (DICT-20). */
async function behindNone(tx: Transaction, requestId: string, given: Given): Promise<Behind> {
  const open = await openAssessment(tx.db, requestId)
  const passed = open !== undefined && assessmentMachine.is.confirmed(open.status)
  const overrideReason = passed ? reasonOf(given.score, null, given.overrideReason ?? '') : ''
  return { assessmentId: null, computed: null, overrideReason, toPublish: null }
}

/** The reason for a rating that is not the computed one; '' for the computed one. */
function reasonOf(rating: string, computed: string | null, reason: string): string {
  if (rating === computed) return ''
  if (reason !== '') return reason
  throw new DomainError('overrideReasonMissing', { fields: { overrideReason: t('Escriba el motivo') } })
}
