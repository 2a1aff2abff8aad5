import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import { canReach } from '#domain/notification/by-mail.ts'
import {
  exportNotifications,
  markAllNotifications,
  markNotification,
  readMailPreferences,
  sendNotice,
  setMailPreference,
  setMailPreferences,
} from '#domain/notification/contract.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { mailPreferencesOf, preferMail, preferMailOfGroup } from '#server/notification/mail-preferences.ts'
import { notificationPage } from '#server/notification/pages.ts'
import { notificationSelection, notificationsOf, notificationWireOf } from '#server/notification/queries.ts'

export const notificationRoutes: Route[] = [
  ...withExport(exportNotifications, ({ db, actor, query }) => notificationPage(db, actor, query)),

  write(markNotification, async ({ db, tx, actor, params, body }) => {
    const one = () => notificationsOf(db, actor).where('n.id', '=', params.id).select(notificationSelection)
    if (!(await one().executeTakeFirst())) throw new DomainError('notFound')
    const mark = { notification_id: params.id, user_id: actor.userId }
    if (body.isRead) {
      await db
        .insertInto('notification_read')
        .values({ ...mark, read_at: tx.now })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    } else {
      await db
        .deleteFrom('notification_read')
        .where('notification_id', '=', mark.notification_id)
        .where('user_id', '=', mark.user_id)
        .execute()
    }
    return notificationWireOf(await one().executeTakeFirstOrThrow())
  }),

  write(markAllNotifications, async ({ db, tx, actor }) => {
    const unread = notificationsOf(db, actor).where('r.read_at', 'is', null)
    const marked = await db
      .insertInto('notification_read')
      .columns(['notification_id', 'user_id', 'read_at'])
      .expression(unread.select(['n.id', sql.val(actor.userId).as('user_id'), sql.val(tx.now).as('read_at')]))
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return { marked: Number(marked.numInsertedOrUpdatedRows) }
  }),

  write(sendNotice, async ({ db, tx, body }) => {
    const participant = await db
      .selectFrom('participant')
      .select('id')
      .where('id', '=', body.idGenericEntity)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!participant) throw new DomainError('notFound')
    tx.record({
      event: 'notification.sent',
      object: { kind: 'participant', id: participant.id },
      facts: { participantId: participant.id, notice: body.message },
    })
  }),

  read(readMailPreferences, async ({ db, actor }) => ({ preferences: await mailPreferencesOf(db, actor) })),

  write(setMailPreference, async ({ tx, actor, params: { type }, body }) => {
    if (!canReach(type, actor.role, actor.isPrincipal)) throw new DomainError('notFound')
    return preferMail(tx, actor, type, body)
  }),

  write(setMailPreferences, async ({ tx, actor, body: { group, mode } }) => ({
    preferences: await preferMailOfGroup(tx, actor, group, mode),
  })),
]
