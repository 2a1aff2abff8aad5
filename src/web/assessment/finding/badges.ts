import type { FindingStatus } from '#domain/states/finding.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'

/** The colours of the states of findings. */
export const findingBadges: Readonly<Record<FindingStatus, BadgeState>> = {
  OPEN: 'NEW',
  PLANNED: 'PENDING',
  OVERDUE: 'LAPSED',
  DONE: 'ACCEPTED',
  VERIFIED: 'QUALIFIED',
  WITHDRAWN: 'EXPIRED',
}
