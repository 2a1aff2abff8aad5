import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { Role } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { addMonths, expiryRule } from '#domain/values/day.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { isRating } from '#domain/values/rating.ts'

/**
 * A score draft: its expiry, its rating, and whether the call carries the qualification file. A correction that keeps
 * the file says `fileChanged: false`.
 */
export type ScoreDraft = { expiredAt: string | null; score: string; hasFile: boolean; fileChanged?: boolean }

/** Longest reason for a rating that is not the computed one (DICT-18), in characters. */
export const OVERRIDE_REASON_MAX = 500

/**
 * Default expiry: twelve months after the day of scoring (D32), of an early renewal twelve months after the expiry that
 * it follows, so that the provider loses no day (RENEW-08).
 * @param follows the expiry of the published request that it renews, or null
 */
export function proposedExpiry(today: Day, follows: Day | null = null): Day {
  return addMonths(follows !== null && follows > today ? follows : today, 12)
}

/**
 * Whether a score may be published (FORM-56): expiry of tomorrow or later, a rating of the scale, and the file
 * attached; a changed file must be there (FORM-57).
 */
export function isScoreComplete(draft: ScoreDraft, today: Day): boolean {
  return Object.keys(scoreErrors(draft, today)).length === 0
}

/** Errors of a score, by field (FORM-56, FORM-57). A file is required unless the current one stays. */
export function scoreErrors(draft: ScoreDraft, today: Day): FieldErrors {
  const errors: FieldErrors = {}
  const unexpiring = draft.expiredAt === null ? MESSAGES.notnull : expiryRule(draft.expiredAt, today)
  if (unexpiring) errors.expiredAt = unexpiring
  if (!isRating(draft.score)) errors.score = t('Elija un nivel en cada dimensión')
  if (!draft.hasFile && draft.fileChanged !== false) errors.file = t('Adjunte un archivo')
  return errors
}

/** Events that the passing of time causes for a score, in order (D51). */
export const scoreEvents = ['score.about-to-lapse', 'score.lapsed', 'score.expired'] as const
export type ScoreEvent = (typeof scoreEvents)[number]

/**
 * Whether a role reads scores that a correction or renewal replaced; other roles read only the current one (D16, D17).
 */
export function seesPastScores(role: Role): boolean {
  return role === 'CCI' || role === 'PROVIDER'
}

/**
 * Whether a request in this status has a published score to show; a RENEWAL under review shows the previous one (D11).
 */
export function hasPublishedScore(status: string | null): boolean {
  return reportRequestMachine.is.scored(status)
}
