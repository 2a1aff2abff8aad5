import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import { currentVersion } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { editMoveOf, requestFacts } from '#domain/report-request/report-request.ts'
import { documentMachine } from '#domain/states/document.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { rejectionsAnswered } from '#domain/validation/validation.ts'
import type { Day } from '#domain/values/day.ts'
import { findDocument, reviewedSlots, slotsOfOne } from '#server/document/queries.ts'
import { checkMayChange, waitForCci } from '#server/document/upload.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { beforeOf } from '#server/kernel/undo/before.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { lockedValidation, updateValidation } from '#server/validation/queries.ts'
import { documentationStatus, renewalFactsOf, requestStatus } from '#server/validation/wire.ts'

/**
 * Removes the current file; its version stays in CCI's history (DOC-09, DOC-10, D8). A rejected document that CCI no
 * longer requires needs no successor: the documentation waits for CCI again. The documents of a request can only be
 * removed while it is editable.
 * @throws DomainError notFound, forbidden, acceptedDocumentStays, requestNotEditable
 */
export async function deleteDocument(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const found = await findDocument(tx.db, actor, id)
  if (!found || found.versionId) throw new DomainError('notFound')
  const validation = await lockedValidation(tx.db, actor, found.validation.id)
  checkMayChange(actor, validation)
  const slots = await slotsOfOne(tx.db, validation)
  const slot = slots.find(candidate => candidate.documentId === id)
  const current = slot && currentVersion(slot.versions)
  if (!slot || !current) throw new DomainError('notFound')
  const decision = assertAllowed(decideByStatus(documentMachine, 'delete', current.status, actor.role))
  if (validation.kind === 'AUDIT_REPORT') checkEditable(validation, actor, tx.today)
  await tx.db
    .updateTable('document_version')
    .set({ is_current: false, deleted_at: tx.now })
    .where('id', '=', current.id)
    .execute()
  tx.record({
    event: decision.event,
    object: { kind: 'document', id },
    participantId: validation.participant_id,
    data: { validationId: validation.id, document: slot.name, version: current.id, file: current.fileName },
  })
  const left = slots.map(each => (each === slot ? { ...each, versions: [] } : each))
  const status = validation.kind === 'DOC_MIN' ? documentationStatus(validation, left, tx.today) : null
  if (rejectionsAnswered(status, reviewedSlots(left, tx.today))) await waitForCci(tx, actor, validation, status)
  else await updateValidation(tx.db, validation.id)
  const removed = { versionId: current.id, document: slot.name }
  tx.mayUndo({ act: 'documentRemoval', objectId: id, before: { ...(await beforeOf(tx, validation)), ...removed } })
}

/** @throws DomainError requestNotEditable, renewalExists: what is published stays as it is while its renewal is open */
function checkEditable(validation: ValidationRow, actor: Actor, today: Day): void {
  const status = requestStatus(validation, today)
  const facts = requestFacts({ complete: true, evaluatorAccredited: true, ...renewalFactsOf(validation) })
  assertAllowed(decide(reportRequestMachine, editMoveOf(status), status, facts, actor.role))
}
