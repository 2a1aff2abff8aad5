import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventNames } from '#domain/audit-log/events.ts'
import { fourEyesActs } from '#domain/identity/four-eyes/four-eyes.ts'
import { listNotifications, type NotificationWire } from '#domain/notification/contract.ts'
import { notificationTypes } from '#domain/notification/definitions/types.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { notificationMail } from '#domain/notification/mail.ts'
import { noticesOf } from '#domain/notification/notices.ts'
import type { Notice } from '#domain/notification/notification.ts'
import { notifications } from '#domain/notification/notification.ts'
import { targetOf } from '#domain/notification/target.ts'
import { newId } from '#server/platform/ids.ts'
import { ok } from '#test/support/answers.ts'
import { facts } from '#test/support/event-facts.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

/** What some notices ask of an event besides. */
const variants: Partial<EventPayload>[] = [
  {},
  { documentId: undefined },
  { ratingBefore: 'A+/A+/A+', changed: ['name'] },
  { byCentre: true, email: 'ana@banco.example', userId: 'US', opensOn: '2026-12-14' },
  { email: 'a@x.example', template: 'invitation', trouble: { refused: false, reason: '' } },
  ...fourEyesActs.map(act => ({ act })),
]

/** One notice of each type and link. */
const notices = [
  ...new Map(
    eventNames
      .flatMap(event => variants.flatMap(more => noticesOf(event, { ...facts, ...more })))
      .map(notice => [`${notice.type} ${JSON.stringify(notice.info)}`, notice]),
  ).values(),
]

test('there is a notice of every type', () => {
  const types = new Set(notices.map(({ type }) => type))
  expect(notificationTypes.filter(type => !types.has(type))).toEqual([])
})

test.each(['cci', 'proveedor', 'evaluador', 'entidad'])(
  'NOTIF-03 D36: a notice to %s leads to its object, in the portal and in its mail',
  async name => {
    const reader = await portal.signIn(`${name}@almotacen.example`)
    const role = reader.me.role.key
    const now = portal.app.clock.now()
    const sent = new Map<string, Notice>(notices.map(notice => [newId(now), notice]))
    for (const [id, { type, message, info }] of sent) {
      await portal.app.db
        .insertInto('notification')
        .values({
          ...{ id, type, message, reason: notifications[type].reason, info: JSON.stringify(info), about: [] },
          ...{ participant_id: reader.me.idGenericEntity, created_at: now },
        })
        .execute()
    }
    const read: NotificationWire[] = []
    for (let page = 0, more = true; more; page++) {
      const { content } = await ok(reader.call(listNotifications, { query: { size: 100, page } }))
      read.push(...content.filter(({ id }: NotificationWire) => sent.has(id)))
      more = content.length === 100
    }
    expect(read).toHaveLength(sent.size)
    for (const { id, type, info } of read) {
      const notice = sent.get(id)!
      const target = targetOf(type, notice.info, role)
      expect([type, info, targetOf(type, info, role)]).toEqual([type, notice.info, target])
      if (notifications[type].item || target === null) continue
      expect([type, notificationMail(notice, facts, { participantId: 'PA', role }).path]).toEqual([type, target])
    }
  },
)
