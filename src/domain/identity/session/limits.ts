/**
 * D19: idle and absolute lifetime of a session, in milliseconds. Pings of an open page count as calls, so only the second
 * ends the session of an open page.
 */
export const SESSION_LIMITS = { idleMs: 30 * 60_000, longestMs: 24 * 60 * 60_000 } as const

/** How long before its end an open page announces it. */
export const SESSION_WARNING_MS = 2 * 60_000

/** When a session ends at the latest, however much it is used; only a new sign-in lasts longer. */
export const sessionEnd = (startedAt: string): string =>
  new Date(Date.parse(startedAt) + SESSION_LIMITS.longestMs).toISOString()

/** Default of MAX_SESSIONS, the open sessions that one user may have; one more ends the oldest. */
export const MAX_SESSIONS = 10

/** Whether a session is within its idle and absolute lifetime. Instants are ISO 8601. */
export function isSessionAlive({ startedAt, lastSeenAt }: { startedAt: string; lastSeenAt: string }, now: string) {
  const passed = (since: string) => Date.parse(now) - Date.parse(since)
  return passed(lastSeenAt) <= SESSION_LIMITS.idleMs && passed(startedAt) <= SESSION_LIMITS.longestMs
}

/** The open sessions of a user to end so that one more fits, from ids with the oldest first. */
export function sessionsBeyond<T>(oldestFirst: readonly T[], most: number): T[] {
  return oldestFirst.slice(0, Math.max(0, oldestFirst.length - (most - 1)))
}
