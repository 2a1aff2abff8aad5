import { listNotifications } from '#domain/notification/contract.ts'
import { queryOptions } from '#web/api.ts'

/** What the bell asks for: what is unread, the newest first. */
export const unread = queryOptions(listNotifications, { query: { isRead: 'false', sort: 'createdAt,desc', size: 50 } })
