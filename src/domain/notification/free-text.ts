import { normaliseText } from '#domain/values/text.ts'
import { text } from '#domain/wire.ts'

/** The most characters that somebody's own words in a notice may have. */
export const NOTICE_TEXT_MAX = 400

/**
 * What section 7 sends along with a change. The server makes the notification itself, to whom it is for it to say; of these only
 * the free text is used (D22).
 */
export const notificationFields = {
  notification: text(40).optional(),
  message_notification: text(NOTICE_TEXT_MAX).optional(),
}

/** The same of a report, whose free text section 7 also calls `message` (API-61). */
export const reportNotificationFields = { ...notificationFields, message: text(NOTICE_TEXT_MAX).optional() }

/** The free text for the notice that a change makes, in one line; undefined where none was written. */
export function freeTextOf(sent: { message_notification?: string; message?: string }): string | undefined {
  return normaliseText(sent.message_notification || sent.message || '') || undefined
}
