import { createHash } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import { canonical } from '#domain/trail/trail.ts'
import type { Unit } from '#server/unit.ts'

export type Outcome = { status: number; body: unknown }

/** What makes two calls the same: their place, and everything they bring. */
export function requestHash(parts: { method: string; url: string; body: unknown; files: unknown }): string {
  return createHash('sha256').update(canonical(parts)).digest('hex')
}

/**
 * Runs `work` once for a key of this user. A repetition waits for the first, then gets its answer and changes nothing.
 * @throws Refusal keyReused when the key comes with another content.
 */
export async function onceFor(
  unit: Unit,
  key: string | undefined,
  hash: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!key || !unit.actor) return work()
  const claimed = await unit.db
    .insertInto('idempotent_call')
    .values({ user_id: unit.actor.userId, key, request_hash: hash, status: 0, created_at: unit.now })
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) {
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
