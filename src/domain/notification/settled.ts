import type { EventName } from '#domain/audit-log/events.ts'
import type { NotificationInfo } from '#domain/notification/definition.ts'
import { type NotificationType, notificationTypes } from '#domain/notification/definitions/types.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { notifications } from '#domain/notification/notification.ts'

/** Notifications that need no further action: their recipient, types and link target. */
export type SettledNotices = {
  of: 'centre' | { participant: string }
  types: readonly NotificationType[]
  about: string
  info: Pick<NotificationInfo, 'validationId' | 'idIssue' | 'idUse' | 'idBulletin' | 'idWebhook' | 'place'>
}

/**
 * The notifications that an event settles, or null. They become read for all their recipients, who may mark them unread
 * again (D64).
 */
export function settledNotices(event: EventName, facts: EventPayload): SettledNotices | null {
  const owner = facts.participantId ?? facts.providerId
  const types = notificationTypes.filter(type => {
    const { settled } = notifications[type]
    return settled !== null && settled.for !== 'all' && settled.by.includes(event)
  })
  const [first] = types
  if (!first || !owner) return null
  const { validationId, idIssue, idUse, idProvider, idBulletin, idWebhook, place } = notifications[first].about(facts)
  // Notifications about a use are about its provider.
  if (idUse && idProvider) return { of: { participant: owner }, types, about: idProvider, info: { idUse } }
  if (idBulletin && idProvider) return { of: { participant: owner }, types, about: idProvider, info: { idBulletin } }
  if (idWebhook) return { of: { participant: owner }, types, about: owner, info: { idWebhook } }
  if (place) return { of: { participant: owner }, types, about: owner, info: { place } }
  if (!idIssue && !validationId) return null
  const reader = notifications[first].settled?.for
  const participant = reader === 'evaluator' ? facts.evaluatorId : owner
  if (!participant) return null
  const of = reader === 'centre' ? 'centre' : { participant }
  return { of, types, about: owner, info: idIssue ? { idIssue } : { validationId } }
}

/** Notifications that an event leaves behind: their types, and the thing that they are about. */
export type OutlivedNotices = { types: readonly NotificationType[]; about: string; info: NotificationInfo }

/**
 * The notifications that an event makes pointless for all who got them: the steps of a ladder of what it renews,
 * replaces or extends (RENEW-18), and what asked several for something that is done now (D64).
 */
export function outlivedNotices(event: EventName, facts: EventPayload): OutlivedNotices[] {
  const about = facts.participantId ?? facts.providerId
  if (!about) return []
  return notificationTypes.flatMap(type => {
    const info = outlivedInfo(type, event, facts)
    return info && Object.keys(info).length > 0 ? [{ types: [type], about, info }] : []
  })
}

function outlivedInfo(type: NotificationType, event: EventName, facts: EventPayload): NotificationInfo | null {
  const { ladder, settled } = notifications[type]
  if (ladder?.outlivedBy.includes(event)) return ladder.what(facts)
  return settled?.for === 'all' && settled.by.includes(event) ? settled.what(facts) : null
}
