import { missingAnswers } from '#domain/assessment/assessment.ts'
import { headerLabels, missingHeader } from '#domain/assessment/header.ts'
import type { EventName } from '#domain/audit-log/events.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { AssessmentStatus } from '#domain/states/assessment.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import { headerOf } from '#server/assessment/fill.ts'
import type { AssessmentRow } from '#server/assessment/queries.ts'
import { evaluatedOf, lockedAssessment } from '#server/assessment/queries.ts'
import { assessmentFacts, assessmentPayload, updateAssessment } from '#server/assessment/write.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'

/** The evaluation, locked and of the version on which the change is based. */
async function current(tx: Transaction, actor: Actor, id: string, version: number | undefined) {
  const row = await lockedAssessment(tx.db, actor, id)
  const object = { kind: 'assessment', id }
  await refuseStale(tx.db, actor, version, { version: row.version, now: {}, yours: {}, labels: () => null, object })
  return row
}

/**
 * Confirms a DRAFT and notifies CCI and the provider (DICT-16).
 * @throws DomainError notFound, changedMeanwhile, assessmentClosed, assessmentIncomplete with the header's fields
 */
export async function confirmAssessment(tx: Transaction, actor: Actor, id: string, version?: number): Promise<void> {
  const row = await current(tx, actor, id, version)
  const header = missingHeader(headerOf(row))
  const { keys, domains } = missingAnswers(await evaluatedOf(tx.db, row))
  const facts = assessmentFacts({ complete: header.length === 0 && keys.length === 0 })
  const decision = decide(assessmentMachine, 'confirm', row.status, facts, actor.role)
  if (!decision.ok) {
    if (decision.reason !== 'assessmentIncomplete') throw new DomainError(decision.reason)
    throw new DomainError(decision.reason, {
      values: {
        n: String(keys.length),
        domains: domains.join(', '),
        header: header.map(field => headerLabels[field]).join(', '),
      },
      fields: Object.fromEntries(header.map(field => [field, t('Falta para confirmar')])),
      details: { missing: keys.length, domains },
    })
  }
  await updateAssessment(tx.db, id, { status: decision.to, confirmed_by: actor.userId, confirmed_at: tx.now })
  tx.record({
    event: decision.event,
    object: { kind: 'assessment', id },
    facts: assessmentPayload(row),
    data: { from: row.status, to: decision.to, levels: row.levels },
  })
}

/** @throws DomainError notFound, changedMeanwhile, wrongState */
export async function takeBackAssessment(tx: Transaction, actor: Actor, id: string, version?: number): Promise<void> {
  const row = await current(tx, actor, id, version)
  const decision = assertAllowed(decideByStatus(assessmentMachine, 'takeBack', row.status, actor.role))
  await returnToDraft(tx, row, decision)
}

/** Writes a move back to DRAFT. */
export async function returnToDraft(
  tx: Transaction,
  row: AssessmentRow,
  { to, event }: { to: AssessmentStatus; event: EventName },
): Promise<void> {
  await updateAssessment(tx.db, row.id, { status: to, confirmed_by: null, confirmed_at: null })
  tx.record({
    event,
    object: { kind: 'assessment', id: row.id },
    facts: assessmentPayload(row),
    data: { from: row.status, to },
  })
}

/** Removes a DRAFT with its answers. @throws DomainError notFound, assessmentClosed */
export async function discardAssessment(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const row = await lockedAssessment(tx.db, actor, id)
  const decision = assertAllowed(decideByStatus(assessmentMachine, 'discard', row.status, actor.role))
  await tx.db.deleteFrom('assessment').where('id', '=', id).execute()
  tx.record({
    event: decision.event,
    object: { kind: 'assessment', id },
    facts: assessmentPayload(row),
    data: { from: row.status, origin: row.origin, answered: row.answered },
  })
}
