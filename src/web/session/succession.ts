import { inTime } from '#web/session/patience.ts'
import { storedToken, storedUser } from '#web/session/storage.ts'

/** Session in which a call is made. */
export type Caller = { token: string; user: string }

export const presentCaller = (): Caller => ({ token: storedToken(), user: storedUser() })

/** Writes without an answer yet. */
const writes = new Set<Promise<unknown>>()

/** `answered` settles when the answer of a write has been processed. */
export function awaitWrite(answered: Promise<unknown>): void {
  writes.add(answered)
  void answered.finally(() => writes.delete(answered))
}

/** Settles when every write has its answer; null when that takes too long. */
export const writesAnswered = () => inTime(Promise.allSettled(writes))

/**
 * State of the session of a call that was answered 401. A write that ends every session of a user brings a new one with
 * its answer (D19), which may arrive later; this waits for it.
 */
export async function fateOf({ token, user }: Caller): Promise<'over' | 'followed' | 'left'> {
  await writesAnswered()
  const now = presentCaller()
  if (now.token === token) return 'over'
  return now.token !== '' && now.user === user ? 'followed' : 'left'
}
