import { canonical } from '#domain/audit-log/audit-log.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import {
  approvalRequestEnds,
  canRequireFourEyes,
  type FourEyesAct,
  formatDeadline,
  weigh,
} from '#domain/identity/four-eyes/four-eyes.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { livingUsers } from '#server/identity/user/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { CommittingError } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

/**
 * An act that may require four-eyes approval: its object, which the caller has locked, and everything that it decides.
 */
export type HighAct = {
  act: FourEyesAct
  object: { kind: string; id: string }
  content: Record<string, unknown>
  participantId?: string
  facts?: EventPayload
}

/** The audit log entry's field for the proposer of an approved act; empty where one person was enough. */
export type Seconded = { proposedBy?: string }

// Shared lock: switching the setting waits for acts that began under it, and no proposal appears after the switch has
// voided all.
const enabled = statement(db => db.selectFrom('two_people').select('enabled').forShare().compile())

/**
 * Requires a second person of CCI for an act, if four-eyes approval is on. Call it with the object locked, after every
 * rule and before any write. The second person's call uses up the proposal.
 * @throws CommittingError needsAnother; its transaction keeps only the proposal
 */
export async function requireSecondPerson(tx: Transaction, actor: Actor, high: HighAct): Promise<Seconded> {
  const [mode] = await enabled(tx.db, {})
  if (!mode?.enabled) return {}
  const { act, object } = high
  const attempt = { userId: actor.userId, contentHash: hashOf(high.content), now: tx.now }
  const approvalRequest = await openApprovalRequest(tx.db, act, object.id)
  switch (weigh(approvalRequest, attempt)) {
    case 'act':
      await tx.db.deleteFrom('proposal').where('act', '=', act).where('object_id', '=', object.id).execute()
      return { proposedBy: approvalRequest!.userId }
    case 'wait':
      throw needsAnother(approvalRequest!.proposedAt)
    case 'propose':
      await propose(tx, actor, high, attempt.contentHash)
      throw needsAnother(tx.now)
  }
}

/**
 * @throws DomainError onlyOnePerson unless two users of CCI have chosen a password, and so can share what needs two
 */
export async function assertTwoPeople(db: Db): Promise<void> {
  const { people } = await livingUsers(db)
    .where('p.kind', '=', 'CCI')
    .where('u.last_password_change', 'is not', null)
    .select(eb => eb.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  if (!canRequireFourEyes(people)) throw new DomainError('onlyOnePerson')
}

/** Voids all open proposals when the approval is switched off. */
export async function dropApprovalRequests(db: Db): Promise<void> {
  await db.deleteFrom('proposal').execute()
}

const hashOf = (content: unknown) => sha256(canonical(content))

const needsAnother = (proposedAt: string) =>
  new CommittingError('needsAnother', { values: { until: formatDeadline(approvalRequestEnds(proposedAt)) } })

/** The open proposal for an act, if its author is still a CCI user. Locked until the act is done. */
async function openApprovalRequest(db: Db, act: FourEyesAct, objectId: string) {
  const row = await db
    .selectFrom('proposal as o')
    .innerJoin('portal_user as u', 'u.id', 'o.user_id')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .select(['o.user_id as userId', 'o.content_hash as contentHash', 'o.proposed_at as proposedAt'])
    .where('o.act', '=', act)
    .where('o.object_id', '=', objectId)
    .where('u.deleted_at', 'is', null)
    .where('p.kind', '=', 'CCI')
    .forUpdate('o')
    .forShare('u')
    .executeTakeFirst()
  return row ?? null
}

async function propose(tx: Transaction, actor: Actor, high: HighAct, contentHash: string): Promise<void> {
  const { act, object, participantId, facts } = high
  const { db, now } = tx
  const row = { content_hash: contentHash, user_id: actor.userId, proposed_at: now }
  await db
    .insertInto('proposal')
    .values({ act, object_id: object.id, ...row })
    .onConflict(conflict => conflict.columns(['act', 'object_id']).doUpdateSet(row))
    .execute()
  const user = await db
    .selectFrom('portal_user')
    .select(['name', 'surnames', 'email'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  tx.record({
    event: 'proposal.made',
    object,
    participantId,
    facts: { ...facts, act, proposerId: actor.userId, proposerName: calledBy(user), until: approvalRequestEnds(now) },
  })
}
