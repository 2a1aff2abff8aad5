import { Refusal } from '#domain/refusal.ts'
import { isProved } from '#domain/second-factor/second-factor.ts'
import type { Db } from '#server/database/connect.ts'
import type { Origin } from '#server/http/route.ts'
import type { Portal } from '#server/portal.ts'

/** When the person behind a session last proved to be it. */
export async function provedAtOf(db: Db, sessionId: string | null): Promise<string | null> {
  if (sessionId === null) return null
  const row = await db.selectFrom('session').select('proved_at').where('id', '=', sessionId).executeTakeFirst()
  return row?.proved_at ?? null
}

/**
 * What signs in is changed, and what cannot be taken back is ended, only by who signed in a moment ago. Within a
 * transaction pass its `db`: a call must not wait for a second connection while it holds one.
 * @throws Refusal signInAgain.
 */
export async function requireProved(portal: Portal, { sessionId }: Origin, db: Db = portal.db): Promise<void> {
  if (!isProved(await provedAtOf(db, sessionId), portal.clock.now())) throw new Refusal('signInAgain')
}
