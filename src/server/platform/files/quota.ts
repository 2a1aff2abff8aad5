import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'

const bytesKept = statement((db, { participantId }: { participantId: string }) =>
  sql<{ bytes: string }>`
    select coalesce(sum(size), 0) as bytes from stored_file where sha256 in (
      select v.sha256 from document_version v join portal_user u on u.id = v.uploaded_by
        where u.participant_id = ${participantId}
      union
      select d.sha256 from incident_document d join portal_user u on u.id = d.uploaded_by
        where u.participant_id = ${participantId}
      union
      select f.sha256 from finding_file f join portal_user u on u.id = f.uploaded_by
        where u.participant_id = ${participantId}
      union
      select f.sha256 from clarification_file f join clarification_message m on m.id = f.message_id
        join portal_user u on u.id = m.user_id where u.participant_id = ${participantId}
    )`.compile(db),
)

/**
 * The bytes that a participant's users have uploaded and that are still stored. Each file counts once, however often it
 * is used.
 */
export async function bytesKeptFor(db: Db, participantId: string): Promise<number> {
  return Number(onlyOf(await bytesKept(db, { participantId })).bytes)
}

/** CCI uploads for others and has no limit. */
export const hasQuota = (actor: Actor | null): actor is Actor => actor !== null && actor.role !== 'CCI'

/** @throws DomainError quotaExceeded */
export function checkRoom(kept: number, more: number, quotaBytes: number): void {
  if (kept + more > quotaBytes) throw new DomainError('quotaExceeded')
}

/**
 * Checks that a participant's quota has room for `more` bytes (ASVS 5.2.4).
 * @throws DomainError quotaExceeded
 */
export async function checkQuota(db: Db, actor: Actor | null, more: number, quotaBytes: number): Promise<void> {
  if (hasQuota(actor)) checkRoom(await bytesKeptFor(db, actor.participantId), more, quotaBytes)
}
