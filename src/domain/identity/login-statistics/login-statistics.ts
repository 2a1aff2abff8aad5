import type { LoginWire } from '#domain/identity/login-statistics/contract.ts'
import { isActiveSession } from '#domain/identity/session/ping.ts'

/** STAT-04: the text shown in place of an end time. */
export const ACTIVE_SESSION = 'Sesión activa'

/** The name of a score's file among the downloads, which has no catalogue document. */
export const SCORE_FILE = 'Dictamen de calificación'

/** Whether a session is active: not ended, and with activity in the last 5 minutes (LIM-04). */
export function isActive(session: { endedAt: string | null; lastSeenAt: string }, now: string): boolean {
  return session.endedAt === null && isActiveSession(session.lastSeenAt, now)
}

/** Whole seconds between two instants, never negative. */
export function elapsedSeconds(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000))
}

/** Seconds as `HH:MM:SS`, which spreadsheets read as a duration. */
export function elapsedText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}

type Download = Pick<LoginWire['downloadFiles'][number], 'name' | 'nameGenericEntity'>

/** A download as text: the document and its participant. */
export function downloadText({ name, nameGenericEntity }: Download): string {
  return `${name} (${nameGenericEntity})`
}

/** The downloads as text, each document once. */
export function downloadTexts(downloads: readonly Download[]): string[] {
  return [...new Set(downloads.map(downloadText))]
}
