import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { clarificationMachine } from '#domain/states/clarification.ts'
import { decide } from '#domain/states/machine.ts'
import { isColleague } from '#server/identity/user/is-colleague.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { clarificationPayload, lockedClarification, threadFactsFor } from '#server/validation/clarification/queries.ts'

/**
 * Gives a question that waits for the actor's organisation to one of its users, who hears it, or to no one (EASE-09).
 * @throws DomainError notFound, notYourTurn, clarificationClosed, notColleague
 */
export async function assignThread(tx: Transaction, actor: Actor, id: string, assignee: string | null): Promise<void> {
  const row = await lockedClarification(tx.db, actor, id)
  // Who may answer says who looks after the answer.
  const { is } = clarificationMachine
  const answering = decide(clarificationMachine, 'answer', row.status, threadFactsFor(actor, row), actor.role)
  if (!answering.ok) throw new DomainError(is.closed(row.status) ? 'clarificationClosed' : 'notYourTurn')
  if (assignee !== null && !(await isColleague(tx.db, actor, assignee))) throw new DomainError('notColleague')
  if (row.assigneeId === assignee) return
  await tx.db.updateTable('clarification').set({ assigned_to: assignee }).where('id', '=', id).execute()
  tx.record({
    event: 'clarification.assigned',
    object: { kind: 'clarification', id },
    facts: {
      ...clarificationPayload(row),
      // Who took it knows.
      ...(assignee !== null && assignee !== actor.userId ? { colleagueId: assignee } : {}),
    },
    data: { from: row.assigneeId, to: assignee },
  })
}
