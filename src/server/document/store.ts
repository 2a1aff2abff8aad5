import { assertAllowed } from '#domain/contract/domain-error.ts'
import { currentVersion } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { documentMachine } from '#domain/states/document.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { endAssignment } from '#server/document/assignment/assign.ts'
import type { Slot } from '#server/document/queries.ts'
import { noteVerdict } from '#server/document/watermark/verdicts.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { keepFile } from '#server/operation/files/keep.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import type { ValidationRow } from '#server/validation/queries.ts'

/** The file of an accepted version that becomes another's too (EASE-03). It is stored already. */
export type UsedAgain = { name: string; sha256: string; reusedFrom: string }

/**
 * Stores a file as the new version of a slot; the one before moves to the history (D8). The caller has locked the
 * validation.
 * @returns the version's identifier.
 * @throws DomainError of the document's state machine
 */
export async function putVersion(
  tx: Transaction,
  actor: Actor,
  validation: ValidationRow,
  slot: Pick<Slot, 'name' | 'documentId' | 'versions'>,
  file: IncomingFile | UsedAgain,
): Promise<string> {
  const before = currentVersion(slot.versions)
  const decision = assertAllowed(decideByStatus(documentMachine, 'upload', before?.status ?? null, actor.role))
  const reusedFrom = 'reusedFrom' in file ? file.reusedFrom : null
  if (!('reusedFrom' in file)) {
    await keepFile(tx, file)
    if (file.markFault) await noteVerdict(tx, file.sha256, file.markFault)
  }
  const documentId = slot.documentId ?? tx.newId()
  if (slot.documentId === null) {
    await tx.db
      .insertInto('document')
      .values({ id: documentId, validation_id: validation.id, name: slot.name, created_at: tx.now })
      .execute()
  }
  if (before) {
    await tx.db.updateTable('document_version').set({ is_current: false }).where('id', '=', before.id).execute()
  }
  const id = tx.newId()
  const number = Math.max(0, ...slot.versions.map(version => version.number)) + 1
  await tx.db
    .insertInto('document_version')
    .values({
      id,
      document_id: documentId,
      number,
      file_name: file.name,
      sha256: file.sha256,
      status: decision.to!,
      uploaded_by: actor.userId,
      uploaded_at: tx.now,
      reused_from: reusedFrom,
    })
    .execute()
  await endAssignment(tx.db, validation.id, slot.name)
  await tx.db.insertInto('precheck_task').values({ version_id: id, asked_at: tx.now }).execute()
  tx.record({
    event: decision.event,
    object: { kind: 'document', id: documentId },
    participantId: validation.participant_id,
    told: {
      participantId: validation.participant_id,
      documentId,
      validationId: validation.id,
      documentName: slot.name,
    },
    data: {
      validationId: validation.id,
      document: slot.name,
      version: id,
      number,
      file: file.name,
      sha256: file.sha256,
      replaces: before?.id,
      ...(reusedFrom ? { reusedFrom } : {}),
    },
  })
  return id
}
