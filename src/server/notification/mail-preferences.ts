import { mailChoicesOf } from '#domain/notification/by-mail.ts'
import type { NotificationType } from '#domain/notification/notification.ts'
import type { Actor } from '#domain/roles.ts'
import type { Db } from '#server/database/connect.ts'
import type { Unit } from '#server/unit.ts'

/** What a user gets by mail, of what can reach its role; what it never chose is sent. */
export async function mailPreferencesOf(
  db: Db,
  { userId, role }: Actor,
): Promise<{ type: NotificationType; byMail: boolean }[]> {
  const rows = await db
    .selectFrom('mail_preference')
    .select(['type', 'by_mail'])
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map(rows.map(row => [row.type, row.by_mail]))
  return mailChoicesOf(role).map(({ type }) => ({ type, byMail: chosen.get(type) ?? true }))
}

/** Keeps a user's choice for one type; saying again what is so is no event. */
export async function preferMail(unit: Unit, actor: Actor, type: NotificationType, byMail: boolean): Promise<void> {
  const current = await mailPreferencesOf(unit.db, actor)
  if (current.some(preference => preference.type === type && preference.byMail === byMail)) return
  await unit.db
    .insertInto('mail_preference')
    .values({ user_id: actor.userId, type, by_mail: byMail })
    .onConflict(conflict => conflict.columns(['user_id', 'type']).doUpdateSet({ by_mail: byMail }))
    .execute()
  unit.record({
    event: 'user.mail-preference-set',
    object: { kind: 'user', id: actor.userId },
    participantId: actor.participantId,
    data: { type, byMail },
  })
}
