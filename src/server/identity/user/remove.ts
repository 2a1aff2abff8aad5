import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { seesUsersOf, userRemovalRefusal } from '#domain/identity/user/user.ts'
import { dropFactors } from '#server/identity/second-factor/factors.ts'
import { dropIdentities } from '#server/identity/single-sign-on/identities.ts'
import { byCentre } from '#server/identity/user/confirm.ts'
import { lockUser, userByKey } from '#server/identity/user/queries.ts'
import { dropPendingMails } from '#server/invitation/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import { handOverViews } from '#server/search/saved-view/hand-over.ts'
import { endSessions, killResetCodes } from '#server/session/queries.ts'

/**
 * Ends a user ('Dar de baja'): ends its sessions at once, invalidates its password, codes and pending mails, and frees
 * its address. Its entries keep its name in the audit log (D15, D44).
 * @throws DomainError notFound, noSession for an actor that was ended concurrently, or userNotDeletable for oneself and
 * for the principal user
 */
export async function removeUser(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const { db, now } = tx
  const known = await userByKey(db, id)
  if (!known || !seesUsersOf(actor, known.participantId)) throw new DomainError('notFound')
  await lockParticipant(db, known.participantId)
  // If two users end each other at the same time, only the first call succeeds.
  if (!(await userByKey(db, actor.userId))) throw new DomainError('noSession')
  const user = await lockUser(db, id)
  if (!user) throw new DomainError('notFound')
  const refusal = userRemovalRefusal(actor, {
    id,
    isPrincipal: user.is_principal,
    awaitsConfirmation: user.confirmation_asked_at !== null,
  })
  if (refusal) throw new DomainError(refusal)
  await db
    .updateTable('portal_user')
    .set({ deleted_at: now, password_hash: null, secret_nonce: null, temporary_until: null })
    .where('id', '=', id)
    .execute()
  await endSessions(db, { userId: id }, now)
  await killResetCodes(db, id, now)
  await dropFactors(db, id)
  await dropIdentities(db, [id])
  await dropPendingMails(db, user.email)
  await handOverViews(db, id, user.participantId)
  const object = { kind: 'user', id }
  tx.record({ event: 'user.deleted', object, participantId: user.participantId, ...byCentre(actor, user) })
}
