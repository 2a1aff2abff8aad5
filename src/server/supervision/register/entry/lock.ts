import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'

/**
 * Locks the register of the actor's bank: its changes come one after the other.
 * @throws DomainError notFound
 */
export async function lockRegister({ db }: Pick<Transaction, 'db'>, { participantId }: Actor): Promise<void> {
  if (!(await lockParticipant(db, participantId))) throw new DomainError('notFound')
}

/** A refusal that names fields. */
export const invalid = (fields: Record<string, string>) => new DomainError('invalid', { fields })
