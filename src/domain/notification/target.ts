import type { Role } from '#domain/identity/roles.ts'
import type { NotificationInfo } from '#domain/notification/definition.ts'
import type { NotificationType } from '#domain/notification/definitions/types.ts'
import { notifications } from '#domain/notification/notification.ts'

/** Path of the page that a notification links to for this role, or null when it has none. */
export function targetOf(type: NotificationType, info: NotificationInfo, role: Role): string | null {
  return notifications[type].target(info, role)
}
