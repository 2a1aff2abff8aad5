import type { FieldErrors } from '#domain/domain-error.ts'
import type { Role } from '#domain/roles.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, addMonths, expiryRule } from '#domain/values/day.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { isRating } from '#domain/values/rating.ts'

/**
 * A dictamen being given: its expiry, its rating, and whether the qualification file is attached to the call. A correction
 * that leaves the file as it was says `fileChanged: false`.
 */
export type ScoreDraft = { expiredAt: string | null; score: string; hasFile: boolean; fileChanged?: boolean }

/** What is proposed as expiry: twelve months after the day of scoring (D32). */
export function proposedExpiry(today: Day): Day {
  return addMonths(today, 12)
}

/**
 * Whether a score may be published (FORM-56): expiry of tomorrow or later, a rating of the scale, the file attached; a
 * file that was changed must be there (FORM-57).
 */
export function isScoreComplete(draft: ScoreDraft, today: Day): boolean {
  return Object.keys(scoreErrors(draft, today)).length === 0
}

/** What a score lacks, by field (FORM-56, FORM-57). A file is needed unless it stays as it was. */
export function scoreErrors(draft: ScoreDraft, today: Day): FieldErrors {
  const errors: FieldErrors = {}
  const unexpiring = draft.expiredAt === null ? MESSAGES.notnull : expiryRule(draft.expiredAt, today)
  if (unexpiring) errors.expiredAt = unexpiring
  if (!isRating(draft.score)) errors.score = 'Elija un nivel en cada dimensión'
  if (!draft.hasFile && draft.fileChanged !== false) errors.file = 'Adjunte un archivo'
  return errors
}

/** What time announces of a score, in its order (D51). */
export const scoreEvents = ['score.about-to-lapse', 'score.lapsed', 'score.expired'] as const
export type ScoreEvent = (typeof scoreEvents)[number]

/** How long before its expiry a score is announced as about to lapse (D51), in days. */
export const NOTICE_DAYS = 30

/** Whether a score that still stands is to be announced as about to lapse: it ends today or within the notice (D51). */
export function isAboutToLapse(expiresOn: Day, today: Day): boolean {
  return expiresOn >= today && expiresOn <= addDays(today, NOTICE_DAYS)
}

/** Whether a role reads the scores that a correction or renewal replaced; the others see the one that stands (D16, D17). */
export function seesPastScores(role: Role): boolean {
  return role === 'CCI' || role === 'PROVIDER'
}

/** Whether a request in this status has a published score to show; a RENEWAL under review has the one before it (D11). */
export function hasPublishedScore(status: string | null): boolean {
  return reportRequestMachine.is.scored(status)
}
