import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { refuseFields } from '#server/participant/edit.ts'
import { lockParticipants } from '#server/participant/queries.ts'

/** The request body of the favourites toggle of section 7 (API-33). */
export type Toggle = { idProvider?: string; idEntity?: string }

export function isToggle(body: Toggle): boolean {
  return body.idProvider !== undefined || body.idEntity !== undefined
}

/**
 * Adds a provider to the favourites of the actor's own entity, or removes it (ROLE-31). Favourites are private to the
 * entity (D16).
 * @throws DomainError forbidden for a role without favourites, or for another entity's; notFound; noSession; invalid;
 * unknownField
 */
export async function toggleFavourite(
  tx: Transaction,
  actor: Actor,
  provider: { id: string },
  { idProvider, idEntity, ...others }: Toggle & Record<string, unknown>,
): Promise<void> {
  if (!may(actor, 'favourite.mark')) throw new DomainError('forbidden')
  refuseFields(Object.keys(others).filter(name => others[name] !== undefined))
  if (idProvider !== provider.id)
    throw new DomainError('invalid', { fields: { idProvider: t('No es el de la dirección') } })
  if (idEntity === undefined) throw new DomainError('invalid', { fields: { idEntity: t('No puede estar vacio') } })
  if (idEntity !== actor.participantId) throw new DomainError('forbidden')
  const living = await lockParticipants(tx.db, [provider.id, idEntity])
  if (!living.has(provider.id)) throw new DomainError('notFound')
  // The entity, and with it this session, was deleted after authentication.
  if (!living.has(idEntity)) throw new DomainError('noSession')
  const mark = { entity_id: idEntity, provider_id: idProvider }
  const removed = await tx.db
    .deleteFrom('favourite')
    .where('entity_id', '=', mark.entity_id)
    .where('provider_id', '=', mark.provider_id)
    .returning('provider_id')
    .executeTakeFirst()
  if (!removed)
    await tx.db
      .insertInto('favourite')
      .values({ ...mark, created_at: tx.now })
      .execute()
  tx.record({
    event: removed ? 'participant.favourite-removed' : 'participant.favourite-set',
    object: { kind: 'participant', id: provider.id },
    participantId: actor.participantId,
  })
}
