import type { RelianceStatus } from '#domain/states/reliance-file.ts'
import type { RelianceStanding } from '#domain/supervision/reliance/standing.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'

export const relianceBadges: Readonly<Record<RelianceStatus, BadgeState>> = {
  DRAFT: 'PENDING',
  SIGNED: 'QUALIFIED',
  REVIEW_DUE: 'LAPSED',
  REPLACED: 'EXPIRED',
}
export const relianceStandingBadges: Readonly<Record<RelianceStanding, BadgeState>> = {
  MISSING: 'REJECTED',
  DUE: 'LAPSED',
  DRAFT: 'PENDING',
  SIGNED: 'QUALIFIED',
}
