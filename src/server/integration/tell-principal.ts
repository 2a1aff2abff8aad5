import type { Actor } from '#domain/identity/roles.ts'
import type { AccountNotice, Detail } from '#server/identity/session/account-notice.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import type { Transaction } from '#server/kernel/transaction.ts'

/** Mails the principal user of the actor's bank what was done with its keys and webhooks (HOOK-06). */
export async function tellPrincipal(
  tx: Transaction,
  { participantId }: Actor,
  notice: AccountNotice,
  detail: Detail,
): Promise<void> {
  const principal = await tx.db
    .selectFrom('portal_user')
    .select(['email', 'name'])
    .where('participant_id', '=', participantId)
    .where('is_principal', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (principal) tellOwner(tx, principal, notice, detail)
}
