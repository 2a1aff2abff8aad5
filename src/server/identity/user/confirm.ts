import type { NotNull } from 'kysely'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor, Role } from '#domain/identity/roles.ts'
import { actsOnBank, decideConfirmation, NEW_PRINCIPAL_DAYS } from '#domain/identity/user/confirmation.ts'
import { seesUsersOf } from '#domain/identity/user/user.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import type { Mover } from '#domain/states/machine.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { newOneTimePassword, oneTimePasswordColumns } from '#server/identity/session/one-time-password.ts'
import type { UserRow } from '#server/identity/user/queries.ts'
import { livingUsers, lockUser } from '#server/identity/user/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { after, DAY } from '#server/platform/clock.ts'

/** Columns of a user that has no access until its bank confirms it. */
export const heldColumns = (now: string) => ({
  confirmation_asked_at: now,
  password_hash: null,
  secret_nonce: null,
  temporary_until: null,
  last_password_change: null,
  policy_accepted_at: null,
})

/** The facts for the principal user of a bank about an act of CCI, or of an operator, on a user of it (D101). */
export function byCentre(
  actor: Actor | null,
  user: Pick<UserRow, 'id' | 'email' | 'participantId' | 'kind'>,
): { told?: EventPayload } {
  if (!actsOnBank(actor?.role ?? null, user.kind as Role)) return {}
  return { told: { byCentre: true, participantId: user.participantId, userId: user.id, email: user.email } }
}

/**
 * Confirms a user that CCI made or moved, for the principal user of its bank, and mails its one-time password.
 * @throws DomainError notFound or userConfirmed
 */
export async function confirmBankUser(app: AppContext, tx: Transaction, actor: Actor, id: string): Promise<void> {
  const password = await newOneTimePassword(app)
  const user = await lockUser(tx.db, id)
  if (!user || !seesUsersOf(actor, user.participantId)) throw new DomainError('notFound')
  await giveAccess(tx, user, password, actor.role)
}

async function giveAccess(
  tx: Transaction,
  user: UserRow,
  password: Awaited<ReturnType<typeof newOneTimePassword>>,
  by: Mover,
): Promise<void> {
  const subject = { status: user.status as UserStatus, awaitsConfirmation: user.confirmation_asked_at !== null }
  const decision = assertAllowed(decideConfirmation(subject, by))
  await tx.db
    .updateTable('portal_user')
    .set({ confirmation_asked_at: null, ...oneTimePasswordColumns(password, tx.now) })
    .where('id', '=', user.id)
    .execute()
  tx.mail({ to: user.email, template: 'user-created', data: { name: user.name, nonce: password.nonce } })
  const object = { kind: 'user', id: user.id }
  tx.record({ event: decision.event, object, participantId: user.participantId })
}

/** Gives access to the principal users that CCI made for banks without one, after their days (D101). */
export async function openNewPrincipals(app: AppContext): Promise<void> {
  const due = await livingUsers(app.db)
    .select(['u.id', 'u.confirmation_asked_at as askedAt'])
    .where('u.is_principal', '=', true)
    .where('u.confirmation_asked_at', '<=', after(app.clock.now(), -NEW_PRINCIPAL_DAYS * DAY))
    .$narrowType<{ askedAt: NotNull }>()
    .execute()
  for (const { id, askedAt } of due) {
    const password = await newOneTimePassword(app)
    await inTransaction(app, null, async tx => {
      const user = await lockUser(tx.db, id)
      if (user?.confirmation_asked_at === askedAt) await giveAccess(tx, user, password, 'TIME')
    })
  }
}
