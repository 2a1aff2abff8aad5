import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import { newId } from '#server/platform/ids.ts'
import type { MailData, MailTemplate } from '#server/platform/mail/templates.ts'

/** A mail that must leave after the commit. Its data holds no secret: those are derived when it is sent. */
export type MailRequest = {
  [T in MailTemplate]: {
    to: string
    template: T
    data: MailData[T]
    /** Whom it names, beside its recipient: with one of them it goes (D44). Those about the first of them leave in their order. */
    about?: readonly string[]
  }
}[MailTemplate]

const insertMails = statement((db, { mails, now }: { mails: string; now: string }) =>
  sql`
    insert into outbox_mail (id, recipient, template, data, about, message_id, created_at, next_attempt_at)
    select id, recipient, template, data, about, message_id, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${mails}::jsonb)
      as m (id text, recipient text, template text, data jsonb, about text[], message_id text)
  `.compile(db),
)

/** Puts mails into the outbox within the caller's transaction (D13). The Message-ID stays the same over retries. */
export async function enqueueMail(
  tx: Db,
  now: string,
  mails: MailRequest[],
  { publicUrl }: { publicUrl: string },
): Promise<void> {
  if (mails.length === 0) return
  const host = new URL(publicUrl).hostname
  const rows = mails.map(mail => {
    const id = newId(now)
    const { to: recipient, template, data, about = [] } = mail
    return { id, recipient, template, data, about, message_id: `<${id}@${host}>` }
  })
  await insertMails(tx, { mails: JSON.stringify(rows), now })
}

/**
 * Takes back mails that name a participant and have not left (D44). One that is leaving at this moment is left alone, for
 * waiting for a mail server would hold up the caller; the courier does not try it again.
 */
export async function dropMailsAbout(db: Db, id: string): Promise<void> {
  await sql`delete from outbox_mail where id in (
    select id from outbox_mail where sent_at is null and about @> array[${id}]::text[] for update skip locked)`.execute(
    db,
  )
}
