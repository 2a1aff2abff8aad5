import { DomainError } from '#domain/contract/domain-error.ts'
import { readerOf, versionFor } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { findDocument } from '#server/document/queries.ts'
import { versionsOf } from '#server/document/versions.ts'
import { deliverFile } from '#server/document/watermark/deliver.ts'
import type { Origin, StoredAnswer } from '#server/http/route.ts'
import { FileInJson } from '#server/http/upload/file-in-json.ts'
import { storedFile } from '#server/http/upload/stored-file.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { onOneConnection } from '#server/platform/database/pipeline/together.ts'

export type DownloadCall = { db: Db; app: AppContext; actor: Actor; origin: Origin }

/**
 * The file of a document, or of one of its versions, for a permitted reader (D9, D16, D17). A complete download is
 * recorded: as the file access that CCI's decision requires (D40), in the audit log and for the statistics.
 * @throws DomainError notFound, notAccepted
 */
export async function documentFile({ db, app, actor, origin }: DownloadCall, id: string): Promise<StoredAnswer> {
  const [found, document] = await onOneConnection(db, one =>
    Promise.all([findDocument(one, actor, id), versionsOf(one, id)]),
  )
  if (!found) throw new DomainError('notFound')
  const { validation, documentId, versionId } = found
  const reader = readerOf(actor, { participantId: validation.participant_id, evaluatorId: validation.evaluator_id })
  const version = versionFor(reader, document?.versions ?? [], app.clock.today(), versionId)
  if (version === 'notFound' || version === 'notAccepted') throw new DomainError(version)
  const { sha256, size, mediaType, fileName: name } = version
  return storedFile(
    { app, actor, origin },
    { sha256, size, mediaType, name, owner: validation.participant_id },
    { kind: 'documents', version_id: version.id },
    {
      event: 'document.read',
      object: { kind: 'document', id: documentId },
      participantId: validation.participant_id,
      data: { validationId: validation.id, document: document?.name, version: version.id, file: name },
    },
  )
}

/**
 * The file in base64 (API-51), encoded while it streams.
 * @throws DomainError as `documentFile` and `deliver`
 */
export async function documentInBase64(call: DownloadCall, id: string): Promise<FileInJson> {
  const file = await documentFile(call, id)
  return new FileInJson({ name: file.name }, 'file', await deliverFile(call.app, call.actor, file))
}
