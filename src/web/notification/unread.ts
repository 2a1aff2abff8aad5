import { listNotifications } from '#domain/notification/contract.ts'
import { queryOptions } from '#web/api/api.ts'

/** Query of the bell: unread notifications, newest first. */
export const unread = queryOptions(listNotifications, { query: { isRead: 'false', sort: 'createdAt,desc', size: 50 } })
