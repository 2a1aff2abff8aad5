import type { AssessmentStatus } from '#domain/states/assessment.ts'
import type { FrameworkStatus } from '#domain/states/control-framework.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'

/** The colours of the states of evaluations and frameworks: those of the documents. */
export const assessmentBadges: Readonly<Record<AssessmentStatus, BadgeState>> = {
  DRAFT: 'PENDING',
  CONFIRMED: 'ACCEPTED',
  PUBLISHED: 'QUALIFIED',
}
export const frameworkBadges: Readonly<Record<FrameworkStatus, BadgeState>> = {
  DRAFT: 'PENDING',
  PUBLISHED: 'QUALIFIED',
  RETIRED: 'EXPIRED',
}
