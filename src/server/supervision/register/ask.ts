import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { isAsked } from '#domain/supervision/register/ask.ts'
import { madridDay } from '#domain/values/day.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockedProvider } from '#server/participant/company/provider.ts'

/**
 * Asks a provider for what registers need of it, at most once in 30 days whichever banks ask, and without saying which
 * (DORA-20).
 * @throws DomainError notFound, askedAlready
 */
export async function askProvider(tx: Transaction, actor: Actor, providerId: string): Promise<{ askedAt: string }> {
  await lockedProvider(tx, actor, providerId)
  const last = await tx.db
    .selectFrom('register_ask')
    .select('asked_at')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  if (isAsked(last && madridDay(last.asked_at), tx.today)) throw new DomainError('askedAlready')
  await tx.db
    .insertInto('register_ask')
    .values({ provider_id: providerId, asked_at: tx.now })
    .onConflict(conflict => conflict.column('provider_id').doUpdateSet({ asked_at: tx.now }))
    .execute()
  tx.record({
    event: 'register-ask.made',
    object: { kind: 'register-ask', id: providerId },
    participantId: providerId,
    told: { participantId: providerId },
  })
  return { askedAt: tx.now }
}
