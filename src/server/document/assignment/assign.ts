import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { assignDocument } from '#domain/document/assignment/contract.ts'
import { readerOf } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { documentPlaceOf } from '#server/document/place.ts'
import { slotsOfOne } from '#server/document/queries.ts'
import { isColleague } from '#server/identity/user/is-colleague.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { lockedValidation } from '#server/validation/queries.ts'

/**
 * Gives a document of the own documentation to a colleague, who hears it, or to no one (EASE-09).
 * @returns the documentation and the name of the document.
 * @throws DomainError notFound, forbidden for readers that do not own it, unknownDocument, notColleague
 */
export async function assignDocumentTo(
  tx: Transaction,
  actor: Actor,
  id: string,
  { assignee, documentCatalogName }: BodyOf<typeof assignDocument>,
): Promise<{ validation: ValidationRow; name: string }> {
  const place = await documentPlaceOf(tx.db, actor, id, documentCatalogName)
  const validation = await lockedValidation(tx.db, actor, place.validationId)
  const owner = { participantId: validation.participant_id, evaluatorId: validation.evaluator_id }
  if (readerOf(actor, owner) !== 'owner') throw new DomainError('forbidden')
  const slots = validation.kind === 'DOC_MIN' ? await slotsOfOne(tx.db, validation) : []
  const slot = slots.find(each => each.requested && place.isIt(each))
  if (!slot) throw new DomainError('unknownDocument', { fields: { documentCatalogName: t('No está en la lista') } })
  if (assignee !== null && !(await isColleague(tx.db, actor, assignee))) throw new DomainError('notColleague')
  if ((slot.assignee?.id ?? null) === assignee) return { validation, name: slot.name }
  await endAssignment(tx.db, validation.id, slot.name)
  if (assignee !== null) {
    await tx.db
      .insertInto('document_assignment')
      .values({
        validation_id: validation.id,
        document_name: slot.name,
        user_id: assignee,
        assigned_by: actor.userId,
        at: tx.now,
      })
      .execute()
  }
  tx.record({
    event: 'document.assigned',
    object: { kind: 'validation', id: validation.id },
    participantId: validation.participant_id,
    facts: {
      participantId: validation.participant_id,
      validationId: validation.id,
      documentName: slot.name,
      // Who took it knows.
      ...(assignee !== null && assignee !== actor.userId ? { colleagueId: assignee } : {}),
    },
    data: { document: slot.name, from: slot.assignee?.id ?? null, to: assignee },
  })
  return { validation, name: slot.name }
}

/** Ends what a new file of the document answers. */
export async function endAssignment(db: Db, validationId: string, document: string): Promise<void> {
  await ended(db, { validationId, document })
}

const ended = statement((db, { validationId, document }: { validationId: string; document: string }) =>
  db
    .deleteFrom('document_assignment')
    .where('validation_id', '=', validationId)
    .where('document_name', '=', document)
    .compile(),
)
