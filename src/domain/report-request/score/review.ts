import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { Decision, Mover } from '#domain/states/machine.ts'
import { decide } from '#domain/states/machine.ts'
import type { RatingReviewStatus } from '#domain/states/rating-review.ts'
import { ratingReviewMachine } from '#domain/states/rating-review.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'
import { characterCount } from '#domain/values/text.ts'

const REVIEW_REASON_MIN = 10
export const REVIEW_REASON_MAX = 500

/** A published rating, as the rules of its extraordinary review see it. */
type Reviewable = { status: ReportRequestStatus; superseded: boolean; underReview: boolean }

/** Whether CCI may put a rating under extraordinary review, or lift the review (AFFECT-13). */
export function decideReview(
  action: 'begin' | 'lift',
  { status, superseded, underReview }: Reviewable,
  mover: Mover,
): Decision<RatingReviewStatus | null> {
  const inForce = reportRequestMachine.is.qualified(status) && !superseded
  return decide(ratingReviewMachine, action, underReview ? 'UNDER_REVIEW' : null, { inForce }, mover)
}

/** The fault of what a call says, by field: one of both, a reason to begin or an outcome to lift. */
export function reviewErrors({ reason, outcome }: { reason?: string; outcome?: string }): FieldErrors {
  if (reason !== undefined && outcome !== undefined)
    return { outcome: t('Escriba el motivo o el resultado, no los dos') }
  if (outcome !== undefined) return outcome === '' ? { outcome: t('Escriba el resultado') } : {}
  return characterCount(reason ?? '') < REVIEW_REASON_MIN
    ? { reason: t`Escriba al menos ${REVIEW_REASON_MIN} caracteres` }
    : {}
}

/** What every reader of a rating under review reads (AFFECT-15). */
export function underReviewNote(since: Day): string {
  return t`En revisión extraordinaria desde el ${formatDay(since)}`
}
