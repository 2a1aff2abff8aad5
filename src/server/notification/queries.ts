import { sql } from 'kysely'
import { currentLanguage, t } from '#domain/language/translate.ts'
import type { NotificationWire } from '#domain/notification/contract.ts'
import type { NotificationType } from '#domain/notification/definitions/types.ts'
import { principalTypes } from '#domain/notification/notification.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** Whether the notification `h` names a deleted participant. */
export const tellsOfDeleted = sql<boolean>`h.about && array(select gone.id::text from participant gone where gone.deleted_at is not null)`

/** Whether the notification is for all users of its participant, or for this one. */
const isFor = (userId: string, alias: 'n' | 'h') =>
  sql<boolean>`(${sql.ref(`${alias}.user_id`)} is null or ${sql.ref(`${alias}.user_id`)} = ${userId})`
/** Whose notifications are read: a participant's, by one of its users. */
export type Reader = { participantId: string; userId: string; isPrincipal: boolean }

/**
 * The number of `notificationsOf` a reader: subtracts the few that name a deleted participant, or are the principal
 * user's alone, instead of checking each.
 */
export async function notificationCount(db: Db, { participantId, userId, isPrincipal }: Reader): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from notification n where n.participant_id = ${participantId} and ${isFor(userId, 'n')})
      - (select count(*) from notification h where h.participant_id = ${participantId} and ${isFor(userId, 'h')}
        and (${tellsOfDeleted} or not ${isPrincipal} and h.type = any(${principalTypes}))) as total`.execute(db)
  return onlyOf(rows).total
}

/**
 * The notifications of a participant, with the read mark of one of its users (D51); none that names a deleted
 * participant (D44), or that reaches the principal user only.
 */
export function notificationsOf(db: Db, { participantId, userId, isPrincipal }: Reader) {
  return (
    db
      .selectFrom('notification as n')
      .leftJoin('notification_read as r', join =>
        join.onRef('r.notification_id', '=', 'n.id').on('r.user_id', '=', userId),
      )
      .where('n.participant_id', '=', participantId)
      .where(isFor(userId, 'n'))
      .where(sql<boolean>`(${isPrincipal} or n.type <> all(${principalTypes}))`)
      // The excluded ones are few and an index finds them once for the whole query.
      .where(sql<boolean>`n.id not in (select h.id from notification h where ${tellsOfDeleted})`)
  )
}

export const notificationSelection = [
  'n.id',
  'n.participant_id',
  'n.type',
  'n.reason',
  'n.message',
  'n.message_english',
  'n.info',
  'n.created_at',
  'r.read_at',
] as const

type NotificationRow = {
  id: string
  participant_id: string
  type: string
  reason: string
  message: string
  message_english: string | null
  info: NotificationWire['info']
  created_at: string
  read_at: string | null
}

/** The message in the current language. */
export const noticeMessageOf = ({
  message,
  message_english,
}: Pick<NotificationRow, 'message' | 'message_english'>): string =>
  currentLanguage() === 'en' ? (message_english ?? message) : message

export function notificationWireOf(row: NotificationRow): NotificationWire {
  return {
    id: row.id,
    idGenericEntity: row.participant_id,
    type: row.type as NotificationType,
    reason: t(row.reason),
    message: noticeMessageOf(row),
    isRead: row.read_at !== null,
    createdAt: row.created_at,
    info: row.info,
  }
}
