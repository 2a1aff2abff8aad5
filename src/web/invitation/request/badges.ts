import type { InvitationRequestStatus } from '#domain/states/invitation-request.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'

export const askBadges: Record<InvitationRequestStatus, BadgeState> = {
  ASKED: 'PENDING',
  INVITED: 'ACCEPTED',
  DECLINED: 'REJECTED',
}
