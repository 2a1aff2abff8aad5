import type { EventName } from '#domain/audit-log/events.ts'
import type { NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { type NotificationType, notifications, notificationTypes } from '#domain/notification/notification.ts'

/** Notifications that need no further action: their recipient, types and link target. */
export type SettledNotices = {
  of: 'centre' | { participant: string }
  types: readonly NotificationType[]
  about: string
  info: Pick<NotificationInfo, 'validationId' | 'idIssue'>
}

/**
 * The notifications that an event settles, or null. They become read for all their recipients, who may mark them unread
 * again (D64).
 */
export function settledNotices(event: EventName, facts: EventPayload): SettledNotices | null {
  const about = facts.participantId ?? facts.providerId
  const types = notificationTypes.filter(type => notifications[type].settled?.by.includes(event))
  const [first] = types
  if (!first || !about) return null
  const { validationId, idIssue } = notifications[first].about(facts)
  if (!idIssue && !validationId) return null
  const of = notifications[first].settled?.for === 'centre' ? 'centre' : { participant: about }
  return { of, types, about, info: idIssue ? { idIssue } : { validationId } }
}
