import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { Slot } from '#server/document/queries.ts'
import { findDocument } from '#server/document/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** A document by its identifier, or by its name in its documentation while it has no file. */
type DocumentPlace = { validationId: string; isIt: (slot: Pick<Slot, 'name' | 'documentId'>) => boolean }

/**
 * The document that a call names.
 * @param id of the document, or of its documentation with a name
 * @throws DomainError notFound
 */
export async function documentPlaceOf(
  db: Db,
  actor: Actor,
  id: string,
  name: string | undefined,
): Promise<DocumentPlace> {
  if (name !== undefined) return { validationId: id, isIt: slot => slot.name === name }
  const found = await findDocument(db, actor, id)
  if (!found || found.versionId !== undefined) throw new DomainError('notFound')
  return { validationId: found.validation.id, isIt: slot => slot.documentId === found.documentId }
}
