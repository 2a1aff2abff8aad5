import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { canonical } from '#domain/trail/trail.ts'
import type { Unit } from '#server/unit.ts'

export type Outcome = { status: number; body: unknown }

/** What a caller repeats: its key, if it sent one, and what makes two calls the same; `patience` in milliseconds. */
export type Repeatable = { key: string | undefined; hash: string; patience: number }

/** How long a repetition waits for the first, in milliseconds, before it is told to come again. */
export const KEY_PATIENCE_MS = 5_000

const LOCK_NOT_AVAILABLE = '55P03'

/** What makes two calls the same: their place, and everything they bring. */
export function requestHash(parts: { method: string; url: string; body: unknown; files: unknown }): string {
  return createHash('sha256').update(canonical(parts)).digest('hex')
}

/**
 * Runs `work` once for a key of this user. A repetition waits for the first, then gets its answer and changes nothing.
 * @throws Refusal keyReused when the key comes with another content, keyInProgress when the first takes long.
 */
export async function onceFor(
  unit: Unit,
  { key, hash, patience }: Repeatable,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!key || !unit.actor) return work()
  if (!(await claim(unit, unit.actor.userId, key, hash, patience))) {
    const first = await unit.db
      .selectFrom('idempotent_call')
      .select(['request_hash', 'status', 'body'])
      .where('user_id', '=', unit.actor.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (first.request_hash !== hash) throw new Refusal('keyReused')
    return { status: first.status, body: first.body }
  }
  const outcome = await work()
  await unit.db
    .updateTable('idempotent_call')
    .set({ status: outcome.status, body: JSON.stringify(outcome.body ?? null) })
    .where('user_id', '=', unit.actor.userId)
    .where('key', '=', key)
    .execute()
  return outcome
}

/** Whether this call is the first with the key. One that another transaction is about to write is waited for. */
async function claim(unit: Unit, userId: string, key: string, hash: string, patience: number): Promise<boolean> {
  await sql`select set_config('lock_timeout', ${`${patience}ms`}, true)`.execute(unit.db)
  try {
    const claimed = await unit.db
      .insertInto('idempotent_call')
      .values({ user_id: userId, key, request_hash: hash, status: 0, created_at: unit.now })
      .onConflict(conflict => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    // What the call itself waits for has no such limit.
    await sql`set local lock_timeout to default`.execute(unit.db)
    return claimed !== undefined
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new Refusal('keyInProgress', { details: { retryAfter: 1 } })
  }
}
