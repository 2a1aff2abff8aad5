import type { EventName } from '#domain/audit-log/events.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { noticesOf } from '#domain/notification/notices.ts'
import type { Notice } from '#domain/notification/notification.ts'
import { inLanguage } from '#server/platform/language.ts'

/** A notification in both languages, because each user of its participant reads it in its own. */
export type BilingualNotice = Notice & {
  /** Null where it says the same. */
  english: string | null
}

/** The notifications that an event makes; their `message` is Spanish. */
export function bilingualNotices(event: EventName, facts: EventPayload): BilingualNotice[] {
  const [spanish, english] = (['es', 'en'] as const).map(language =>
    inLanguage(language, () => noticesOf(event, facts)),
  )
  return spanish!.map((notice, index) => {
    const { message } = english![index]!
    return { ...notice, english: message === notice.message ? null : message }
  })
}
