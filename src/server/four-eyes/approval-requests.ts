import { canonical } from '#domain/audit-log/audit-log.ts'
import { approvalRequestEnds, type FourEyesAct, formatDeadline, weigh } from '#domain/four-eyes/four-eyes.ts'
import type { EventFacts } from '#domain/notification/notices.ts'
import type { Actor } from '#domain/roles.ts'
import { calledBy } from '#domain/user/user.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import type { Transaction } from '#server/transaction.ts'
import { CommittingError } from '#server/transaction.ts'

/** An act that may need two people: what it is done to, under the lock of which this is asked, and all that it decides. */
export type HighAct = {
  act: FourEyesAct
  object: { kind: string; id: string }
  content: Record<string, unknown>
  participantId?: string
  facts?: EventFacts
}

/** What the trail keeps of who proposed an act that was done; nothing where one person was enough. */
export type Seconded = { proposedBy?: string }

// Shared, so that the switch waits for what was begun under it, and nothing is proposed once it has voided all there was.
const enabled = statement(db => db.selectFrom('two_people').select('enabled').forShare().compile())

/**
 * Asks for a second person of CCI before an act, where CCI wants one: to be asked under the lock of the object, after every
 * rule and before anything is written. The second person's call uses the proposal up.
 * @throws CommittingError needsAnother, whose unit keeps the proposal and nothing else
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

/** Where one person is enough again, what others proposed is void. */
export async function dropApprovalRequests(db: Db): Promise<void> {
  await db.deleteFrom('proposal').execute()
}

const hashOf = (content: unknown) => sha256(canonical(content))

const needsAnother = (proposedAt: string) =>
  new CommittingError('needsAnother', { values: { until: formatDeadline(approvalRequestEnds(proposedAt)) } })

/** The proposal of who still is somebody of CCI, and is until the act is done. */
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
