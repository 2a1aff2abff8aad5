import { sql } from 'kysely'
import { notifications } from '#domain/notification/notification.ts'
import type { LettingIn } from '#domain/notification/undelivered.ts'
import { LATE_HOURS, lettingIn } from '#domain/notification/undelivered.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { isNotPrivateMail } from '#server/operation/mail/private.ts'
import { after, HOUR } from '#server/platform/clock.ts'

/**
 * Notifies once of each undelivered mail that grants access (R6): the recipient's server refused it, or it has been
 * retried for hours. Each gets an entry in the audit log, without the address.
 */
export async function tellUndelivered(app: AppContext): Promise<void> {
  await inTransaction(app, null, async tx => {
    const mails = await tx.db
      .updateTable('outbox_mail')
      .set({ told_at: tx.now })
      .where('id', 'in', eb =>
        eb
          .selectFrom('outbox_mail')
          .select('id')
          .where('sent_at', 'is', null)
          .where('told_at', 'is', null)
          .where('attempts', '>', 0)
          .where('claimed_until', 'is', null)
          .where('template', 'in', lettingIn)
          .where(or => or.or([or('refused', '=', true), or('created_at', '<=', after(tx.now, -LATE_HOURS * HOUR))]))
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'recipient', 'template', 'refused', 'last_error'])
      .execute()
    if (mails.length === 0) return
    const owners = await tx.db
      .selectFrom('portal_user')
      .select(['id', 'email', 'participant_id'])
      .where(
        'email',
        'in',
        mails.map(mail => mail.recipient),
      )
      .where('deleted_at', 'is', null)
      .execute()
    for (const { id, recipient, template, refused, last_error } of mails.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const owner = owners.find(({ email }) => email === recipient)
      // The recipient was deleted or changed address while the mail was being sent: it grants access to no account.
      if (!owner) continue
      const participantId = owner.participant_id
      tx.record({
        event: 'mail.undelivered',
        object: { kind: 'mail', id },
        participantId,
        told: {
          participantId,
          userId: owner.id,
          email: recipient,
          template: template as LettingIn,
          trouble: { refused, reason: refused ? last_error : '' },
          onceKey: `mail-late ${tx.today}`,
        },
        data: { template, refused },
      })
    }
  })
}

/**
 * Tells CCI once of the mails that were given up together. A link to choose a password outlives no mail that waits as
 * long: who asked for it asks again.
 */
export async function tellGivenUp(app: AppContext): Promise<void> {
  await inTransaction(app, null, async tx => {
    const mails = await tx.db
      .updateTable('outbox_mail')
      .set({ failure_told_at: tx.now })
      .where('id', 'in', eb =>
        eb
          .selectFrom('outbox_mail as m')
          .select('m.id')
          .where('sent_at', 'is', null)
          .where('given_up_at', 'is not', null)
          .where(isNotPrivateMail)
          .where('failure_told_at', 'is', null)
          .where('template', '<>', 'password-reset')
          // CCI's mail about such mails: what it says is in the portal already.
          .where(sql<boolean>`m.data->>'reason' is distinct from ${notifications.MAIL_FAILED.reason}`)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'template'])
      .execute()
    const [first] = mails.map(({ id }) => id).toSorted()
    if (first === undefined) return
    tx.record({ event: 'mail.failed', object: { kind: 'mail', id: first }, facts: { count: mails.length } })
  })
}
