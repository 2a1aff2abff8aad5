import type { BodyOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { confirmChain as confirmContract } from '#domain/participant/chain/contract.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { confirmationWireOf } from '#server/participant/chain/wire.ts'
import { factsOfChain, lockedChain, writtenProvider } from '#server/participant/chain/write.ts'

/**
 * Confirms that the chain of a service is up to date (CHAIN-09); a chain without subcontractors is one too.
 * @throws DomainError notFound, invalid with fields
 */
export async function confirmChain(
  tx: Transaction,
  actor: Actor,
  { providerId, serviceId }: BodyOf<typeof confirmContract>,
) {
  const chain = await lockedChain(tx, actor, writtenProvider(actor, providerId), serviceId)
  const values = { confirmed_by: actor.userId, confirmed_at: tx.now }
  await tx.db
    .insertInto('chain_confirmation')
    .values({ provider_id: chain.providerId, service_id: serviceId, ...values })
    .onConflict(conflict => conflict.columns(['provider_id', 'service_id']).doUpdateSet(values))
    .execute()
  tx.record({
    event: 'chain.confirmed',
    object: { kind: 'chain', id: serviceId },
    participantId: chain.providerId,
    facts: factsOfChain(chain),
  })
  return confirmationWireOf(tx.now, chain.links, tx.today)
}
