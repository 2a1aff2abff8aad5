import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { seesParticipants } from '#domain/participant/visibility.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * Refuses a provider that the actor does not see.
 * @throws DomainError notFound
 */
export async function refuseUnseen(db: Db, actor: Actor, id: string): Promise<void> {
  const { rows } = await sql`
    select from participant p where p.id = ${id} and p.kind = 'PROVIDER' and p.deleted_at is null
      and ${canAccess(actor, seesParticipants(actor, 'PROVIDER'))}`.execute(db)
  if (rows.length === 0) throw new DomainError('notFound')
}

/**
 * Locks the provider that the actor writes about: CCI any, a provider itself.
 * @throws DomainError notFound
 */
export async function lockedProvider(tx: Transaction, actor: Actor, id: string) {
  await refuseUnseen(tx.db, actor, id)
  const found = await lockParticipant(tx.db, id)
  if (!found) throw new DomainError('notFound')
  return found
}
