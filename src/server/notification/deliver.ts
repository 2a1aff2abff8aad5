import { sql } from 'kysely'
import { namedIn, noticesOf } from '#domain/notification/notices.ts'
import type { Notice } from '#domain/notification/notification.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import { type SettledNotices, settledNotices } from '#domain/notification/settled.ts'
import type { DomainEvent, Transaction } from '#server/app/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Writes the notifications of the events and queues their mails. */
export async function deliver(tx: Transaction, events: readonly DomainEvent[]): Promise<void> {
  for (const { event, tell, ...known } of events) {
    if (tell === false) continue
    const facts = { ...known.facts, ...known.told }
    const settled = settledNotices(event, facts)
    if (settled) await markSettled(tx, settled)
    for (const notice of noticesOf(event, facts)) await deliverToAll(tx, notice, namedIn(notice, facts))
  }
}

type Written = Pick<Notice, 'type' | 'message'> & {
  id: string
  participantId: string
  reason: string
  info: string
  now: string
  onceKey: string | null
  about: string[]
}

const insertNotice = statement((db, notice: Written) =>
  db
    .insertInto('notification')
    .values({
      id: notice.id,
      participant_id: notice.participantId,
      type: notice.type,
      reason: notice.reason,
      message: notice.message,
      info: notice.info,
      created_at: notice.now,
      once_key: notice.onceKey,
      about: notice.about,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .compile(),
)

const readersByMail = statement((db, { participantId, type }: { participantId: string; type: string }) =>
  db
    .selectFrom('portal_user as u')
    .leftJoin('mail_preference as m', join => join.onRef('m.user_id', '=', 'u.id').on('m.type', '=', type))
    .select(['u.email', 'u.name'])
    .where('u.participant_id', '=', participantId)
    .where('u.deleted_at', 'is', null)
    .where('u.last_password_change', 'is not', null)
    .where(eb => eb.or([eb('m.by_mail', 'is', null), eb('m.by_mail', '=', sql.lit(true))]))
    .compile(),
)

/**
 * Delivers one notification to all its recipients. A notification with a `onceKey` is delivered once, whichever server
 * announces it (D5).
 */
async function deliverToAll(tx: Transaction, notice: Notice, about: string[]): Promise<void> {
  const reason = notificationReasons[notice.type]
  for (const participantId of await recipientsOf(tx.db, notice)) {
    const { type, message } = notice
    const [info, onceKey] = [JSON.stringify(notice.info), notice.onceKey ?? null]
    const words = { type, message, reason, info, onceKey, about, now: tx.now }
    const inserted = await insertNotice(tx.db, { ...words, id: tx.newId(), participantId })
    if (inserted.length === 0) continue
    const readers = await readersByMail(tx.db, { participantId, type })
    for (const reader of readers) {
      tx.mail({
        to: reader.email,
        template: 'notification',
        data: { name: reader.name, reason, message: notice.message },
        about,
      })
    }
  }
}

/** Marks superseded notifications as read for all their recipients; they are found by the object they are about. */
async function markSettled({ db, now }: Transaction, { of, types, about, info }: SettledNotices): Promise<void> {
  const owner = of === 'centre' ? sql`(select c.id from participant c where c.kind = 'CCI')` : sql`${of.participant}`
  await sql`
    insert into notification_read (notification_id, user_id, read_at)
    select n.id, u.id, ${now} from notification n
      join portal_user u on u.participant_id = n.participant_id and u.deleted_at is null
    where n.about @> array[${about}] and n.participant_id = ${owner} and n.type = any(${types})
      and n.info @> ${JSON.stringify(info)}::jsonb
    on conflict do nothing`.execute(db)
}

const ccis = statement(db => db.selectFrom('participant').select('id').where('kind', '=', sql.lit('CCI')).compile())

const living = statement((db, { id }: { id: string }) =>
  db.selectFrom('participant').select('id').where('id', '=', id).where('deleted_at', 'is', null).compile(),
)

async function recipientsOf(db: Db, { to }: Notice): Promise<string[]> {
  if (to === 'centre') {
    const rows = await ccis(db, {})
    return rows.map(row => row.id)
  }
  if ('participant' in to) {
    const rows = await living(db, { id: to.participant })
    return rows.map(row => row.id)
  }
  if ('documentedAs' in to) {
    const rows = await db
      .selectFrom('participant as p')
      .innerJoin('validation as v', 'v.participant_id', 'p.id')
      .select('p.id')
      .where('p.kind', '=', to.documentedAs)
      .where('p.deleted_at', 'is', null)
      .where('v.kind', '=', 'DOC_MIN')
      .where('v.deleted_at', 'is', null)
      .where('v.status', 'is not', null)
      .execute()
    return rows.map(row => row.id)
  }
  const rows = await db
    .selectFrom('favourite as f')
    .innerJoin('participant as p', 'p.id', 'f.entity_id')
    .select('p.id')
    .where('f.provider_id', '=', to.fansOf)
    .where('p.deleted_at', 'is', null)
    .execute()
  return rows.map(row => row.id)
}
