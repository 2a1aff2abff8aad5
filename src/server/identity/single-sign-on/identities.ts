import type { Bonds } from '#domain/identity/single-sign-on/single-sign-on.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { AccountRow } from '#server/session/queries.ts'

/** A person's identity at a provider. */
export type IdentityKey = { issuer: string; subject: string }

/** The user that an identity is bound to, and the identity of its provider that a user is bound to. */
export async function bondsOf(db: Db, { issuer, subject }: IdentityKey, userId: string): Promise<Bonds> {
  const bonds = db.selectFrom('provider_identity').where('issuer', '=', issuer)
  const ofIdentity = await bonds.select('user_id').where('subject', '=', subject).executeTakeFirst()
  const ofUser = await bonds.select('subject').where('user_id', '=', userId).executeTakeFirst()
  return { userId: ofIdentity?.user_id ?? null, subject: ofUser?.subject ?? null }
}

/**
 * Binds an identity to the account that it opens for the first time, and notifies the owner.
 * @returns false when another account or identity is already bound.
 */
export async function bindIdentity(
  tx: Transaction,
  account: AccountRow,
  { issuer, subject }: IdentityKey,
): Promise<boolean> {
  const bound = await tx.db
    .insertInto('provider_identity')
    .values({ issuer, subject, user_id: account.id, bound_at: tx.now })
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!bound) {
    const bonds = await bondsOf(tx.db, { issuer, subject }, account.id)
    return bonds.userId === account.id
  }
  tx.record({
    event: 'user.identity-bound',
    object: { kind: 'user', id: account.id },
    participantId: account.participantId,
    data: { issuer },
  })
  tellOwner(tx, account, 'identity-bound')
  return true
}

/**
 * Releases users from their identities: the next person with the e-mail at a provider is bound again. @returns how many
 */
export async function dropIdentities(db: Db, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0
  const dropped = await db
    .deleteFrom('provider_identity')
    .where('user_id', 'in', [...userIds])
    .returning('user_id')
    .execute()
  return dropped.length
}
