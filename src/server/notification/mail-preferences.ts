import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { mailChoicesOf } from '#domain/notification/by-mail.ts'
import type { NotificationType } from '#domain/notification/notification.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import { refuseStale } from '#server/app/conflict.ts'
import type { Transaction } from '#server/app/transaction.ts'
import { lockUser } from '#server/identity/user/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

type MailPreference = { type: NotificationType; byMail: boolean; version: number }

/** A user's mail preferences for the notification types of its role; the default is to send. */
export async function mailPreferencesOf(db: Db, { userId, role }: Actor): Promise<MailPreference[]> {
  const rows = await db
    .selectFrom('mail_preference')
    .select(['type', 'by_mail', 'version'])
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map(rows.map(row => [row.type, row]))
  return mailChoicesOf(role).map(({ type }) => {
    const { by_mail: byMail = true, version = 0 } = chosen.get(type) ?? {}
    return { type, byMail, version }
  })
}

/**
 * Saves a user's choice for one type; a save without change records no event.
 * @throws DomainError changedMeanwhile
 */
export async function preferMail(
  tx: Transaction,
  actor: Actor,
  type: NotificationType,
  { byMail, version }: { byMail: boolean; version?: number },
): Promise<MailPreference> {
  await lockUser(tx.db, actor.userId)
  const current = (await mailPreferencesOf(tx.db, actor)).find(preference => preference.type === type)!
  await refuseStale(tx.db, actor, version, {
    version: current.version,
    now: { byMail: yesNo(current.byMail) },
    yours: { byMail: yesNo(byMail) },
    labels: labelsOf({ byMail: notificationReasons[type] }),
    object: { kind: 'mail-preference', id: actor.userId },
  })
  if (current.byMail === byMail) return current
  await tx.db
    .insertInto('mail_preference')
    .values({ user_id: actor.userId, type, by_mail: byMail })
    .onConflict(conflict =>
      conflict.columns(['user_id', 'type']).doUpdateSet({ by_mail: byMail, version: current.version + 1 }),
    )
    .execute()
  tx.record({
    event: 'user.mail-preference-set',
    object: { kind: 'user', id: actor.userId },
    participantId: actor.participantId,
    data: { type, byMail },
  })
  return { type, byMail, version: current.version + 1 }
}
