import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AuditEntry } from '#domain/audit-log/audit-log.ts'
import type { EventName } from '#domain/audit-log/events.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { EventFacts } from '#domain/notification/event-facts.ts'
import { namedIn, noticesOf } from '#domain/notification/notices.ts'
import type { Notice } from '#domain/notification/notification.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import { type SettledNotices, settledNotices } from '#domain/notification/settled.ts'
import type { Day } from '#domain/values/day.ts'
import type { AppContext } from '#server/app/app-context.ts'
import { noteChanges } from '#server/app/conflict.ts'
import { appendToAuditLog } from '#server/platform/audit-log/append.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import { isUnknown } from '#server/platform/database/unavailable.ts'
import { newId } from '#server/platform/ids.ts'
import type { MailRequest } from '#server/platform/mail/outbox.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'

/** An event of an object: one audit log entry, and the notifications that it causes. */
export type DomainEvent = {
  event: EventName
  object: { kind: string; id: string }
  /** The participant that owns the object. */
  participantId?: string | null
  /** The facts that recipients need to read. */
  facts?: EventFacts
  /**
   * Facts for recipients that the audit log does not keep, because they are purged later: an address, a message to CCI.
   */
  told?: EventFacts
  /** Data for the audit log only, for example the changes. */
  data?: Record<string, unknown>
  /** False to send no notification although the event has recipients. */
  tell?: boolean
}

/**
 * One transaction and its events. State, audit log, notifications and outbox are written together or not at all (D13):
 * recorded events are flushed as the last step before the commit.
 */
export type Transaction = {
  readonly db: Db
  readonly now: string
  readonly today: Day
  readonly actor: Actor | null
  /** The storage quota of a participant's users, in bytes. */
  readonly quotaBytes: number
  newId(): string
  record(domainEvent: DomainEvent): void
  mail(request: MailRequest): void
}

const rolledBack = new WeakSet<object>()

/** Whether the error rolled its transaction back, so that nothing was saved. */
export function isRolledBack(error: unknown): boolean {
  return typeof error === 'object' && error !== null && rolledBack.has(error)
}

/** A DomainError that commits the writes and events recorded before it is thrown. */
export class CommittingError extends DomainError {}

const MAX_TRIES = 4
/**
 * Pause before the second attempt, in milliseconds; the third waits twice as long. An immediate retry would meet the
 * same lock.
 */
const PAUSE_MS = 50
/** A deadlock, a serialization failure, and a prepared statement whose table has changed. */
const retryable = new Set(['40P01', '40001', '0A000'])

/**
 * Runs `work` in one transaction. Retries serialization failures and deadlocks. A failed attempt rolls back, unless it
 * throws CommittingError.
 */
export async function inTransaction<T>(
  app: AppContext,
  actor: Actor | null,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(app, actor, work)
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (attempt >= MAX_TRIES || !retryable.has(code)) throw error
      await sleep(PAUSE_MS * attempt)
    }
  }
}

async function once<T>(app: AppContext, actor: Actor | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const now = app.clock.now()
  const events: DomainEvent[] = []
  const mails: MailRequest[] = []
  let worked = false
  let lasting: CommittingError | null = null
  const transaction = app.db.transaction().execute(async db => {
    const tx: Transaction = {
      db,
      now,
      today: app.clock.today(),
      actor,
      quotaBytes: app.settings.quotaBytes,
      newId: () => newId(now),
      record: domainEvent => events.push(domainEvent),
      mail: request => mails.push(request),
    }
    const value = await work(tx).catch((error: unknown) => {
      if (!(error instanceof CommittingError)) throw error
      lasting = error
    })
    await notify(tx, events, mails)
    await enqueueMail(db, now, mails, app)
    await noteChanges(tx, events)
    await appendToAuditLog(
      db,
      events.map(domainEvent => entryOf(tx, domainEvent)),
    )
    worked = true
    return value
  })
  const result = await transaction.catch(error => {
    // The commit itself failed, so its outcome is unknown. A retry with the same Idempotency-Key has one effect either
    // way.
    if (worked && isUnknown(error)) throw new DomainError('outcomeUnknown')
    if (typeof error === 'object' && error !== null) rolledBack.add(error)
    throw error
  })
  if (mails.length > 0) app.wakeOutbox()
  if (lasting) throw lasting
  return result as T
}

function entryOf(
  tx: Transaction,
  { event, object, participantId, facts, data }: DomainEvent,
): Omit<AuditEntry, 'number'> {
  return {
    at: tx.now,
    event,
    actorId: tx.actor?.userId ?? null,
    actorRole: tx.actor?.role ?? null,
    participantId: participantId ?? facts?.participantId ?? facts?.providerId ?? null,
    objectKind: object.kind,
    objectId: object.id,
    // Other parties' entries outlive a purged evaluator: they keep its id only (D44).
    data: { ...facts, evaluatorName: undefined, ...data },
  }
}

/** Writes the notifications of the events and queues their mails. */
async function notify(tx: Transaction, events: DomainEvent[], mails: MailRequest[]): Promise<void> {
  for (const { event, tell, ...known } of events) {
    if (tell === false) continue
    const facts = { ...known.facts, ...known.told }
    const settled = settledNotices(event, facts)
    if (settled) await markSettled(tx, settled)
    for (const notice of noticesOf(event, facts)) await deliver(tx, notice, namedIn(notice, facts), mails)
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
export async function deliver(tx: Transaction, notice: Notice, about: string[], mails: MailRequest[]): Promise<void> {
  const reason = notificationReasons[notice.type]
  for (const participantId of await recipientsOf(tx.db, notice)) {
    const { type, message } = notice
    const [info, onceKey] = [JSON.stringify(notice.info), notice.onceKey ?? null]
    const words = { type, message, reason, info, onceKey, about, now: tx.now }
    const inserted = await insertNotice(tx.db, { ...words, id: tx.newId(), participantId })
    if (inserted.length === 0) continue
    const readers = await readersByMail(tx.db, { participantId, type })
    for (const reader of readers) {
      mails.push({
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
