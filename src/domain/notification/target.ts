import type { Role } from '#domain/identity/roles.ts'
import type { NotificationInfo } from '#domain/notification/definition.ts'
import { notifications } from '#domain/notification/notification.ts'
import type { NotificationType } from '#domain/notification/types.ts'

/** Path of the page that a notification links to for this role, or null when it has none. */
export function targetOf(type: NotificationType, info: NotificationInfo, role: Role): string | null {
  return notifications[type].target(info, role)
}
