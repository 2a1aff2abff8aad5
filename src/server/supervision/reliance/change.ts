import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import type { writeReliance as writeContract } from '#domain/supervision/reliance/contract.ts'
import { continued, emptyFile, type Written } from '#domain/supervision/reliance/file.ts'
import { factsOfWritten, withChange, writtenLabels } from '#domain/supervision/reliance/written.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { knownFile, relianceFileOf, relianceFilesOf, type StoredFile } from '#server/supervision/reliance/queries.ts'
import { lockedUse } from '#server/supervision/use/change.ts'

/** The columns of what a bank writes. */
export const writtenColumns = ({ answers, plan, conclusion, measures, reviewOn }: Written) => ({
  answers: JSON.stringify(answers),
  plan: JSON.stringify(plan),
  conclusion,
  conditions_text: measures,
  review_on: reviewOn,
})

/**
 * Begins the file of a live use from the answers of the last signed one (RELY-01).
 * @throws DomainError notFound, relianceUseOver, relianceDraftExists
 */
export async function beginReliance(tx: Transaction, actor: Actor, useId: string): Promise<StoredFile> {
  const files = await relianceFilesOf(tx.db, actor.participantId, useId)
  const use = await lockedUse(tx, actor, useId).catch((error: unknown) => {
    // The provider is gone, and what the bank signed about it stays.
    if (files.length > 0) return null
    throw error
  })
  const last = use && (await relianceFilesOf(tx.db, actor.participantId, useId))
  const facts = {
    useLive: use !== null && use.until === null,
    noDraft: !last?.some(({ status }) => relianceMachine.is.draft(status)),
    ...{ complete: true, conclusionAllowed: true },
  }
  const decision = assertAllowed(decide(relianceMachine, 'begin', null, facts, actor.role))
  const signed = last!.find(({ facts: frozen }) => frozen !== null)
  const id = tx.newId()
  await tx.db
    .insertInto('reliance_file')
    .values({
      id,
      entity_id: actor.participantId,
      use_id: useId,
      number: (last![0]?.number ?? 0) + 1,
      status: decision.to,
      created_at: tx.now,
      ...writtenColumns(signed ? continued(signed.written) : emptyFile()),
    })
    .execute()
  tx.record({ event: decision.event, object: { kind: 'reliance', id }, participantId: actor.participantId })
  return knownFile(tx.db, actor.participantId, id)
}

/**
 * Locks a file of the actor's bank.
 * @throws DomainError notFound
 */
export async function lockedFile(tx: Transaction, actor: Actor, id: string): Promise<StoredFile> {
  await sql`select from reliance_file where id = ${id} and entity_id = ${actor.participantId} for update`.execute(tx.db)
  const found = await relianceFileOf(tx.db, actor.participantId, id)
  if (!found) throw new DomainError('notFound')
  return found
}

/**
 * Changes a draft; only what is given changes.
 * @throws DomainError notFound, relianceSigned, changedMeanwhile
 */
export async function writeReliance(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...given }: BodyOf<typeof writeContract>,
): Promise<StoredFile> {
  const file = await lockedFile(tx, actor, id)
  const decision = assertAllowed(decideByStatus(relianceMachine, 'write', file.status, actor.role))
  await refuseStale(tx.db, actor, version, {
    version: file.version,
    now: factsOfWritten(file.written),
    yours: factsOfWritten(given),
    labels: writtenLabels,
    object: { kind: 'reliance', id },
  })
  const written = withChange(file.written, given)
  if (JSON.stringify(writtenColumns(written)) === JSON.stringify(writtenColumns(file.written))) return file
  await putWritten(tx.db, id, written)
  tx.record({ event: decision.event, object: { kind: 'reliance', id }, participantId: actor.participantId })
  return knownFile(tx.db, actor.participantId, id)
}

async function putWritten(db: Db, id: string, written: Written): Promise<void> {
  await db
    .updateTable('reliance_file')
    .set(eb => ({ ...writtenColumns(written), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Discards a draft.
 * @throws DomainError notFound, relianceSigned
 */
export async function discardReliance(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const file = await lockedFile(tx, actor, id)
  const decision = assertAllowed(decideByStatus(relianceMachine, 'discard', file.status, actor.role))
  await tx.db.deleteFrom('reliance_file').where('id', '=', id).execute()
  tx.record({ event: decision.event, object: { kind: 'reliance', id }, participantId: actor.participantId })
}
