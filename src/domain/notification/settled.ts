import type { EventName } from '#domain/events.ts'
import type { EventFacts } from '#domain/notification/notices.ts'
import type { NotificationInfo, NotificationType } from '#domain/notification/notification.ts'

/** Notices that ask for nothing any more: whose they are, which, and what they point to. */
export type SettledNotices = {
  of: 'centre' | { participant: string }
  types: readonly NotificationType[]
  about: string
  info: Pick<NotificationInfo, 'validationId' | 'idIssue'>
}

type Settling = (facts: EventFacts) => { types: NotificationType[]; own?: true; idIssue?: string }

const verified: Settling = () => ({ types: ['DOC_PENDING'] })
const scored: Settling = () => ({ types: ['DOC_AUDIT_REPORT_PENDING'] })

/** What is done by which event: what CCI was to verify or open, and what an owner was to send again. */
const settled: Partial<Record<EventName, Settling>> = {
  'documentation.accepted': verified,
  'documentation.rejected': verified,
  'request.qualified': scored,
  'request.rejected': scored,
  'request.deleted': scored,
  'incident.opened': ({ incidentId }) => ({ types: ['ISSUE_CREATED'], idIssue: incidentId }),
  'documentation.sent': () => ({ types: ['DOC_REJECTED'], own: true }),
  'request.edited': () => ({ types: ['DOC_AUDIT_REPORT_REJECTED'], own: true }),
  'request.renewed': () => ({ types: ['SCORE_LAPSED', 'SCORE_NOTICE_LAPSED'], own: true }),
}

/**
 * The notices that an event makes superfluous, or null: everybody who got them has them read from then on, and may mark them
 * unread again (D64).
 */
export function settledNotices(event: EventName, facts: EventFacts): SettledNotices | null {
  const about = facts.participantId ?? facts.providerId
  const settling = settled[event]?.(facts)
  if (!settling || !about) return null
  const { types, own, idIssue } = settling
  const { validationId } = facts
  if (!idIssue && !validationId) return null
  return { of: own ? { participant: about } : 'centre', types, about, info: idIssue ? { idIssue } : { validationId } }
}
