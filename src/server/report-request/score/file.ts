import { DomainError } from '#domain/contract/domain-error.ts'
import type { DownloadCall } from '#server/document/download.ts'
import type { StoredAnswer } from '#server/http/route.ts'
import { storedFile } from '#server/http/upload/stored-file.ts'
import { findScore } from '#server/report-request/score/queries.ts'

/**
 * The dictamen of a score, for a permitted reader. A complete download is recorded in the audit log and for the
 * statistics.
 * @throws DomainError notFound
 */
export async function scoreFile({ db, app, actor, origin }: DownloadCall, id: string): Promise<StoredAnswer> {
  const found = await findScore(db, actor, id)
  if (!found) throw new DomainError('notFound')
  const { sha256, size, media_type: mediaType, file_name: name } = found
  return storedFile(
    { app, actor, origin },
    { sha256, size, mediaType, name, owner: found.participant_id },
    { kind: 'score', score_id: found.scoreId },
    {
      event: 'score.read',
      object: { kind: 'score', id: found.scoreId },
      participantId: found.participant_id,
      data: { validationId: found.id, file: name },
    },
  )
}
