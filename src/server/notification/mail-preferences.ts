import { labelsOf } from '#domain/conflict/conflict.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { mailChoicesOf } from '#domain/notification/by-mail.ts'
import type { MailGroup } from '#domain/notification/definition.ts'
import type { NotificationType } from '#domain/notification/definitions/types.ts'
import { type MailMode, mailModeLabels, modeOfSwitch, storedMode } from '#domain/notification/digest/mail-mode.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { lockUser } from '#server/identity/user/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'

type MailPreference = { type: NotificationType; byMail: boolean; mode: MailMode; version: number }

/** A user's mail preferences for the notification types of its role; the default is to send at once. */
export async function mailPreferencesOf(db: Db, { userId, role, isPrincipal }: Actor): Promise<MailPreference[]> {
  const rows = await db
    .selectFrom('mail_preference')
    .select(['type', 'by_mail', 'mode', 'version'])
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map(rows.map(row => [row.type, row]))
  return mailChoicesOf(role, isPrincipal).map(({ type }) => {
    const { by_mail: byMail = true, mode = null, version = 0 } = chosen.get(type) ?? {}
    return { type, byMail, mode: storedMode(byMail, mode as MailMode | null), version }
  })
}

type Choice = { mode?: MailMode; byMail?: boolean; version?: number }

/**
 * Saves a user's choice for one type; a save without change records no event.
 * @throws DomainError changedMeanwhile
 */
export async function preferMail(
  tx: Transaction,
  actor: Actor,
  type: NotificationType,
  { byMail = true, mode = modeOfSwitch(byMail), version }: Choice,
): Promise<MailPreference> {
  await lockUser(tx.db, actor.userId)
  const current = onlyOf((await mailPreferencesOf(tx.db, actor)).filter(preference => preference.type === type))
  await refuseStale(tx.db, actor, version, {
    version: current.version,
    now: { mode: mailModeLabels[current.mode] },
    yours: { mode: mailModeLabels[mode] },
    labels: labelsOf({ mode: notificationReasons[type] }),
    object: { kind: 'mail-preference', id: actor.userId },
  })
  return store(tx, actor, current, mode)
}

/** Saves one choice for all types of a group that can reach the user. */
export async function preferMailOfGroup(
  tx: Transaction,
  actor: Actor,
  group: MailGroup,
  mode: MailMode,
): Promise<MailPreference[]> {
  await lockUser(tx.db, actor.userId)
  const ofGroup = new Set(
    mailChoicesOf(actor.role, actor.isPrincipal).flatMap(choice => (choice.group === group ? [choice.type] : [])),
  )
  const saved: MailPreference[] = []
  for (const current of await mailPreferencesOf(tx.db, actor)) {
    saved.push(ofGroup.has(current.type) ? await store(tx, actor, current, mode) : current)
  }
  return saved
}

async function store(
  tx: Transaction,
  { userId, participantId }: Actor,
  { type, ...current }: MailPreference,
  mode: MailMode,
): Promise<MailPreference> {
  if (current.mode === mode) return { type, ...current }
  const byMail = mode !== 'NEVER'
  const version = current.version + 1
  await tx.db
    .insertInto('mail_preference')
    .values({ user_id: userId, type, by_mail: byMail, mode })
    .onConflict(conflict => conflict.columns(['user_id', 'type']).doUpdateSet({ by_mail: byMail, mode, version }))
    .execute()
  tx.record({
    event: 'user.mail-preference-set',
    object: { kind: 'user', id: userId },
    participantId,
    data: { type, byMail, mode },
  })
  return { type, byMail, mode, version }
}
