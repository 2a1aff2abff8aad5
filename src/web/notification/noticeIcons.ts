import {
  type Icon,
  IconCalendarX,
  IconFileAlert,
  IconFileCheck,
  IconFilePlus,
  IconFileText,
  IconFileX,
  IconMailX,
  IconMessageExclamation,
  IconRosetteDiscountCheck,
  IconScale,
  IconSpeakerphone,
  IconUserCheck,
} from '@tabler/icons-react'
import type { NotificationType } from '#domain/notification/notification.ts'

/** Icon by subject of a notification. The title says the same in words. */
export const noticeIcons: Record<NotificationType, Icon> = {
  DOC_PENDING: IconFileText,
  DOC_ACCEPTED: IconFileCheck,
  DOC_REJECTED: IconFileX,
  DOC_LAPSED: IconCalendarX,
  DOC_REQUIRED: IconFilePlus,
  DOC_AUDIT_REPORT_PENDING: IconScale,
  DOC_AUDIT_REPORT_REJECTED: IconFileX,
  SCORE_LOADED: IconRosetteDiscountCheck,
  SCORE_LAPSED: IconCalendarX,
  SCORE_NOTICE_LAPSED: IconCalendarX,
  AUDIT_EXPIRED: IconCalendarX,
  AUDIT_CHOSEN: IconScale,
  ISSUE_CREATED: IconMessageExclamation,
  ISSUE_OPEN: IconMessageExclamation,
  ISSUE_MODIFIED: IconMessageExclamation,
  FILE_DAMAGED: IconFileAlert,
  MAIL_UNDELIVERED: IconMailX,
  PROPOSAL_PENDING: IconUserCheck,
  NOTICE: IconSpeakerphone,
}
