import type { Role } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { MailGroup } from '#domain/notification/definition.ts'
import { type NotificationType, notificationTypes } from '#domain/notification/definitions/types.ts'
import { notifications } from '#domain/notification/notification.ts'

/** A notification type that can reach a role, with its label for that role. */
export type MailChoice = { type: NotificationType; group: MailGroup; text: string }

/** The notification types that a user of this role can receive by mail, in the order of the types. */
export function mailChoicesOf(role: Role, isPrincipal = true): MailChoice[] {
  return notificationTypes.flatMap(type => {
    const { mailGroup: group, mail, principal } = notifications[type]
    if (principal && !isPrincipal) return []
    const text = mail[role]
    return text === undefined ? [] : [{ type, group, text: t(text) }]
  })
}

/** Whether notifications of this type can reach the role, and this user of it. */
export function canReach(type: NotificationType, role: Role, isPrincipal = true): boolean {
  return mailChoicesOf(role, isPrincipal).some(choice => choice.type === type)
}
