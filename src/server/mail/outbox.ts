import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { newId } from '#server/ids.ts'
import type { MailData, MailTemplate } from '#server/mail/templates.ts'

/** A mail that must leave after the commit. Its data holds no secret: those are derived when it is sent. */
export type MailRequest = {
  [T in MailTemplate]: { to: string; template: T; data: MailData[T] }
}[MailTemplate]

const insertMails = statement((db, { mails, now }: { mails: string; now: string }) =>
  sql`
    insert into outbox_mail (id, recipient, template, data, message_id, created_at, next_attempt_at)
    select id, recipient, template, data, message_id, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${mails}::jsonb) as m (id text, recipient text, template text, data jsonb, message_id text)
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
    return { id, recipient: mail.to, template: mail.template, data: mail.data, message_id: `<${id}@${host}>` }
  })
  await insertMails(tx, { mails: JSON.stringify(rows), now })
}
