import type { BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { clarificationMachine } from '#domain/states/clarification.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Outcome } from '#domain/validation/clarification/clarification.ts'
import { appealUntil, clarificationFacts, proposedDay } from '#domain/validation/clarification/clarification.ts'
import type { askClarification } from '#domain/validation/clarification/contract.ts'
import { formatDay } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import {
  clarificationPayload,
  lockedClarification,
  threadFactsFor,
  visibleClarification,
} from '#server/validation/clarification/queries.ts'
import { addMessage, refuse } from '#server/validation/clarification/write.ts'
import { lockedValidation } from '#server/validation/queries.ts'
import { requestStatus } from '#server/validation/wire.ts'

/**
 * The provider appeals against the published score of its request, once and within 15 days (SEAL-22). The rating stands.
 * @returns the thread's identifier.
 * @throws DomainError notFound, notYourMove, nothingToAppeal, appealTwice, appealTooLate, invalid with fields
 */
export async function appeal(tx: Transaction, actor: Actor, body: BodyOf<typeof askClarification>): Promise<string> {
  const { validationId, subject, text } = body
  const request = await lockedValidation(tx.db, actor, validationId)
  const wrong = (['askedOf', 'documentId', 'dueOn'] as const).filter(field => body[field] !== undefined)
  refuse(Object.fromEntries(wrong.map(field => [field, t('Una reclamación va al CCI, sobre la calificación')])))
  const score = await tx.db
    .selectFrom('score')
    .select(['id', 'scored_at'])
    .where('validation_id', '=', validationId)
    .where('is_current', '=', true)
    .executeTakeFirst()
  const earlier = await tx.db
    .selectFrom('clarification')
    .select('id')
    .where('score_id', '=', score?.id ?? null)
    .executeTakeFirst()
  const until = score ? appealUntil(score.scored_at) : tx.today
  const facts = clarificationFacts({
    published:
      score !== undefined &&
      request.kind === 'AUDIT_REPORT' &&
      reportRequestMachine.is.qualified(requestStatus(request, tx.today)),
    isFirst: earlier === undefined,
    inTime: tx.today <= until,
  })
  const decision = decide(clarificationMachine, 'appeal', null, facts, actor.role)
  if (!decision.ok) throw new DomainError(decision.reason, { values: { date: formatDay(until) } })
  const id = tx.newId()
  await tx.db
    .insertInto('clarification')
    .values({
      id,
      validation_id: validationId,
      score_id: score!.id,
      kind: 'APPEAL',
      subject,
      asked_by: actor.userId,
      asked_by_role: 'PROVIDER',
      asked_of: 'CCI',
      status: decision.to,
      due_on: proposedDay(tx.today, (await centreRulesOf(tx.db)).holidays),
      created_at: tx.now,
    })
    .execute()
  await addMessage(tx, actor, id, { text, party: 'PROVIDER' }, [])
  tx.record({
    event: decision.event,
    object: { kind: 'clarification', id },
    facts: clarificationPayload(await visibleClarification(tx.db, actor, id)),
    data: { to: decision.to, score: score!.id },
  })
  return id
}

/**
 * A user of CCI who did not publish the score decides an appeal against it (SEAL-23). An upheld one is carried out by a
 * correction of the score.
 * @throws DomainError notFound, notYourMove, nothingToAppeal for a question, clarificationClosed, sameReviewer,
 * changedMeanwhile, invalid with fields
 */
export async function decideAppeal(
  tx: Transaction,
  actor: Actor,
  id: string,
  { outcome, text, version }: { outcome: Outcome; text?: string | undefined; version?: number | undefined },
): Promise<void> {
  const row = await lockedClarification(tx.db, actor, id)
  const object = { kind: 'clarification' as const, id }
  const allowed = decide(clarificationMachine, 'decideAppeal', row.status, threadFactsFor(actor, row), actor.role)
  if (!allowed.ok && allowed.reason === 'sameReviewer') {
    throw new DomainError('sameReviewer', {
      values: { why: t('Quien publicó la calificación no decide la reclamación contra ella.') },
    })
  }
  const { to, event } = assertAllowed(allowed)
  await refuseStale(tx.db, actor, version, { version: row.version, now: {}, yours: {}, labels: () => null, object })
  if (text === undefined) refuse({ text: t('Escriba por qué') })
  await addMessage(tx, actor, id, { text: text!, party: 'CCI' }, [])
  await tx.db
    .updateTable('clarification')
    .set(eb => ({ status: to, outcome, closed_at: tx.now, closed_by: 'CCI', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  tx.record({
    event,
    object,
    facts: { ...clarificationPayload(row), outcome },
    data: { from: row.status, to, outcome },
  })
}
