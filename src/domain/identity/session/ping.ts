/** Interval of the keep-alive ping: every 5 minutes, at most 288 times, about 24 hours (LIM-02, LIM-03). */
export const PING_MS = 300_000
export const PING_MAX = 288

/** Poll interval of the notification bell, in milliseconds (LIM-01). */
export const NOTIFICATION_POLL_MS = 60_000

/** A login session counts as active while its end is less than about 5 minutes old (LIM-04, STAT-04). */
export function isActiveSession(lastSeen: string, now: string): boolean {
  return Date.parse(now) - Date.parse(lastSeen) < PING_MS
}
