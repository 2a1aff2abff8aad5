/** D19: how long a session lasts, in milliseconds: without a call, and at all. The pings of an open page are calls. */
export const SESSION_LIMITS = { idleMs: 30 * 60_000, longestMs: 24 * 60 * 60_000 } as const

/** How many sessions one user may have open at once, unless MAX_SESSIONS says another number; one more ends the oldest. */
export const MAX_SESSIONS = 10

/** Whether a session that nobody ended still opens. Instants are ISO 8601. */
export function isSessionAlive({ startedAt, lastSeenAt }: { startedAt: string; lastSeenAt: string }, now: string) {
  const passed = (since: string) => Date.parse(now) - Date.parse(since)
  return passed(lastSeenAt) <= SESSION_LIMITS.idleMs && passed(startedAt) <= SESSION_LIMITS.longestMs
}

/** Which of a user's open sessions end so that one more has room, of ids with the oldest first. */
export function sessionsBeyond<T>(oldestFirst: readonly T[], most: number): T[] {
  return oldestFirst.slice(0, Math.max(0, oldestFirst.length - (most - 1)))
}
