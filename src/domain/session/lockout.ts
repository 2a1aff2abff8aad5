/** D20, LIM-05: how many guesses within which time block for how long, in milliseconds. */
export const LOCKOUT = { attempts: 5, withinMs: 15 * 60_000, blockMs: 15 * 60_000 } as const

/** The guesses at one account's password from one device that have not proved right, oldest first. */
export type Guesses = { readonly failedAt: readonly string[]; readonly blockedUntil: string | null }

export const noGuesses: Guesses = { failedAt: [], blockedUntil: null }

/**
 * Whether a guess may be checked, and what is remembered of it (AUTH-32, D20). A guess counts before it is checked, so
 * that no number of simultaneous ones gets more than five checks in any fifteen minutes; the fifth starts the block.
 * A right one is forgotten with all before it. Instants are ISO 8601.
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
 * The guess counted at an instant was right, but the account asks for a second factor: it alone is taken back, so that
 * wrong codes go on counting where wrong passwords left off, and a right password never costs one of the five.
 */
export function refundLast({ failedAt, blockedUntil }: Guesses, at: string): Guesses {
  const index = failedAt.lastIndexOf(at)
  const rest = failedAt.filter((_at, each) => each !== index)
  return { failedAt: rest, blockedUntil: rest.length < LOCKOUT.attempts ? null : blockedUntil }
}
