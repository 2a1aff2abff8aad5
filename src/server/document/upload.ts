import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import { changesDocuments, mayNameParticipant, readerOf } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { isDraft } from '#domain/validation/validation.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Slot } from '#server/document/queries.ts'
import { lockedWithSlots } from '#server/document/queries.ts'
import type { Put } from '#server/document/store.ts'
import { putVersion } from '#server/document/store.ts'
import { versionsOf } from '#server/document/versions.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { recordFile } from '#server/operation/files/keep.ts'
import { refuseFields } from '#server/participant/edit.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { touchValidation, updateValidation } from '#server/validation/queries.ts'
import { documentationFactsFor, documentationStatus, documentWires } from '#server/validation/wire.ts'

/**
 * Refuses readers who may see documents but not change them (D14).
 * @throws DomainError forbidden
 */
export function checkMayChange(actor: Actor, validation: ValidationRow): void {
  const reader = readerOf(actor, { participantId: validation.participant_id, evaluatorId: validation.evaluator_id })
  if (!changesDocuments(reader)) throw new DomainError('forbidden')
}

/**
 * Uploads a new version of one document of a documentation. A draft stays a draft (ONB-10); a sent documentation waits
 * for CCI again, which is notified once (VAL-12), with the message of the upload (D22). Report documents are changed
 * through their request.
 * @throws DomainError notFound, forbidden, unknownField for another participant's identifier, unknownDocument
 */
export async function uploadDocument(
  tx: Transaction,
  actor: Actor,
  place: { validationId: string; documentCatalogName: string; idGenericEntity?: string | undefined },
  file: IncomingFile,
  freeText?: string,
): Promise<Written> {
  const [{ validation, slots: listed }, recorded] = await Promise.all([
    lockedWithSlots(tx.db, actor, place.validationId),
    recordFile(tx, file),
  ])
  checkMayChange(actor, validation)
  const named = place.idGenericEntity
  if (named !== undefined && !mayNameParticipant(named, actor, validation.participant_id)) {
    refuseFields(['idGenericEntity'])
  }
  const slots = validation.kind === 'DOC_MIN' ? listed : []
  const slot = slots.find(candidate => candidate.name === place.documentCatalogName)
  if (!slot) {
    throw new DomainError('unknownDocument', { fields: { 'document.documentCatalogName': t('No está en la lista') } })
  }
  return putInSlot(tx, actor, validation, slots, slot, { file, recorded }, freeText)
}

/** A document that was written, with its versions of before. */
export type Written = { validation: ValidationRow; slot: Slot & { documentId: string } }

/** Puts a file into a slot of a locked documentation: a draft stays one, what was sent waits for CCI again. */
export async function putInSlot(
  tx: Transaction,
  actor: Actor,
  validation: ValidationRow,
  slots: readonly Slot[],
  slot: Slot,
  put: Put,
  freeText?: string,
): Promise<Written> {
  const status = documentationStatus(validation, slots, tx.today)
  const { documentId } = await putVersion(tx, actor, validation, slot, put)
  if (isDraft(status)) touchValidation(tx.db, validation.id)
  else await waitForCci(tx, actor, validation, status, freeText)
  return { validation, slot: { ...slot, documentId, assignee: null } }
}

/** Makes a sent documentation PENDING; CCI is notified only when it was not (D10, D51). */
export async function waitForCci(
  tx: Transaction,
  actor: Actor,
  validation: ValidationRow,
  status: ReturnType<typeof documentationStatus>,
  freeText?: string,
): Promise<void> {
  const decision = assertAllowed(decideByStatus(documentationMachine, 'uploadAgain', status, actor.role))
  if (decision.to === status) return touchValidation(tx.db, validation.id)
  await updateValidation(tx.db, validation.id, { status: decision.to, sent_at: tx.now, decided_at: null })
  tx.record({
    event: decision.event,
    object: { kind: 'validation', id: validation.id },
    participantId: validation.participant_id,
    facts: documentationFactsFor(validation),
    told: { freeText },
    data: { from: status, to: decision.to },
  })
}

/** A document after a write of this transaction. Only its versions are read again. */
export async function documentNow({ tx, actor }: { tx: Transaction; actor: Actor }, { validation, slot }: Written) {
  const { versions } = (await versionsOf(tx.db, slot.documentId))!
  return onlyOf(documentWires(validation, [{ ...slot, versions }], actor, tx.today))
}
