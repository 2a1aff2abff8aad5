import { inTime } from '#web/session/patience.ts'
import { storedToken, storedUser } from '#web/session/storage.ts'

/** The session that a call is made in. */
export type Caller = { token: string; user: string }

export const presentCaller = (): Caller => ({ token: storedToken(), user: storedUser() })

/** Writes whose answers are still to come. */
const writes = new Set<Promise<unknown>>()

/** `answered` settles when the answer of a write has been taken up. */
export function awaitWrite(answered: Promise<unknown>): void {
  writes.add(answered)
  void answered.finally(() => writes.delete(answered))
}

/** Settles when no write is without its answer; null when that takes too long. */
export const writesAnswered = () => inTime(Promise.allSettled(writes))

/**
 * What has become of the session of a call that was told that it has none. A write that ends every session of a user
 * brings a new one with its answer (D19), which may come after that: it is waited for.
 */
export async function fateOf({ token, user }: Caller): Promise<'over' | 'followed' | 'left'> {
  await writesAnswered()
  const now = presentCaller()
  if (now.token === token) return 'over'
  return now.token !== '' && now.user === user ? 'followed' : 'left'
}
