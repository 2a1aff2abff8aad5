import { sql } from 'kysely'
import type { Answer, Control } from '#domain/assessment/assessment.ts'
import { askedControls, progressOf } from '#domain/assessment/assessment.ts'
import { inheritedAnswers } from '#domain/assessment/inherit.ts'
import { levelsReached } from '#domain/assessment/levels.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { putAnswers } from '#server/assessment/fill.ts'
import { controlsOf, publishedFramework } from '#server/assessment/framework/queries.ts'
import { answersOf, openAssessment, visibleAssessment, visibleAssessments } from '#server/assessment/queries.ts'
import { assessmentFacts, assessmentPayload } from '#server/assessment/write.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { lockedValidation } from '#server/validation/queries.ts'
import { requestStatus } from '#server/validation/wire.ts'

/**
 * The evaluator of a request begins its evaluation by the published framework (DICT-05), that of a renewal from the
 * answers of the published one (EASE-02).
 * @returns its identifier.
 * @throws DomainError notFound, frameworkMissing, requestNotAssessable, assessmentExists
 */
export async function beginAssessment(
  tx: Transaction,
  actor: Actor,
  { validationId, target }: { validationId: string; target: string },
): Promise<string> {
  const request = await lockedValidation(tx.db, actor, validationId)
  if (request.evaluator_id !== actor.participantId) throw new DomainError('notFound')
  const framework = await publishedFramework(tx.db)
  const facts = assessmentFacts({
    frameworkPublished: framework !== undefined,
    requestOpen: reportRequestMachine.is.assessable(requestStatus(request, tx.today)),
    noneOpen: (await openAssessment(tx.db, validationId)) === undefined,
  })
  const decision = assertAllowed(decide(assessmentMachine, 'begin', null, facts, actor.role))
  const controls = await controlsOf(tx.db, framework!.id)
  const inherited = await lastYearsAnswers(tx.db, actor, request, controls)
  const evaluated = { controls, target, answers: inherited }
  const id = tx.newId()
  await tx.db
    .insertInto('assessment')
    .values({
      id,
      validation_id: validationId,
      framework_id: framework!.id,
      origin: 'AUDIT',
      status: decision.to,
      target,
      created_at: tx.now,
      asked: askedControls(controls, target).length,
      answered: progressOf(evaluated).answered,
      levels: JSON.stringify(levelsReached(evaluated)),
    })
    .execute()
  await putAnswers(tx.db, id, inherited)
  tx.record({
    event: decision.event,
    object: { kind: 'assessment', id },
    facts: assessmentPayload(await visibleAssessment(tx.db, actor, id)),
    data: { target, framework: framework!.name, edition: framework!.edition, inherited: inherited.length },
  })
  return id
}

/**
 * The answers of the published evaluation that a renewal follows, where its evaluator gave them. Those of another
 * evaluator are not its to read.
 */
async function lastYearsAnswers(
  db: Db,
  actor: Actor,
  request: ValidationRow,
  controls: readonly Control[],
): Promise<Answer[]> {
  const isRenewal = request.renews_id !== null || request.request_type === 'RENEWAL'
  if (!isRenewal) return []
  const published = await visibleAssessments(db, actor)
    .select(['a.id', 'a.framework_id'])
    .where('a.validation_id', '=', request.renews_id ?? request.id)
    .where('v.evaluator_id', '=', actor.participantId)
    .where(hasStatus(sql`a.status`, assessmentMachine.sets.published))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .executeTakeFirst()
  if (!published) return []
  const before = {
    controls: await controlsOf(db, published.framework_id),
    answers: await answersOf(db, published.id),
  }
  return inheritedAnswers(before, controls)
}
