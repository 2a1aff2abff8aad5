import { askedControls } from '#domain/assessment/assessment.ts'
import { levelsReached } from '#domain/assessment/levels.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Transaction } from '#server/app/transaction.ts'
import { controlsOf, publishedFramework } from '#server/assessment/framework/queries.ts'
import { openAssessment, visibleAssessment } from '#server/assessment/queries.ts'
import { assessmentFacts, assessmentPayload } from '#server/assessment/write.ts'
import { lockedValidation } from '#server/validation/queries.ts'
import { requestStatus } from '#server/validation/wire.ts'

/**
 * The evaluator of a request begins its evaluation by the published framework (DICT-05).
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
  const id = tx.newId()
  await tx.db
    .insertInto('assessment')
    .values({
      id,
      validation_id: validationId,
      framework_id: framework!.id,
      origin: 'AUDIT',
      status: decision.to!,
      target,
      created_at: tx.now,
      asked: askedControls(controls, target).length,
      levels: JSON.stringify(levelsReached({ controls, target, answers: [] })),
    })
    .execute()
  tx.record({
    event: decision.event,
    object: { kind: 'assessment', id },
    facts: assessmentPayload(await visibleAssessment(tx.db, actor, id)),
    data: { target, framework: framework!.name, edition: framework!.edition },
  })
  return id
}
