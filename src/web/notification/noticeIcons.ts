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
import type { NotificationIcon } from '#domain/notification/definition.ts'

/** The drawing of each icon. The title of the notification says the same in words. */
export const noticeIcons: Record<NotificationIcon, Icon> = {
  'calendar-x': IconCalendarX,
  file: IconFileText,
  'file-alert': IconFileAlert,
  'file-check': IconFileCheck,
  'file-plus': IconFilePlus,
  'file-x': IconFileX,
  'mail-x': IconMailX,
  message: IconMessageExclamation,
  rosette: IconRosetteDiscountCheck,
  scale: IconScale,
  speaker: IconSpeakerphone,
  'user-check': IconUserCheck,
}
