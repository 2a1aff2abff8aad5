import type { ClarificationStatus } from '#domain/states/clarification.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'

/** The colours of the states of threads. */
export const clarificationBadges: Readonly<Record<ClarificationStatus, BadgeState>> = {
  WAITING: 'PENDING',
  ANSWERED: 'ACCEPTED',
  CLOSED: 'CLOSED',
}
