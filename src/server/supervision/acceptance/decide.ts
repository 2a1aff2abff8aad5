import type { BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { acceptanceMachine } from '#domain/states/acceptance.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import { acceptanceDayFault, acceptanceStatusOn } from '#domain/supervision/acceptance/acceptance.ts'
import type {
  acceptGap as acceptContract,
  revokeAcceptance as revokeContract,
} from '#domain/supervision/acceptance/contract.ts'
import { isBroken, isGap, useStanding } from '#domain/supervision/use/situation.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockedUse } from '#server/supervision/use/change.ts'
import { noteSituations, useNoticeFacts } from '#server/supervision/use/note-situations.ts'
import type { Use } from '#server/supervision/use/queries.ts'
import { knownUse } from '#server/supervision/use/queries.ts'

/**
 * Accepts the gap of a use until a day (LEVEL-12).
 * @throws DomainError notFound, nothingToAccept, acceptedAlready, invalid with fields
 */
export async function acceptGap(
  tx: Transaction,
  actor: Actor,
  useId: string,
  { reason, until }: BodyOf<typeof acceptContract>,
): Promise<Use> {
  const before = await lockedUse(tx, actor, useId)
  // What has lapsed or was outgrown ends first, so that one acceptance at most is open.
  await noteSituations(tx, [before])
  const use = await knownUse(tx.db, actor.participantId, useId, tx.today)
  const { situation, obtained } = useStanding(use, tx.today)
  const isOver = use.until !== null
  const facts = { isGap: isGap(situation) && !isOver, isOpen: isBroken(situation) }
  const decision = assertAllowed(decide(acceptanceMachine, 'accept', null, facts, actor.role))
  const { acceptanceMonths } = await centreRulesOf(tx.db)
  const fault = acceptanceDayFault(until, tx.today, acceptanceMonths)
  if (fault) throw new DomainError('invalid', { fields: { until: fault } })
  const id = tx.newId()
  await tx.db
    .insertInto('acceptance')
    .values({
      id,
      use_id: useId,
      status: decision.to,
      reason,
      accepted_rating: obtained?.rating ?? null,
      required_rating: use.requiredScore!,
      until,
      decided_by: actor.userId,
      decided_at: tx.now,
    })
    .execute()
  tx.record({
    event: decision.event,
    object: { kind: 'acceptance', id },
    participantId: actor.participantId,
    told: useNoticeFacts(use),
  })
  return noted(tx, actor, useId)
}

/**
 * Revokes an acceptance (LEVEL-15).
 * @throws DomainError notFound, acceptanceEnded
 */
export async function revokeAcceptance(
  tx: Transaction,
  actor: Actor,
  id: string,
  { reason }: BodyOf<typeof revokeContract>,
): Promise<Use> {
  const found = await tx.db.selectFrom('acceptance').select('use_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new DomainError('notFound')
  const use = await lockedUse(tx, actor, found.use_id)
  const acceptance = onlyOf(use.acceptances.filter(each => each.id === id))
  const status = acceptanceStatusOn(acceptance, use, tx.today)
  const decision = assertAllowed(decideByStatus(acceptanceMachine, 'revoke', status, actor.role))
  await tx.db
    .updateTable('acceptance')
    .set({ status: decision.to, ended_at: tx.now, end_reason: reason })
    .where('id', '=', id)
    .execute()
  tx.record({ event: decision.event, object: { kind: 'acceptance', id }, participantId: actor.participantId })
  return noted(tx, actor, use.id)
}

/** The use as it is now, its situation noted. */
async function noted(tx: Transaction, { participantId }: Actor, id: string): Promise<Use> {
  await noteSituations(tx, [await knownUse(tx.db, participantId, id, tx.today)])
  return knownUse(tx.db, participantId, id, tx.today)
}
