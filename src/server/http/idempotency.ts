import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { canonical } from '#domain/audit-log/audit-log.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { CommittingError } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { unawaited } from '#server/platform/database/pipeline/together.ts'
import { statement } from '#server/platform/database/statement.ts'

export type Outcome = { status: number; body: unknown }

/** A repeatable call: its key, if any, and the hash that identifies equal calls; `patience` in milliseconds. */
export type Repeatable = { key: string | undefined; hash: string; patience: number }

/** How long a repetition waits for the first call before it gets `outcomeUnknown`, in milliseconds. */
export const KEY_PATIENCE_MS = 5_000

const LOCK_NOT_AVAILABLE = '55P03'

/** The hash of a call: method, URL, body and files. */
export function requestHash(parts: { method: string; url: string; body: unknown; files: unknown }): string {
  return createHash('sha256').update(canonical(parts)).digest('hex')
}

/**
 * Runs `work` once for a key of this user. A repetition waits for the first call, then gets its response and changes
 * nothing.
 * @throws DomainError keyReused when the key comes with other content, outcomeUnknown when the first takes too long,
 * notFound when the first response names a party that was deleted since (D44).
 */
export async function onceFor(
  tx: Transaction,
  { key: sent, hash, patience }: Repeatable,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const { actor } = tx
  if (!sent || !actor) return work()
  // A user and the API keys that the user made choose theirs apart.
  const key = actor.key ? `${actor.key.id} ${sent}` : sent
  if (!(await claim(tx, actor.userId, key, hash, patience))) {
    const first = await tx.db
      .selectFrom('idempotent_call')
      .select(['request_hash', 'status', 'body'])
      .where('user_id', '=', actor.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (first.request_hash !== hash) throw new DomainError('keyReused')
    if (await isAboutDeleted(tx.db, actor, key, first.body)) throw new DomainError('notFound')
    return { status: first.status, body: first.body }
  }
  const outcome = await work().catch(async (error: unknown) => {
    // The transaction commits, and the key of the refused call is free again.
    if (error instanceof CommittingError) await freeKey(tx.db, { userId: actor.userId, key })
    throw error
  })
  const { status, body } = outcome
  unawaited(keepOutcome(tx.db, { userId: actor.userId, key, status, body: JSON.stringify(body ?? null) }))
  return outcome
}

/**
 * Whether a stored response names a party that was deleted since, or its data. The caller of the deletion itself still
 * gets its response: the deleting transaction wrote it, so it has the same `xmin`.
 */
async function isAboutDeleted(db: Db, actor: Actor, key: string, body: unknown): Promise<boolean> {
  const ids = JSON.stringify(body)?.match(/(?<=")[0-9a-hjkmnp-tv-z]{26}(?=")/g) ?? []
  if (ids.length === 0) return false
  const named = sql`any(${ids}::text[])`
  const { rows } = await sql`
    select from idempotent_call c where c.user_id = ${actor.userId} and c.key = ${key} and (
      exists (select from portal_user u where u.id = ${named} and u.deleted_at is not null and u.xmin <> c.xmin)
      or exists (select from participant p where p.deleted_at is not null and p.xmin <> c.xmin and (p.id = ${named}
        or p.id in (select participant_id from portal_user where id = ${named})
        or p.id in (select participant_id from validation where id = ${named})
        or p.id in (select v.participant_id from document d join validation v on v.id = d.validation_id where d.id = ${named})
        or p.id in (select v.participant_id from score s join validation v on v.id = s.validation_id where s.id = ${named})
        or p.id in (select unnest(array[provider_id, issuer_id]) from incident where id = ${named}))))`.execute(db)
  return rows.length > 0
}

type Claim = { userId: string; key: string; hash: string; now: string; patience: string }

// The timeout is set by the row's own expression, so that it also holds while another transaction is awaited. The
// call's own limit is restored afterwards; a repetition waits for nothing more.
const insertCall = statement((db, { userId, key, hash, now, patience }: Claim) =>
  sql`
    with before as materialized (select current_setting('lock_timeout') as own),
      patience as materialized (select set_config('lock_timeout', ${patience}, true) as short from before where own <> '')
    insert into idempotent_call (user_id, key, request_hash, status, created_at)
    select ${userId}, ${key}, ${hash}, 0, ${now} from patience where short <> ''
    on conflict do nothing
    returning set_config('lock_timeout', (select own from before), true)`.compile(db),
)

const keepOutcome = statement(
  (db, { userId, key, status, body }: { userId: string; key: string; status: number; body: string }) =>
    db
      .updateTable('idempotent_call')
      .set({ status, body })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .compile(),
)

const freeKey = statement((db, { userId, key }: { userId: string; key: string }) =>
  db.deleteFrom('idempotent_call').where('user_id', '=', userId).where('key', '=', key).compile(),
)

/** Whether this call is the first with the key. Waits for another transaction that is writing the same key. */
async function claim(tx: Transaction, userId: string, key: string, hash: string, patience: number): Promise<boolean> {
  try {
    const claimed = await insertCall(tx.db, { userId, key, hash, now: tx.now, patience: `${patience}ms` })
    return claimed.length > 0
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    // The server of the first call may stand still with its transaction open: whether it commits is not known yet.
    throw new DomainError('outcomeUnknown', { details: { retryAfter: 1 } })
  }
}
