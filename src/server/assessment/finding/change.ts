import { sql } from 'kysely'
import type { changeFinding as changeContract } from '#domain/assessment/finding/contract.ts'
import { planFacts, planLabels } from '#domain/assessment/finding/facts.ts'
import type { FindingMove } from '#domain/assessment/finding/finding.ts'
import {
  abilityOfMove,
  fieldsOfMove,
  findingFacts,
  findingStatusOn,
  isPostponed,
  planErrors,
} from '#domain/assessment/finding/finding.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import type { FindingFacts } from '#domain/states/finding.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { decide } from '#domain/states/machine.ts'
import type { FindingRow } from '#server/assessment/finding/queries.ts'
import { findingPayload, lockedFinding } from '#server/assessment/finding/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { refuseFields } from '#server/participant/edit.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

type Given = Omit<BodyOf<typeof changeContract>, 'move' | 'version'>

/**
 * One move of a finding by hand (FIND-04, FIND-05).
 * @throws DomainError notFound, forbidden, unknownField for a field of another move, changedMeanwhile, invalid with
 * fields, and the reasons of the machine
 */
export async function changeFinding(
  tx: Transaction,
  actor: Actor,
  id: string,
  { move, version, ...given }: BodyOf<typeof changeContract>,
): Promise<void> {
  const row = await lockedFinding(tx.db, actor, id)
  if (!may(actor, abilityOfMove[move])) throw new DomainError('forbidden')
  const fields = fieldsOfMove[move]
  refuseFields(Object.keys(given).filter(field => !(fields as readonly string[]).includes(field)))
  const { measure, ownerName, dueOn, proof } = given
  await refuseStale(tx.db, actor, version, {
    version: row.version,
    now: planFacts(row),
    yours: planFacts({ measure, ownerName, dueOn, proof }),
    labels: planLabels,
    object: { kind: 'finding', id },
  })
  if (move === 'plan') return plan(tx, actor, row, given)
  if (move === 'complete') return complete(tx, actor, row, given)
  return judge(tx, actor, row, move, given.reason ?? '')
}

function decided(tx: Transaction, actor: Actor, row: FindingRow, move: FindingMove, known: Partial<FindingFacts>) {
  const from = findingStatusOn(row.status, row.dueOn, tx.today)
  const decision = decide(findingMachine, move, from, findingFacts(known), actor.role)
  if (decision.ok) return { from, to: decision.to, event: decision.event }
  const fields = { findingReasonMissing: { reason: 'Escriba el motivo' }, proofMissing: { proof: 'Falta la prueba' } }
  throw new DomainError(decision.reason, { fields: fields[decision.reason as keyof typeof fields] })
}

type Change = { [column: string]: unknown }

async function write(db: Db, id: string, change: Change): Promise<void> {
  await db
    .updateTable('finding')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

async function plan(tx: Transaction, actor: Actor, row: FindingRow, given: Given): Promise<void> {
  const wanted = {
    measure: given.measure ?? row.measure,
    ownerName: given.ownerName ?? row.ownerName,
    dueOn: given.dueOn ?? null,
  }
  const postponed = wanted.dueOn !== null && isPostponed(row.dueOn, wanted.dueOn)
  const reason = given.reason ?? ''
  const { from, to, event } = decided(tx, actor, row, 'plan', { postponed, reason })
  const fields = planErrors(wanted, tx.today)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  await write(tx.db, row.id, {
    status: to,
    measure: wanted.measure,
    owner_name: wanted.ownerName,
    due_on: wanted.dueOn,
    ...(postponed ? { delay_reason: reason } : {}),
    // Another day has steps of its own.
    ...(wanted.dueOn === row.dueOn ? {} : { told: null }),
  })
  tx.record({
    event,
    object: { kind: 'finding', id: row.id },
    facts: findingPayload(row),
    told: { unplanned: await unplannedOf(tx.db, row.validationId) },
    data: { from, to, dueOn: wanted.dueOn, ...(postponed ? { before: row.dueOn, reason } : {}) },
  })
}

/** How many findings of a request have no plan yet. */
export async function unplannedOf(db: Db, validationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('finding as f')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('f.validation_id', '=', validationId)
    .where(hasStatus(sql`f.status`, findingMachine.sets.unplanned))
    .executeTakeFirstOrThrow()
  return count
}

async function complete(tx: Transaction, actor: Actor, row: FindingRow, { proof = '' }: Given): Promise<void> {
  const proven = proof !== '' || (await filesOfProof(tx.db, row)) > 0
  const { from, to, event } = decided(tx, actor, row, 'complete', { proven })
  await write(tx.db, row.id, { status: to, proof, done_at: tx.now, returned_reason: '' })
  tx.record({
    event,
    object: { kind: 'finding', id: row.id },
    facts: findingPayload(row),
    data: { from, to },
  })
}

/** How many files the proof that is being given has; those of a proof that was sent back do not count. */
export async function filesOfProof(db: Db, { id, returnedAt }: FindingRow): Promise<number> {
  let found = db
    .selectFrom('finding_file')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('finding_id', '=', id)
  if (returnedAt !== null) found = found.where('uploaded_at', '>', returnedAt)
  return (await found.executeTakeFirstOrThrow()).count
}

/** The evaluator or CCI verifies a proof, sends it back, or withdraws the finding. */
async function judge(
  tx: Transaction,
  actor: Actor,
  row: FindingRow,
  move: 'verify' | 'sendBack' | 'withdraw',
  reason: string,
): Promise<void> {
  const { from, to, event } = decided(tx, actor, row, move, { reason })
  const ended = { ended_at: tx.now, end_reason: reason }
  const changes: Record<typeof move, Change> = {
    verify: { ...ended, verified_by: actor.userId },
    sendBack: { returned_reason: reason, returned_at: tx.now, done_at: null },
    withdraw: ended,
  }
  await write(tx.db, row.id, { status: to, ...changes[move] })
  tx.record({
    event,
    object: { kind: 'finding', id: row.id },
    facts: { ...findingPayload(row), ...(reason ? { reason } : {}) },
    told: { unplanned: await unplannedOf(tx.db, row.validationId) },
    data: { from, to },
  })
}
