import type { LoginWire } from '#domain/login-statistics/contract.ts'
import { isActiveSession } from '#domain/session/ping.ts'

/** STAT-04: what stands in the place of an end. */
export const ACTIVE_SESSION = 'Sesión activa'

/** What the file of an incident or a score is called among the downloads, where no document of a catalogue names it. */
export const SCORE_FILE = 'Dictamen de calificación'

/** Whether a session counts as active: nobody ended it and it was heard of less than 5 minutes ago (LIM-04). */
export function isActive(session: { endedAt: string | null; lastSeenAt: string }, now: string): boolean {
  return session.endedAt === null && isActiveSession(session.lastSeenAt, now)
}

/** Whole seconds from one instant to another, never negative. */
export function elapsedSeconds(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000))
}

/** Seconds as `HH:MM:SS`, which spreadsheets read as a duration. */
export function elapsedText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}

type Download = Pick<LoginWire['downloadFiles'][number], 'name' | 'nameGenericEntity'>

/** A download in words: which document, and whose. */
export function downloadText({ name, nameGenericEntity }: Download): string {
  return `${name} (${nameGenericEntity})`
}

/** Each document once, however often it was read. */
export function downloadTexts(downloads: readonly Download[]): string[] {
  return [...new Set(downloads.map(downloadText))]
}
