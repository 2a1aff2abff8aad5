import { createHash } from 'node:crypto'
import type { BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { lawOf } from '#domain/supervision/reliance/conditions.ts'
import { canonicalText, type Signer, signedContent } from '#domain/supervision/reliance/content.ts'
import type { signReliance as signContract } from '#domain/supervision/reliance/contract.ts'
import type { RelianceFactsRead } from '#domain/supervision/reliance/facts.ts'
import type { Written } from '#domain/supervision/reliance/file.ts'
import { conclusionFits, isWhole, missingIn, reviewFault } from '#domain/supervision/reliance/file.ts'
import { factsOfWritten, writtenLabels } from '#domain/supervision/reliance/written.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { lockedFile } from '#server/supervision/reliance/change.ts'
import { gatherFacts } from '#server/supervision/reliance/facts/gather.ts'
import { knownFile, relianceFileOf, relianceFilesOf, type StoredFile } from '#server/supervision/reliance/queries.ts'
import { lockedUse } from '#server/supervision/use/change.ts'
import { useNoticeFacts } from '#server/supervision/use/note-situations.ts'

/**
 * Signs a draft: freezes what the portal knows and what the bank wrote, hashes both, and replaces the file signed before
 * (RELY-03, RELY-07).
 * @throws DomainError notFound, relianceSigned, changedMeanwhile, relianceIncomplete, conclusionNotAllowed, invalid
 */
export async function signReliance(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, reviewOn }: BodyOf<typeof signContract>,
): Promise<StoredFile> {
  const found = await relianceFileOf(tx.db, actor.participantId, id)
  if (!found) throw new DomainError('notFound')
  // A signed file may have lost its use; a draft has one.
  const use = found.facts === null ? await lockedUse(tx, actor, found.useId!) : null
  const file = await lockedFile(tx, actor, id)
  const written = { ...file.written, reviewOn: reviewOn ?? file.written.reviewOn }
  const facts = {
    ...{ useLive: true, noDraft: true },
    complete: isWhole(missingIn(written, tx.today)),
    conclusionAllowed: conclusionFits(written),
  }
  assertAllowed(decideByStatus(relianceMachine, 'sign', file.status, actor.role))
  await refuseStale(tx.db, actor, version, {
    version: file.version,
    now: factsOfWritten(file.written),
    yours: {},
    labels: writtenLabels,
    object: { kind: 'reliance', id },
  })
  const decision = assertAllowed(decide(relianceMachine, 'sign', file.status, facts, actor.role))
  const fault = reviewFault(written.reviewOn, tx.today)
  if (fault) throw new DomainError('invalid', { fields: { reviewOn: fault } })
  const known = await gatherFacts(tx.db, actor, use!, tx)
  const signedBy = await signerNow(tx.db, actor)
  const { guidelinesFrom } = await centreRulesOf(tx.db)
  const law = lawOf(known.ictType, tx.today, guidelinesFrom)
  const sealed = sealedColumns({ id, number: file.number, law, signedBy, signedAt: tx.now }, known, written)
  await replaceSigned(tx, actor, file.useId!)
  await tx.db
    .updateTable('reliance_file')
    .set(eb => ({
      status: decision.to,
      review_on: written.reviewOn,
      signed_by: actor.userId,
      ...sealed,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  tx.record({
    event: decision.event,
    object: { kind: 'reliance', id },
    participantId: actor.participantId,
    told: { ...useNoticeFacts(use!), relianceId: id },
    data: { contentHash: sealed.content_hash },
  })
  return knownFile(tx.db, actor.participantId, id)
}

/** What a signature fixes, and its hash. */
export function sealedColumns(
  head: Parameters<typeof signedContent>[0],
  known: RelianceFactsRead,
  written: Written,
): { facts: string; content: string; content_hash: string; signed_at: string } {
  const content = canonicalText(signedContent(head, known, written))
  const contentHash = createHash('sha256').update(content).digest('hex')
  return { facts: JSON.stringify(known), content, content_hash: contentHash, signed_at: head.signedAt }
}

/** The file that was signed before gives way. */
async function replaceSigned(tx: Transaction, actor: Actor, useId: string): Promise<void> {
  for (const { id, status } of await relianceFilesOf(tx.db, actor.participantId, useId)) {
    const decision = decideByStatus(relianceMachine, 'replace', status, actor.role)
    if (!decision.ok) continue
    await tx.db
      .updateTable('reliance_file')
      .set(eb => ({ status: decision.to, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    tx.record({ event: decision.event, object: { kind: 'reliance', id }, participantId: actor.participantId })
  }
}

export async function signerNow(db: Db, { userId }: Pick<Actor, 'userId'>): Promise<Signer> {
  const { position, ...user } = await db
    .selectFrom('portal_user')
    .select(['name', 'surnames', 'email', 'position'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { name: calledBy(user), position, email: user.email }
}
