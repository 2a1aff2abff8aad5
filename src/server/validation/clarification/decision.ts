import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import type { ClarificationStatus } from '#domain/states/clarification.ts'
import { clarificationMachine } from '#domain/states/clarification.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import { clarificationFacts } from '#domain/validation/clarification/clarification.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { clarificationPayload, visibleClarification } from '#server/validation/clarification/queries.ts'

/** A thread that a decision closed, as its undo needs it. */
export type ClosedThread = { id: string; status: ClarificationStatus }

/**
 * Closes the open questions about what CCI has just decided, and says so in them (ASK-09). The caller has locked the
 * validation.
 */
export async function closeQuestions(tx: Transaction, actor: Actor, validationId: string): Promise<ClosedThread[]> {
  const open = await tx.db
    .selectFrom('clarification')
    .select(['id', 'status'])
    .where('validation_id', '=', validationId)
    .where('kind', '=', 'QUESTION')
    .where(hasStatus(sql`status`, clarificationMachine.sets.open))
    .orderBy('id')
    .execute()
  const closed: ClosedThread[] = []
  for (const { id, status } of open as ClosedThread[]) {
    const facts = clarificationFacts({ isCentre: true })
    const decision = decide(clarificationMachine, 'close', status, facts, actor.role)
    if (!decision.ok) continue
    await tx.db
      .updateTable('clarification')
      .set(eb => ({ status: decision.to, closed_at: tx.now, closed_by: 'DECISION', version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    tx.record({
      event: decision.event,
      object: { kind: 'clarification', id },
      facts: clarificationPayload(await visibleClarification(tx.db, actor, id)),
      data: { from: status, to: decision.to, by: 'decision' },
    })
    closed.push({ id, status })
  }
  return closed
}

/** Opens them again with the decision that is undone (decision 027). */
export async function reopenQuestions(tx: Transaction, actor: Actor, closed: readonly ClosedThread[]): Promise<void> {
  for (const { id, status } of closed) {
    const move = clarificationMachine.is.answered(status) ? 'undoClosingAnswered' : 'undoClosing'
    const row = await visibleClarification(tx.db, actor, id)
    const decision = decideByStatus(clarificationMachine, move, row.status, actor.role)
    if (!decision.ok) continue
    await tx.db
      .updateTable('clarification')
      .set(eb => ({ status: decision.to, closed_at: null, closed_by: null, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    tx.record({ event: decision.event, object: { kind: 'clarification', id }, facts: clarificationPayload(row) })
  }
}
