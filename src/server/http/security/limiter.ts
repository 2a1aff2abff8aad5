import { DomainError } from '#domain/contract/domain-error.ts'
import type { Rate } from '#domain/contract/limits.ts'
import { rates, spend } from '#domain/contract/limits.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Maximum number of callers remembered at a time. */
const MOST = 50_000
/** Number of callers examined per eviction, so that a call costs the same at any table size. */
const LOOKED_AT = 16

export type RateName = keyof typeof rates

/**
 * Rate limits of users and addresses. A server counts its own calls, the workers of one server count together.
 * `take` throws DomainError tooMany with `retryAfter` in seconds.
 */
export type Limiter = { take(caller: string, rate: RateName): void | Promise<void> }

/** Creates a limiter that counts in this process. */
export function makeLimiter(
  clock: Clock,
  table: Record<RateName, Rate> = rates,
): { take(caller: string, rate: RateName): void } {
  const busyUntil = new Map<string, number>()
  const forgetOne = forgetter(busyUntil)
  return {
    take(caller, rate) {
      const now = Date.parse(clock.now())
      const key = `${rate}:${caller}`
      const known = busyUntil.get(key)
      const answer = spend(known ?? 0, now, table[rate])
      if (!answer.ok) throw new DomainError('tooMany', { details: { retryAfter: answer.retryAfter } })
      if (known === undefined && busyUntil.size >= MOST) forgetOne()
      busyUntil.set(key, answer.busyUntil)
    },
  }
}

/**
 * Evicts the least busy of the next few callers in turn. Clearing the table would let a caller with many addresses
 * reset every rate limit.
 */
function forgetter(busyUntil: Map<string, number>): () => void {
  // Continues where it stopped: a new iteration would pass over all evicted callers again.
  let turn = busyUntil.entries()
  const next = () => {
    const step = turn.next()
    if (!step.done) return step.value
    turn = busyUntil.entries()
    return turn.next().value!
  }
  return () => {
    let least = next()
    for (let looked = 1; looked < LOOKED_AT; looked++) {
      const other = next()
      if (other[1] < least[1]) least = other
    }
    busyUntil.delete(least[0])
  }
}
