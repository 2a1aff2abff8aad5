import type { ChainStanding } from '#domain/participant/chain/chain.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'

/** The colours of where a subcontract stands. */
export const chainStandingBadges: Readonly<Record<ChainStanding, BadgeState>> = {
  PLANNED: 'PENDING',
  CURRENT: 'ACCEPTED',
  ENDED: 'EXPIRED',
}
