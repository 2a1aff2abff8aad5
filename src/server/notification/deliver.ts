import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Role } from '#domain/identity/roles.ts'
import type { Language } from '#domain/language/language.ts'
import { thingOf, waits } from '#domain/notification/digest/digest.ts'
import { type MailMode, storedMode } from '#domain/notification/digest/mail-mode.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { notificationMail } from '#domain/notification/mail.ts'
import { namedIn } from '#domain/notification/notices.ts'
import type { Notice } from '#domain/notification/notification.ts'
import { notifications } from '#domain/notification/notification.ts'
import {
  type OutlivedNotices,
  outlivedNotices,
  type SettledNotices,
  settledNotices,
} from '#domain/notification/settled.ts'
import type { DomainEvent, Transaction } from '#server/kernel/transaction.ts'
import { type BilingualNotice, bilingualNotices } from '#server/notification/bilingual.ts'
import { keepForDigest, type WaitingLine } from '#server/notification/digest/lines.ts'
import { bulletinRecipients, fansOf, serviceUsers } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { unawaited } from '#server/platform/database/pipeline/together.ts'
import { arrayParameter, statement } from '#server/platform/database/statement.ts'
import { inLanguage } from '#server/platform/language.ts'

/** The ids of the notifications that were written, and of those that were marked read. */
export type Delivered = { notices: string[]; settled: string[] }
/** The ids of the notifications that were written, the participants that got them, and those that are marked read. */
export type Told = { notices: string[]; readers: string[]; settling: Promise<Settled[]> }

/** Writes the notifications of the events and queues their mails. */
export async function deliverNotices(tx: Transaction, events: readonly DomainEvent[]): Promise<Told> {
  const delivered = { notices: [] as string[], readers: [] as string[] }
  const settling: Promise<Settled[]>[] = []
  const settle = (superseded: Parameters<typeof markSettled>[1]) => {
    const marked = markSettled(tx, superseded)
    unawaited(marked)
    settling.push(marked)
  }
  const lines: WaitingLine[] = []
  for (const { event, tell, object, ...known } of events) {
    if (tell === false) continue
    const facts = { ...known.facts, ...known.told }
    const settled = settledNotices(event, facts)
    if (settled) settle(settled)
    for (const outlived of outlivedNotices(event, facts)) {
      settle({ of: 'everybody', ...outlived })
    }
    for (const notice of bilingualNotices(event, facts)) {
      const told = await deliverToAll(tx, notice, facts, object)
      delivered.notices.push(...told.written)
      delivered.readers.push(...told.readers)
      lines.push(...told.lines)
    }
  }
  await keepForDigest(tx.db, lines)
  const marked = Promise.all(settling).then(each => each.flat())
  unawaited(marked)
  return { ...delivered, settling: marked }
}

type Written = Pick<BilingualNotice, 'type' | 'message' | 'english'> & {
  id: string
  participantId: string
  userId: string | null
  reason: string
  info: string
  now: string
  forUse: boolean
  onceKey: string | null
  about: string[]
}

const insertNotice = statement((db, notice: Written) =>
  db
    .insertInto('notification')
    .values({
      id: notice.id,
      participant_id: notice.participantId,
      user_id: notice.userId,
      type: notice.type,
      reason: notice.reason,
      message: notice.message,
      message_english: notice.english,
      info: notice.info,
      created_at: notice.now,
      for_use: notice.forUse,
      once_key: notice.onceKey,
      about: notice.about,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .compile(),
)

type ReadersAsked = {
  participantId: string
  userId: string | null
  type: string
  principal: boolean
  atOnce: boolean
}
const readersByMail = statement((db, { participantId, userId, type, principal, atOnce }: ReadersAsked) =>
  db
    .selectFrom('portal_user as u')
    .leftJoin('mail_preference as m', join => join.onRef('m.user_id', '=', 'u.id').on('m.type', '=', type))
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .select(['u.id', 'u.email', 'u.name', 'u.language', 'p.kind', 'm.mode'])
    .where('u.participant_id', '=', participantId)
    .where(sql<boolean>`(${userId}::text is null or u.id = ${userId})`)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`(u.is_principal or not ${principal})`)
    .where('u.last_password_change', 'is not', null)
    .where(eb =>
      eb.or([eb('m.by_mail', 'is', null), eb('m.by_mail', '=', sql.lit(true)), sql<boolean>`${atOnce}::boolean`]),
    )
    .compile(),
)

type ToldOne = { written: string[]; readers: string[]; lines: WaitingLine[] }

/**
 * Delivers one notification to all its recipients: mailed at once, or kept for a digest, as each reader chose. A notification with a `onceKey` is delivered once, whichever server
 * announces it (D5).
 */
async function deliverToAll(
  tx: Transaction,
  notice: BilingualNotice,
  facts: EventPayload,
  object: DomainEvent['object'],
): Promise<ToldOne> {
  const told: ToldOne = { written: [], readers: [], lines: [] }
  const about = namedIn(notice, facts)
  // The stored reason is Spanish, whatever the language of who caused it.
  const { reason } = notifications[notice.type]
  const { type, message, english } = notice
  const [info, onceKey] = [JSON.stringify(notice.info), notice.onceKey ?? null]
  const words = { type, message, english, reason, info, onceKey, about, now: tx.now }
  const principal = notifications[type].principal === true
  const delivered = (await recipientsOf(tx.db, notice)).map(({ id: participantId, userId, forUse = false }) =>
    Promise.all([
      { participantId, forUse },
      insertNotice(tx.db, { ...words, id: tx.newId(), participantId, userId, forUse }),
      readersByMail(tx.db, { participantId, userId, type, principal, atOnce: notice.atOnce === true }),
    ]),
  )
  for (const [{ participantId, forUse }, [row], readers] of await Promise.all(delivered)) {
    if (!row) continue
    told.written.push(row.id)
    told.readers.push(participantId)
    for (const reader of readers) {
      const to = { participantId, role: reader.kind as Role }
      const mail = inLanguage(reader.language as Language, () => notificationMail(notice, facts, to))
      if (!notice.atOnce && waits(type, storedMode(true, reader.mode as MailMode | null))) {
        const thing = thingOf(type, object)
        const expiresOn = facts.expiresOn ?? null
        told.lines.push({ userId: reader.id, notificationId: row.id, path: mail.path, thing, expiresOn })
        continue
      }
      const { rejections } = notice
      const shared = { name: reader.name, reason, rejections, ...mail, ...(forUse ? { forUse: true as const } : {}) }
      const data = { ...shared, message: (reader.language === 'en' && english) || message }
      tx.mail({ to: reader.email, template: 'notification', data, about })
    }
  }
  return told
}

type Settled = { id: string; participantId: string }

/** Marks superseded notifications as read for all their recipients; they are found by the object they are about. */
async function markSettled(
  { db, now }: Transaction,
  { of, types, about, info }: SettledNotices | (OutlivedNotices & { of: 'everybody' }),
): Promise<Settled[]> {
  const asked = { about, types: [...types], info: JSON.stringify(info), now }
  if (of === 'everybody') return settledOfAll(db, asked)
  if (of === 'centre') return settledOfCentre(db, asked)
  return settledOfOne(db, { ...asked, participant: of.participant })
}

type SettledAsked = { about: string; types: string[]; info: string; now: string }

const settledBy = <Values extends SettledAsked>(gotIt: (values: Values) => RawBuilder<unknown>) =>
  statement((db, values: Values) =>
    sql<Settled>`
      with settled as (insert into notification_read (notification_id, user_id, read_at)
      select n.id, u.id, ${values.now} from notification n
        join portal_user u on u.participant_id = n.participant_id and u.deleted_at is null
      where n.about @> array[${values.about}] and ${gotIt(values)} and n.type = any(${arrayParameter(values.types)})
        and n.info @> ${values.info}::jsonb
      on conflict do nothing returning notification_id)
      select distinct n.id, n.participant_id as "participantId"
      from settled join notification n on n.id = notification_id`.compile(db),
  )

const settledOfAll = settledBy(() => sql`true`)
const settledOfCentre = settledBy(() => sql`n.participant_id = (select c.id from participant c where c.kind = 'CCI')`)
const settledOfOne = settledBy<SettledAsked & { participant: string }>(
  ({ participant }) => sql`n.participant_id = ${participant}`,
)

const ccis = statement(db => db.selectFrom('participant').select('id').where('kind', '=', sql.lit('CCI')).compile())

const living = statement((db, { id }: { id: string }) =>
  db.selectFrom('participant').select('id').where('id', '=', id).where('deleted_at', 'is', null).compile(),
)

const userWithParticipant = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('portal_user as u')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .select(['p.id', 'u.id as userId'])
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .compile(),
)

/** `forUse`: it hears only because it uses the service, which is its own affair (BASE-10). */
type Receiver = { id: string; userId: string | null; forUse?: boolean }

/** The participants that get a notification, each once, with the user if it is for one user alone. */
async function recipientsOf(db: Db, { to }: Notice): Promise<Receiver[]> {
  if (typeof to === 'object' && 'user' in to) return userWithParticipant(db, { id: to.user })
  if (typeof to === 'object' && 'fansOf' in to) return customersOf(db, to)
  return (await participantsOf(db, to)).map(id => ({ id, userId: null }))
}

async function customersOf(
  db: Db,
  { fansOf: id, usingService }: { fansOf: string; usingService?: string },
): Promise<Receiver[]> {
  const fans = (await fansOf(db, id).select('p.id').execute()).map(row => row.id)
  if (!usingService) return fans.map(each => ({ id: each, userId: null }))
  const users = await serviceUsers(db, id, usingService === 'any' ? null : usingService)
    .select('p.id')
    .distinct()
    .execute()
  return [...new Set([...fans, ...users.map(row => row.id)])].map(each => ({
    id: each,
    userId: null,
    forUse: !fans.includes(each),
  }))
}

async function participantsOf(
  db: Db,
  to: Exclude<Notice['to'], { user: string } | { fansOf: string }>,
): Promise<string[]> {
  if (to === 'centre') {
    const rows = await ccis(db, {})
    return rows.map(row => row.id)
  }
  if ('participant' in to) {
    const rows = await living(db, { id: to.participant })
    return rows.map(row => row.id)
  }
  if ('toldOf' in to) {
    const rows = await bulletinRecipients(db, to.toldOf).select('p.id').execute()
    return rows.map(row => row.id)
  }
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
