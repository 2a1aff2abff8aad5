import { sql } from 'kysely'
import { assertAllowed } from '#domain/contract/domain-error.ts'
import { currentVersion } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { documentMachine } from '#domain/states/document.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { endAssignment } from '#server/document/assignment/assign.ts'
import type { Slot } from '#server/document/queries.ts'
import { noteVerdict } from '#server/document/watermark/verdicts.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Recorded } from '#server/operation/files/keep.ts'
import { keepFile } from '#server/operation/files/keep.ts'
import { unawaited } from '#server/platform/database/pipeline/together.ts'
import { statement } from '#server/platform/database/statement.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import type { ValidationRow } from '#server/validation/queries.ts'

/** The file of an accepted version that becomes another's too (EASE-03). It is stored already. */
type UsedAgain = { name: string; sha256: string; reusedFrom: string }
/** A file for a slot, with what `recordFile` found of one that arrived. */
export type Put = { file: IncomingFile; recorded?: Recorded } | { file: UsedAgain }

const addDocument = statement((db, of: Record<'id' | 'validationId' | 'name' | 'now', string>) =>
  db
    .insertInto('document')
    .values({ id: of.id, validation_id: of.validationId, name: of.name, created_at: of.now })
    .compile(),
)

const endCurrent = statement((db, { id }: { id: string }) =>
  db.updateTable('document_version').set({ is_current: false }).where('id', '=', id).compile(),
)

type NewVersion = Record<'id' | 'documentId' | 'fileName' | 'sha256' | 'status' | 'uploadedBy' | 'now', string> & {
  number: number
  reusedFrom: string | null
}

/** A version and the task of its precheck. */
const addVersion = statement((db, of: NewVersion) =>
  db
    .with('added', each =>
      each
        .insertInto('document_version')
        .values({
          id: of.id,
          document_id: of.documentId,
          number: of.number,
          file_name: of.fileName,
          sha256: of.sha256,
          status: of.status,
          uploaded_by: of.uploadedBy,
          uploaded_at: of.now,
          reused_from: of.reusedFrom,
        })
        .returning('id'),
    )
    .insertInto('precheck_task')
    .columns(['version_id', 'asked_at'])
    .expression(eb => eb.selectFrom('added').select(['added.id', sql<string>`${of.now}::timestamptz`.as('at')]))
    .compile(),
)

/**
 * Stores a file as the new version of a slot; the one before moves to the history (D8). The caller has locked the
 * validation.
 * @returns the identifiers of the version and of its document.
 * @throws DomainError of the document's state machine
 */
export async function putVersion(
  tx: Transaction,
  actor: Actor,
  validation: ValidationRow,
  slot: Pick<Slot, 'name' | 'documentId' | 'versions'>,
  put: Put,
): Promise<{ id: string; documentId: string }> {
  const before = currentVersion(slot.versions)
  const decision = assertAllowed(decideByStatus(documentMachine, 'upload', before?.status ?? null, actor.role))
  const { file } = put
  const reusedFrom = 'reusedFrom' in file ? file.reusedFrom : null
  if (!('reusedFrom' in file)) {
    await keepFile(tx, file, 'recorded' in put ? put.recorded : undefined)
    if (file.markFault) await noteVerdict(tx, file.sha256, file.markFault)
  }
  const documentId = slot.documentId ?? tx.newId()
  if (slot.documentId === null) {
    unawaited(addDocument(tx.db, { id: documentId, validationId: validation.id, name: slot.name, now: tx.now }))
  }
  if (before) unawaited(endCurrent(tx.db, { id: before.id }))
  const id = tx.newId()
  const number = Math.max(0, ...slot.versions.map(version => version.number)) + 1
  unawaited(
    addVersion(tx.db, {
      id,
      documentId,
      number,
      fileName: file.name,
      sha256: file.sha256,
      status: decision.to,
      uploadedBy: actor.userId,
      now: tx.now,
      reusedFrom,
    }),
  )
  unawaited(endAssignment(tx.db, validation.id, slot.name))
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
  return { id, documentId }
}
