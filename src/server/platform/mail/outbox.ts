import { sql } from 'kysely'
import { after } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { unawaited } from '#server/platform/database/pipeline/together.ts'
import { statement } from '#server/platform/database/statement.ts'
import { newId } from '#server/platform/ids.ts'
import type { MailData, MailTemplate } from '#server/platform/mail/letter/templates.ts'
import { presentCause } from '#server/platform/operation/cause.ts'

/** A mail to send after the commit. Its data holds no secret: secrets are derived at sending time. */
export type MailRequest = {
  [T in MailTemplate]: {
    to: string
    template: T
    data: MailData[T]
    /**
     * The participants that the mail names, beside its recipient: if one is deleted, so is the mail (D44). Mails with
     * the same first one leave in order.
     */
    about?: readonly string[]
  }
}[MailTemplate]

type Inserted = { mails: string; now: string; due: string; causedBy: string | null }

const insertMails = statement((db, { mails, now, due, causedBy }: Inserted) =>
  sql`
    insert into outbox_mail (id, recipient, template, data, about, message_id, created_at, next_attempt_at, caused_by, language)
    select m.id, recipient, template, data, about, message_id, ${now}::timestamptz, ${due}::timestamptz, ${causedBy}::text,
      coalesce(u.language, 'es')
    from jsonb_to_recordset(${mails}::jsonb)
      as m (id text, recipient text, template text, data jsonb, about text[], message_id text)
      left join portal_user u on u.email = recipient and u.deleted_at is null
  `.compile(db),
)

/**
 * Adds mails to the outbox within the caller's transaction (D13), each in the language that its recipient chose. The Message-ID stays the same over retries. None
 * leaves before `holdMs` have passed.
 * @returns their ids
 */
export function enqueueMail(
  tx: Db,
  now: string,
  mails: MailRequest[],
  { publicUrl, holdMs = 0 }: { publicUrl: string; holdMs?: number },
): string[] {
  if (mails.length === 0) return []
  const host = new URL(publicUrl).hostname
  const rows = mails.map(mail => {
    const id = newId(now)
    const { to: recipient, template, data, about = [] } = mail
    return { id, recipient, template, data, about, message_id: `<${id}@${host}>` }
  })
  const causedBy = presentCause()?.id || null
  unawaited(insertMails(tx, { mails: JSON.stringify(rows), now, due: after(now, holdMs), causedBy }))
  return rows.map(({ id }) => id)
}

/**
 * Removes unsent mails that name a participant, and its lines from digests (D44). It leaves a mail
 * that is being sent; the outbox worker does not retry that mail.
 */
export async function dropMailsAbout(db: Db, id: string): Promise<void> {
  await sql`
    with named as (
      select id from outbox_mail where template = 'digest' and sent_at is null and claimed_until is null and about @> array[${id}]::text[]
      for update skip locked)
    update outbox_mail mail set about = array_remove(mail.about, ${id}), data = jsonb_set(data, '{lines}', kept.lines)
    from named, lateral (
      select jsonb_agg(line order by place) as lines
      from outbox_mail m, jsonb_array_elements(m.data->'lines') with ordinality each (line, place)
      where m.id = named.id and not line->'about' ? ${id}) kept
    where mail.id = named.id and kept.lines is not null`.execute(db)
  await sql`delete from outbox_mail where id in (
    select id from outbox_mail where sent_at is null and claimed_until is null and about @> array[${id}]::text[] for update skip locked)`.execute(
    db,
  )
}
