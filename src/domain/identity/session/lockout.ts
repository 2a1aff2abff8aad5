/** D20, LIM-05: number of failed attempts, their time window and the duration of the block, in milliseconds. */
export const LOCKOUT = { attempts: 5, withinMs: 15 * 60_000, blockMs: 15 * 60_000 } as const

/** Failed attempts at one account's password from one device, oldest first. */
export type Guesses = { readonly failedAt: readonly string[]; readonly blockedUntil: string | null }

export const noGuesses: Guesses = { failedAt: [], blockedUntil: null }

/**
 * Admits or refuses a login attempt and returns the new state (AUTH-32, D20). An attempt counts before its password is
 * checked, so that simultaneous attempts get at most five checks in any fifteen minutes; the fifth starts the block. A
 * correct password clears its attempt and all before it. Instants are ISO 8601.
 */
export function recordAttempt(before: Guesses, now: string): { admitted: boolean; after: Guesses } {
  if (before.blockedUntil !== null && now < before.blockedUntil) return { admitted: false, after: before }
  const since = Date.parse(now) - LOCKOUT.withinMs
  const failedAt = [...before.failedAt.filter(at => Date.parse(at) > since), now]
  const blockedUntil =
    failedAt.length >= LOCKOUT.attempts ? new Date(Date.parse(now) + LOCKOUT.blockMs).toISOString() : null
  return { admitted: true, after: { failedAt, blockedUntil } }
}

/**
 * Removes only the attempt counted at an instant: its password was correct, but the account requires a second factor.
 * Wrong codes thus add to earlier wrong passwords, and a correct password never costs one of the five attempts.
 */
export function refundLast({ failedAt, blockedUntil }: Guesses, at: string): Guesses {
  const index = failedAt.lastIndexOf(at)
  const rest = failedAt.filter((_at, each) => each !== index)
  return { failedAt: rest, blockedUntil: rest.length < LOCKOUT.attempts ? null : blockedUntil }
}
