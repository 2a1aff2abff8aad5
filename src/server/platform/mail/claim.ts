import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Language } from '#domain/language/language.ts'
import { LOST_TRY } from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'
import { GIVE_UP_DAYS } from '#domain/notification/undelivered.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { after, DAY, MINUTE } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { first, statement } from '#server/platform/database/statement.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { MailData, MailTemplate } from '#server/platform/mail/letter/templates.ts'
import { ATTEMPT_MS } from '#server/platform/mail/transport.ts'
import { resetCodeLives } from '#server/session/queries.ts'

/** A mail is abandoned after this long without success. The users who can resend it are notified long before. */
const GIVE_UP_AFTER = GIVE_UP_DAYS * DAY
/**
 * The minimum number of attempts, however old the mail is: it may have waited behind another mail, or for the portal to
 * start again.
 */
const LEAST_ATTEMPTS = 6

/** How long a server keeps a mail: longer than any attempt takes, so that only a server that has ended runs into it. */
const LEASE_MS = ATTEMPT_MS + 5 * MINUTE

/** A mail that this server may send until its claim ends. */
export type Claimed = {
  id: string
  recipient: string
  template: MailTemplate
  data: MailData[MailTemplate]
  about: string[]
  message_id: string
  language: Language
  created_at: string
  attempts: number
  caused_by: string | null
  claimed_until: string | null
}

/** A participant that the mail names may have been deleted while the mail was being sent or written (D44). */
export const namesNobodyGone = (mail: string) => sql<boolean>`not exists (
  select from participant gone where gone.id = any(${sql.ref(`${mail}.about`)}) and gone.deleted_at is not null)`

/**
 * Notifications to one recipient about one participant leave in order, so that a correction never overtakes the mail
 * that it corrects. A mail that is being sent counts as not sent. Mails that grant access wait for nothing.
 */
const isNext = sql<boolean>`(mail.template <> 'notification' or not exists (
  select from outbox_mail before where before.template = 'notification'
    and before.recipient = mail.recipient and coalesce(before.about[1], '') = coalesce(mail.about[1], '')
    and before.id < mail.id and before.sent_at is null and before.given_up_at is null
    and ${namesNobodyGone('before')}))`

const claimDue = statement((db, { now }: { now: string }) =>
  db
    .selectFrom('outbox_mail as mail')
    .select(['id', 'recipient', 'template', 'data', 'about', 'message_id', 'language'])
    .select(['created_at', 'attempts', 'caused_by', 'claimed_until'])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where(namesNobodyGone('mail'))
    .where(isNext)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(sql.lit(1))
    .forUpdate()
    .skipLocked()
    .compile(),
)

/** The mail waited too long, or the user requested a newer link: its link no longer works (D21). */
async function isDeadLink(tx: Db, { template, recipient, data }: Claimed, now: string): Promise<boolean> {
  if (template !== 'password-reset') return false
  return !(await resetCodeLives(tx, recipient, (data as MailData['password-reset']).nonce, now))
}

/** Takes the first due mail for this server, in a transaction of its own. @returns 'dropped' for one that must not leave */
export async function claim({ db, clock }: AppContext): Promise<Claimed | 'dropped' | null> {
  const now = clock.now()
  return db.transaction().execute(async tx => {
    const mail = (await first(claimDue(tx, { now }))) as Claimed | undefined
    if (!mail) return null
    // The server that claimed it has ended, or could not record what became of it.
    const lost = mail.claimed_until !== null
    const attempts = mail.attempts + Number(lost)
    const note = (row: Updateable<Tables['outbox_mail']>) =>
      tx.updateTable('outbox_mail').set(row).where('id', '=', mail.id).execute()
    if (await isDeadLink(tx, mail, now)) {
      const last_error = 'Su enlace ya no vale. Pida otro en «Recuperar contraseña».'
      await note({ given_up_at: now, last_error, claimed_until: null })
      return 'dropped'
    }
    const said = lost ? { attempts, last_error: LOST_TRY } : {}
    if (lost && isGivenUp(mail, attempts, now)) {
      await note({ ...said, given_up_at: now, claimed_until: null })
      return 'dropped'
    }
    const until = after(now, LEASE_MS)
    await note({ ...said, claimed_until: until, next_attempt_at: until })
    return { ...mail, attempts, claimed_until: until }
  })
}

/** Whether a mail is given up when one more attempt has failed. */
export function isGivenUp({ created_at }: Claimed, attempts: number, now: string): boolean {
  return Date.parse(now) - Date.parse(created_at) > GIVE_UP_AFTER && attempts >= LEAST_ATTEMPTS
}
