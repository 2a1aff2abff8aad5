import type { BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type {
  decideIndependence as decideContract,
  declareIndependence as declareContract,
} from '#domain/report-request/independence/contract.ts'
import { declarationFacts, independenceFieldLabels } from '#domain/report-request/independence/facts.ts'
import { declarationFaults, declareMove, isScoreOpen } from '#domain/report-request/independence/independence.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import { decide } from '#domain/states/machine.ts'
import type { Edited } from '#server/kernel/conflict.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Declaration } from '#server/report-request/independence/queries.ts'
import { assertDeclarable, openDeclaration } from '#server/report-request/independence/queries.ts'
import { lockedValidation } from '#server/validation/queries.ts'
import { requestFactsFor, requestStatus } from '#server/validation/wire.ts'

/**
 * The evaluator of a request declares its independence for this round, or declares it again (SEAL-01).
 * @throws DomainError notFound, changedMeanwhile, declarationDecided, declarationClosed, invalid with fields
 */
export async function declareIndependence(
  tx: Transaction,
  actor: Actor,
  id: string,
  { answers, text, version }: BodyOf<typeof declareContract>,
): Promise<void> {
  const request = await lockedValidation(tx.db, actor, id)
  assertDeclarable(request, actor)
  const standing = await openDeclaration(tx.db, id)
  await refuseStale(tx.db, actor, version, edited(id, standing, declarationFacts({ answers, text })))
  const facts = { scoreOpen: isScoreOpen(requestStatus(request, tx.today)) }
  const status = standing?.status ?? null
  const decision = assertAllowed(decide(independenceMachine, declareMove(answers, status), status, facts, actor.role))
  const fields = declarationFaults(answers, text)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  const said = {
    status: decision.to,
    answers: JSON.stringify(answers),
    text,
    declared_by: actor.userId,
    declared_at: tx.now,
  }
  const declarationId = standing?.id ?? tx.newId()
  if (standing) await change(tx, standing, said)
  else {
    await tx.db
      .insertInto('independence_declaration')
      .values({ id: declarationId, validation_id: id, evaluator_id: actor.participantId, ...said })
      .execute()
  }
  tx.record({
    event: decision.event,
    object: { kind: 'independence', id },
    facts: requestFactsFor(request),
    data: { declaration: declarationId, from: status, to: decision.to },
  })
}

const decisionMoves = { ADMITTED: 'admit', REFUSED: 'refuse' } as const

/**
 * CCI admits an evaluator with a possible conflict, or refuses it (SEAL-04).
 * @throws DomainError notFound, changedMeanwhile, noConflictToDecide, declarationClosed
 */
export async function decideIndependence(
  tx: Transaction,
  actor: Actor,
  id: string,
  { decision: given, reason, version }: BodyOf<typeof decideContract>,
): Promise<void> {
  const request = await lockedValidation(tx.db, actor, id)
  assertDeclarable(request, actor)
  const standing = await openDeclaration(tx.db, id)
  await refuseStale(tx.db, actor, version, edited(id, standing, declarationFacts({ status: given, reason })))
  const facts = { scoreOpen: isScoreOpen(requestStatus(request, tx.today)) }
  const status = standing?.status ?? null
  const decision = assertAllowed(decide(independenceMachine, decisionMoves[given], status, facts, actor.role))
  await change(tx, standing!, {
    status: decision.to,
    cci_reason: reason,
    decided_by: actor.userId,
    decided_at: tx.now,
  })
  tx.record({
    event: decision.event,
    object: { kind: 'independence', id },
    facts: { ...requestFactsFor(request), reason },
    data: { declaration: standing!.id, from: status, to: decision.to },
  })
}

/** The standing declaration for a conflict report; its version is 0 while there is none. */
const edited = (id: string, standing: Declaration | undefined, yours: Edited['yours']): Edited => ({
  version: standing?.version ?? 0,
  now: standing ? declarationFacts(standing) : {},
  yours,
  labels: independenceFieldLabels,
  object: { kind: 'independence', id },
})

type Change = {
  status: string
  answers?: string
  text?: string
  declared_by?: string
  declared_at?: string
  cci_reason?: string
  decided_by?: string
  decided_at?: string
}

const change = ({ db }: Transaction, { id }: Declaration, values: Change) =>
  db
    .updateTable('independence_declaration')
    .set(eb => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Ends the declaration of a request that is sent again: the next round needs its own (SEAL-05). */
export async function endRound({ db, now }: Transaction, validationId: string): Promise<void> {
  await db
    .updateTable('independence_declaration')
    .set({ ended_at: now })
    .where('validation_id', '=', validationId)
    .where('ended_at', 'is', null)
    .execute()
}
