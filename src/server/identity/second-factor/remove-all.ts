import { DomainError } from '#domain/contract/domain-error.ts'
import { hasFactor } from '#domain/identity/second-factor/second-factor.ts'
import { dropFactors, factorsOf } from '#server/identity/second-factor/factors.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import { byCentre } from '#server/identity/user/confirm.ts'
import { lockUser } from '#server/identity/user/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { endSessions } from '#server/session/queries.ts'

/**
 * Removes a user's factors, ends its sessions and notifies it. @throws DomainError notFound for a user without factors.
 */
export async function removeAllFactors(tx: Transaction, userId: string, by: { by?: 'admin' } = {}): Promise<void> {
  const user = await lockUser(tx.db, userId)
  if (!user || !hasFactor(await factorsOf(tx.db, user.id))) throw new DomainError('notFound')
  await dropFactors(tx.db, user.id)
  await endSessions(tx.db, { userId: user.id, passwordStays: true }, tx.now)
  tellOwner(tx, user, 'factors-removed-by-centre')
  tx.record({
    event: 'user.factor-removed',
    object: { kind: 'user', id: user.id },
    participantId: user.participantId,
    data: { factor: 'all', ...by },
    ...byCentre(tx.actor, user),
  })
}
