import type { Actor, Role } from '#domain/identity/roles.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { DomainEvent } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Interval at which a file access under way shows that its server is alive, in milliseconds. */
export const HEARD_EVERY = 5 * MINUTE
/** Time without such a sign after which its server counts as gone, in milliseconds. */
const GONE_AFTER = 4 * HEARD_EVERY

/** Records a file access before its first part leaves; the record stays until `endFileAccess`. */
export async function startFileAccess(
  { db, clock }: AppContext,
  id: string,
  { userId, role, key }: Actor,
  happening: DomainEvent,
) {
  const { object, participantId, data } = happening
  await begun(db, {
    ...{ id, userId, keyId: key?.id ?? null, role, now: clock.now() },
    happening: JSON.stringify({ object, participantId, data }),
  })
}

type Begun = Record<'id' | 'userId' | 'role' | 'happening' | 'now', string> & { keyId: string | null }

const begun = statement((db, { id, userId, keyId, role, happening, now }: Begun) =>
  db
    .insertInto('reading_under_way')
    .values({ id, user_id: userId, key_id: keyId, role, happening, heard_at: now })
    .compile(),
)

/** Records that the access is still under way. */
export async function touchFileAccess({ db, clock }: AppContext, id: string): Promise<void> {
  await db.updateTable('reading_under_way').set({ heard_at: clock.now() }).where('id', '=', id).execute()
}

/** Deletes the record, in the transaction that writes the outcome to the audit log. */
export async function endFileAccess(db: Db, id: string): Promise<boolean> {
  return (await over(db, { id })).length > 0
}

const over = statement((db, { id }: { id: string }) =>
  db.deleteFrom('reading_under_way').where('id', '=', id).returning('id').compile(),
)

/** Writes the file accesses of crashed servers to the audit log; housekeeping calls it. */
export async function recordCutFileAccesses(app: AppContext): Promise<void> {
  const rows = await app.db
    .selectFrom('reading_under_way as r')
    .innerJoin('portal_user as u', 'u.id', 'r.user_id')
    .leftJoin('api_key as k', 'k.id', 'r.key_id')
    .select(['r.id', 'r.user_id as userId', 'r.role', 'r.happening', 'u.participant_id as participantId'])
    .select(['k.id as keyId', 'k.name as keyName'])
    .where('r.heard_at', '<', after(app.clock.now(), -GONE_AFTER))
    .orderBy('r.id')
    .execute()
  for (const { id, userId, participantId, role, happening, keyId, keyName } of rows) {
    const reader: Actor = {
      userId,
      participantId,
      role: role as Role,
      isPrincipal: false,
      completed: true,
      onboarded: true,
      ...(keyId === null ? {} : { key: { id: keyId, name: keyName! } }),
    }
    await inTransaction(app, reader, async tx => {
      // Another server, or the access itself, was first.
      if (!(await endFileAccess(tx.db, id))) return
      const { data, ...read } = happening as unknown as Omit<DomainEvent, 'event'>
      tx.record({ ...read, event: 'document.read-partly', data: { ...data, cut: true } })
    })
  }
}
