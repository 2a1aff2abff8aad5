import type { Db } from '#server/database/connect.ts'
import { inParts } from '#server/database/parts.ts'
import { newId } from '#server/ids.ts'
import type { MailData, MailTemplate } from '#server/mail/templates.ts'

/** A mail that must leave after the commit. Its data holds no secret: those are derived when it is sent. */
export type MailRequest<T extends MailTemplate = MailTemplate> = { to: string; template: T; data: MailData }

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
    return {
      id,
      recipient: mail.to,
      template: mail.template,
      data: JSON.stringify(mail.data),
      message_id: `<${id}@${host}>`,
      created_at: now,
      next_attempt_at: now,
    }
  })
  for (const part of inParts(rows)) await tx.insertInto('outbox_mail').values(part).execute()
}
