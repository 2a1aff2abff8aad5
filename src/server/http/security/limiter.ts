import { DomainError } from '#domain/contract/domain-error.ts'
import type { Rate } from '#domain/contract/limits.ts'
import { rates, spend } from '#domain/contract/limits.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Maximum number of callers remembered at a time. */
const MOST = 50_000
/** Number of callers examined per eviction, so that a call costs the same at any table size. */
const LOOKED_AT = 16

/** Rate limits of users and addresses. Each server counts its own calls. */
export type Limiter<Name extends string = keyof typeof rates> = { take(caller: string, rate: Name): void }

/** Creates a limiter; its `take` throws DomainError tooMany with `retryAfter` in seconds. */
export function makeLimiter(clock: Clock): Limiter
export function makeLimiter<Name extends string>(clock: Clock, table: Record<Name, Rate>): Limiter<Name>
export function makeLimiter(clock: Clock, table: Record<string, Rate> = rates): Limiter<string> {
  const busyUntil = new Map<string, number>()
  const forgetOne = forgetter(busyUntil)
  return {
    take(caller, rate) {
      const now = Date.parse(clock.now())
      const key = `${rate}:${caller}`
      const known = busyUntil.get(key)
      const answer = spend(known ?? 0, now, table[rate]!)
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
