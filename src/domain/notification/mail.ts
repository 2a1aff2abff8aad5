import type { Role } from '#domain/identity/roles.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { type Notice, notificationReasons, notifications } from '#domain/notification/notification.ts'
import { targetOf } from '#domain/notification/target.ts'
import { firstCharacters } from '#domain/values/cut.ts'

/** The list of notifications, for a notification without a page of its own. */
export const NOTIFICATIONS = '/notifications'

/** The label of the link to it. */
export const SEE_NOTICE = msg('Ver el aviso')

/** Names in a subject are cut to this length, in characters. */
const NAME_MAX = 60

/** The reader of a mail: a user of this participant. */
export type MailReader = { participantId: string; role: Role }

/** What the mail of a notification says besides its message. */
export type NotificationMail = { subject: string; path: string; button: string }

/**
 * Subject, link and button of the mail of a notification. The subject names the participant that it is about, or, for
 * a reader of that participant, the matter.
 */
export function notificationMail(notice: Notice, facts: EventPayload, reader: MailReader): NotificationMail {
  const { item, button } = notifications[notice.type]
  const path = item?.(facts, reader.role) ?? targetOf(notice.type, notice.info, reader.role)
  return {
    subject: subjectOf(notificationReasons[notice.type], facts, reader),
    ...(path === null ? { path: NOTIFICATIONS, button: t(SEE_NOTICE) } : { path, button: t(button) }),
  }
}

function subjectOf(reason: string, facts: EventPayload, { participantId }: MailReader): string {
  const [owner, name] = facts.participantId
    ? [facts.participantId, facts.participantName]
    : [facts.providerId, facts.providerName]
  const short = (text: string) => firstCharacters(text.replace(/\s+/g, ' ').trim(), NAME_MAX)
  if (name && owner !== participantId) return `${short(name)}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
  const subject = facts.incidentTitle ?? facts.documentName ?? facts.serviceName
  return subject ? `${reason}: ${short(subject)}` : reason
}
