import type { Role } from '#domain/identity/roles.ts'
import type { NotificationWire } from '#domain/notification/contract.ts'
import { notifications } from '#domain/notification/notification.ts'
import { targetOf } from '#domain/notification/target.ts'
import type { BellItem } from '#web/notification/NotificationsBell.tsx'
import { noticeIcons } from '#web/notification/noticeIcons.ts'

/** A notification as the list of the bell shows it. */
export function bellItem(
  { id, type, info, reason, message, createdAt, isRead }: NotificationWire,
  role: Role,
): BellItem {
  const href = targetOf(type, info, role)
  const Icon = noticeIcons[notifications[type].icon]
  return {
    id,
    icon: <Icon aria-hidden="true" />,
    title: reason,
    text: message,
    when: createdAt,
    unread: !isRead,
    ...(href ? { href } : {}),
  }
}
