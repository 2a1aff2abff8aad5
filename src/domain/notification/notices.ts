import type { EventName } from '#domain/audit-log/events.ts'
import { notificationTypes } from '#domain/notification/definitions/types.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { type Notice, notifications } from '#domain/notification/notification.ts'

/** The notifications that an event makes, one for each recipient (D51). */
export function noticesOf(event: EventName, facts: EventPayload): Notice[] {
  return notificationTypes.flatMap(type => {
    const { on, about } = notifications[type]
    const messages = [on[event]?.(facts) ?? []].flat()
    return messages.flatMap(({ to, ...message }) =>
      to.map(recipient => ({ ...message, to: recipient, type, info: about(facts) })),
    )
  })
}

/**
 * The participants and users that a notification concerns: participants that it names or links to, the issuer of the
 * reported item (the text may quote it), and users that it names. The notification is hidden when such a participant is
 * deleted (D44) and purged with the data of such a user. The link target comes first, if any, so that mails about it
 * keep their order.
 */
export function namedIn({ message, info }: Pick<Notice, 'message' | 'info'>, facts: EventPayload): string[] {
  const named = (id: string | undefined, name: string | undefined) => (name && message.includes(name) ? id : undefined)
  const ids = [
    info.idGenericEntity,
    info.idProvider,
    named(facts.participantId, facts.participantName),
    named(facts.providerId, facts.providerName),
    named(facts.evaluatorId, facts.evaluatorName),
    facts.issuerId,
    named(facts.proposerId, facts.proposerName),
    named(facts.userId, facts.email),
  ]
  return [...new Set(ids.filter(id => id !== undefined))]
}
