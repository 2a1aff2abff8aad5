import { DomainError } from '#domain/domain-error.ts'
import type { Rate } from '#domain/limits/limits.ts'
import { rates, spend } from '#domain/limits/limits.ts'
import type { Clock } from '#server/platform/clock.ts'

/** More callers than this at a time are not remembered. */
const MOST = 50_000
/** So many are looked at for one to forget: a call costs the same however many there are. */
const LOOKED_AT = 16

/** Counts the calls of users and addresses; each server counts its own. */
export type Limiter = { take(caller: string, rate: keyof typeof rates): void }

/** @throws Refusal tooMany with `retryAfter` in seconds, from `take`. */
export function makeLimiter(clock: Clock, table: Record<keyof typeof rates, Rate> = rates): Limiter {
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
 * Forgets, of the next few in turn, who owes least. Never all of them: whoever has many addresses would make all rates
 * begin anew, its own and others'.
 */
function forgetter(busyUntil: Map<string, number>): () => void {
  // Goes on where it stood: from the beginning it would each time pass all who were forgotten before.
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
