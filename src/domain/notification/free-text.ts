import { text } from '#domain/contract/wire.ts'
import { normaliseText } from '#domain/values/text.ts'

/** Maximum length of the free text in a notification, in characters. */
export const NOTICE_TEXT_MAX = 400

/**
 * Notification fields that section 7 sends along with a change. The server builds the notification and its recipients
 * itself and uses only the free text (D22).
 */
export const notificationFields = {
  notification: text(40).optional(),
  message_notification: text(NOTICE_TEXT_MAX).optional(),
}

/** The same fields for a report request: section 7 also calls its free text `message` (API-61). */
export const reportNotificationFields = { ...notificationFields, message: text(NOTICE_TEXT_MAX).optional() }

/** The free text for the notification of a change, on one line; undefined when there is none. */
export function freeTextOf(sent: { message_notification?: string; message?: string }): string | undefined {
  return normaliseText(sent.message_notification || sent.message || '') || undefined
}
