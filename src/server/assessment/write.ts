import type { Updateable } from 'kysely'
import { progressOf } from '#domain/assessment/assessment.ts'
import { levelsReached } from '#domain/assessment/levels.ts'
import { assertAllowed } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import type { AssessmentFacts } from '#domain/states/assessment.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import type { AssessmentRow } from '#server/assessment/queries.ts'
import { evaluatedOf } from '#server/assessment/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type Change = Updateable<Tables['assessment']>

/** Conditions that the caller does not know count as not met. */
export const assessmentFacts = (known: Partial<AssessmentFacts>): AssessmentFacts => ({
  frameworkPublished: false,
  requestOpen: false,
  noneOpen: false,
  complete: false,
  ...known,
})

/** The event payload of an evaluation. */
export function assessmentPayload(row: AssessmentRow): EventPayload {
  return {
    providerId: row.providerId,
    providerName: row.providerName,
    evaluatorId: row.evaluatorId,
    evaluatorName: row.evaluatorName ?? undefined,
    serviceName: row.service,
    validationId: row.validationId,
    assessmentId: row.id,
  }
}

/** @throws DomainError assessmentClosed, unless it is a DRAFT that its evaluator fills in */
export const assertFillable = (row: AssessmentRow, actor: Actor) =>
  assertAllowed(decideByStatus(assessmentMachine, 'fill', row.status, actor.role))

/** Writes a change of the evaluation's row and increments the version. */
export async function updateAssessment(db: Db, id: string, change: Change): Promise<void> {
  await db
    .updateTable('assessment')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The same after a change of the target or the answers: computes what they come to. */
export async function updateWithResults(db: Db, row: AssessmentRow, change: Change = {}): Promise<void> {
  const evaluated = await evaluatedOf(db, { ...row, target: change.target ?? row.target })
  const { asked, answered } = progressOf(evaluated)
  await updateAssessment(db, row.id, { ...change, asked, answered, levels: JSON.stringify(levelsReached(evaluated)) })
}

/** Records that the evaluator filled it in. */
export function recordFilled(tx: Transaction, row: AssessmentRow, data: Record<string, unknown>): void {
  tx.record({
    event: assessmentMachine.moves.fill.event,
    object: { kind: 'assessment', id: row.id },
    facts: assessmentPayload(row),
    data,
  })
}
