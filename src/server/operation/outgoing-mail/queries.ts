import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import type { listOutgoingMails, OutgoingMailWire } from '#domain/notification/operation/outgoing-mail/contract.ts'
import type { MailKind } from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'
import { mailStatusOf } from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import { isNotPrivateMail } from '#server/operation/mail/private.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { namesNobodyGone } from '#server/platform/mail/claim.ts'

/** The password or link in a mail does not work any more: it was used, replaced or has lapsed. */
const isDead = (now: string) => sql<boolean>`case
  when m.template in ('invitation', 'user-created') then not exists (
    select from portal_user u where u.email = m.recipient and u.deleted_at is null
      and u.secret_nonce = m.data->>'nonce' and u.temporary_until > ${now})
  when m.template = 'password-ending' then not exists (
    select from portal_user u where u.email = m.recipient and u.deleted_at is null and u.temporary_until > ${now})
  when m.template = 'password-reset' then not exists (
    select from password_reset r join portal_user u on u.id = r.user_id
    where u.email = m.recipient and u.deleted_at is null and r.secret_nonce = m.data->>'nonce'
      and r.used_at is null and r.expires_at > ${now})
  else false end`

/** A server sends it. */
const isSending = (now: string) => sql<boolean>`coalesce(m.claimed_until > ${now}, false)`

const columns = ['m.id', 'm.recipient', 'm.template', 'm.created_at', 'm.attempts', 'm.next_attempt_at'] as const

/**
 * The mails of the outbox, without their texts or what tells of a bank's own things. A mail that names a deleted
 * participant is gone for every reader.
 */
const mails = (db: Db, now: string) =>
  db
    .selectFrom('outbox_mail as m')
    .select([...columns, 'm.last_error', 'm.sent_at', 'm.given_up_at'])
    .select([isDead(now).as('dead'), isSending(now).as('sending')])
    .where(namesNobodyGone('m'))
    .where(isNotPrivateMail)

type MailRow = {
  id: string
  recipient: string
  template: string
  created_at: string
  attempts: number
  next_attempt_at: string
  last_error: string
  sent_at: string | null
  given_up_at: string | null
  dead: boolean
  sending: boolean
}

export function wireOf(row: MailRow): OutgoingMailWire {
  return {
    id: row.id,
    recipient: row.recipient,
    kind: row.template as MailKind,
    status: mailStatusOf({ attempts: row.attempts, givenUpAt: row.given_up_at, sending: row.sending }),
    createdAt: row.created_at,
    attempts: row.attempts,
    nextAttemptAt: row.given_up_at === null && !row.sending ? row.next_attempt_at : null,
    lastError: row.last_error,
    dead: row.dead,
  }
}

const sorts = {
  createdAt: sql`m.created_at`,
  recipient: sql`m.recipient`,
  attempts: sql`m.attempts`,
  nextAttemptAt: sql`m.next_attempt_at`,
}

const statusIs = {
  WAITING: (now: string) => sql<boolean>`m.given_up_at is null and not ${isSending(now)} and m.attempts = 0`,
  SENDING: (now: string) => sql<boolean>`m.given_up_at is null and ${isSending(now)}`,
  RETRYING: (now: string) => sql<boolean>`m.given_up_at is null and not ${isSending(now)} and m.attempts > 0`,
  FAILED: () => sql<boolean>`m.given_up_at is not null`,
}

/** A page of the mails that were not sent. */
export async function unsentMails(
  db: Db,
  now: string,
  query: QueryOf<typeof listOutgoingMails>,
): Promise<AnswerOf<typeof listOutgoingMails>> {
  const { status, kind } = query
  let found = mails(db, now).where('m.sent_at', 'is', null)
  if (status) found = found.where(statusIs[status](now))
  if (kind) found = found.where('m.template', '=', kind)
  const { rows, total } = await pageOfQuery(found, query, sorts, (key, way) => sql`${key} ${way}, m.id ${way}`)
  return { content: rows.map(wireOf), totalElements: total }
}

/**
 * Locks a mail until the transaction ends.
 * @returns null while a server notes something about it, undefined when there is none
 */
export async function lockedMail(db: Db, now: string, id: string): Promise<MailRow | null | undefined> {
  const there = await mails(db, now).where('m.id', '=', id).executeTakeFirst()
  if (!there) return undefined
  return (await mails(db, now).where('m.id', '=', id).forUpdate('m').skipLocked().executeTakeFirst()) ?? null
}
