import type { EventName } from '#domain/audit-log/events.ts'
import type { EventFacts } from '#domain/notification/notices.ts'
import type { NotificationInfo, NotificationType } from '#domain/notification/notification.ts'

/** Notifications that need no further action: their recipient, types and link target. */
export type SettledNotices = {
  of: 'centre' | { participant: string }
  types: readonly NotificationType[]
  about: string
  info: Pick<NotificationInfo, 'validationId' | 'idIssue'>
}

type Settling = (facts: EventFacts) => { types: NotificationType[]; own?: true; idIssue?: string }

const verified: Settling = () => ({ types: ['DOC_PENDING'] })
const scored: Settling = () => ({ types: ['DOC_AUDIT_REPORT_PENDING'] })

/** For each event, the notification types that it settles: tasks of CCI, or (`own`) a resubmission by the owner. */
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
 * The notifications that an event settles, or null. They become read for all their recipients, who may mark them unread
 * again (D64).
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
