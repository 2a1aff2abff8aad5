import { expect, test } from 'vitest'
import { freeTextOf, NOTICE_TEXT_MAX, reportNotificationFields } from '#domain/notification/free-text.ts'

test('D22 API-61: the free text of a notice is what was written, in one line, under either name', () => {
  expect(freeTextOf({ message_notification: ' Va el\n\n de este año ' })).toBe('Va el de este año')
  expect(freeTextOf({ message: 'Va el de este año' })).toBe('Va el de este año')
  expect(freeTextOf({ message_notification: '', message: 'Va' })).toBe('Va')
  expect([freeTextOf({}), freeTextOf({ message_notification: '', message: '  ' })]).toEqual([undefined, undefined])
})

test('D22: it is as long as other notices, and no longer', () => {
  for (const field of [reportNotificationFields.message, reportNotificationFields.message_notification]) {
    expect(field.safeParse('ñ'.repeat(NOTICE_TEXT_MAX)).success).toBe(true)
    const refused = field.safeParse('ñ'.repeat(NOTICE_TEXT_MAX + 1))
    expect(refused.error?.issues[0]?.message).toBe('No puede superar los 400 caracteres.')
  }
})
