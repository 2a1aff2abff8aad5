import { sql } from 'kysely'
import type { SessionWire } from '#domain/identity/session/contract.ts'
import { deviceWords } from '#domain/identity/session/device-words.ts'
import { isSessionAlive, SESSION_LIMITS } from '#domain/identity/session/limits.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { after } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'

const notEnded = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('session as s')
    .innerJoin('portal_user as u', 'u.id', 's.user_id')
    .select([
      's.id',
      's.address',
      's.user_agent',
      's.started_at',
      's.last_seen_at',
      'u.participant_id as participantId',
    ])
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .orderBy('s.started_at', 'desc')
    .orderBy('s.id', 'desc')
    .compile(),
)

export type OpenSession = Awaited<ReturnType<typeof openSessionsOf>>[number]

/** A user's open sessions, newest first. */
export async function openSessionsOf(db: Db, userId: string, now: string) {
  const rows = await notEnded(db, { userId })
  return rows.filter(row => isSessionAlive({ startedAt: row.started_at, lastSeenAt: row.last_seen_at }, now))
}

const startOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('session').select('started_at').where('id', '=', id).where('ended_at', 'is', null).compile(),
)

/** Whether a session with a call under way has neither been ended nor exceeded its maximum duration. */
export async function sessionStands(db: Db, id: string, now: string): Promise<boolean> {
  const [row] = await startOf(db, { id })
  return row !== undefined && isSessionAlive({ startedAt: row.started_at, lastSeenAt: now }, now)
}

export function sessionWireOf(row: OpenSession, current: string | null): SessionWire {
  return {
    id: row.id,
    device: deviceWords(row.user_agent),
    address: row.address,
    startedAt: row.started_at,
    lastSeenAt: row.last_seen_at,
    current: row.id === current,
  }
}

/**
 * Ends sessions, each with its entry: by their owner, by CCI, by the operator, or because the user has too many. `told`
 * are the facts for one notification about all of them.
 */
export async function endThese(
  tx: Transaction,
  sessions: readonly Pick<OpenSession, 'id' | 'participantId'>[],
  by: 'owner' | 'centre' | 'admin' | 'limit',
  { told }: { told?: EventPayload } = {},
): Promise<number> {
  if (sessions.length === 0) return 0
  const rows = await tx.db
    .updateTable('session')
    .set({ ended_at: tx.now })
    .where(sql<boolean>`id = any(${sessions.map(({ id }) => id)}::text[])`)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  const ended = new Set(rows.map(({ id }) => id))
  const those = sessions.filter(({ id }) => ended.has(id))
  for (const [index, { id, participantId }] of those.entries()) {
    const object = { kind: 'session', id }
    tx.record({ event: 'session.ended', object, participantId, data: { by }, ...(index === 0 && { told }) })
  }
  return ended.size
}

/** Ends all open sessions of all users. @returns the number of sessions */
export async function endAll(tx: Transaction, by: 'admin'): Promise<number> {
  const rows = await tx.db
    .selectFrom('session as s')
    .innerJoin('portal_user as u', 'u.id', 's.user_id')
    .select(['s.id', 's.started_at', 's.last_seen_at', 'u.participant_id as participantId'])
    .where('s.ended_at', 'is', null)
    // Most sessions that were never ended have long expired.
    .where('s.last_seen_at', '>=', after(tx.now, -SESSION_LIMITS.longestMs))
    .orderBy('s.started_at')
    .orderBy('s.id')
    .execute()
  const open = rows.filter(row => isSessionAlive({ startedAt: row.started_at, lastSeenAt: row.last_seen_at }, tx.now))
  return endThese(tx, open, by)
}
