import type { Rate } from '#domain/limits/limits.ts'
import { rates, spend } from '#domain/limits/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Clock } from '#server/clock.ts'

/** More callers than this at a time are not remembered singly: who has worked off its calls is forgotten first. */
const MOST = 50_000

/** Counts the calls of users and addresses; each server counts its own. */
export type Limiter = { take(caller: string, rate: keyof typeof rates): void }

/** @throws Refusal tooMany with `retryAfter` in seconds, from `take`. */
export function makeLimiter(clock: Clock, table: Record<keyof typeof rates, Rate> = rates): Limiter {
  const busyUntil = new Map<string, number>()
  return {
    take(caller, rate) {
      const now = Date.parse(clock.now())
      const key = `${rate}:${caller}`
      const answer = spend(busyUntil.get(key) ?? 0, now, table[rate])
      if (!answer.ok) throw new Refusal('tooMany', { details: { retryAfter: answer.retryAfter } })
      if (busyUntil.size >= MOST) {
        for (const [old, until] of busyUntil) if (until <= now) busyUntil.delete(old)
        if (busyUntil.size >= MOST) busyUntil.clear()
      }
      busyUntil.set(key, answer.busyUntil)
    },
  }
}
