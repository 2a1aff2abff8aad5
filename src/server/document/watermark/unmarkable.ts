import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import type { listUnmarkable, UnmarkableWire } from '#domain/document/watermark/contract.ts'
import { MARK_VERSION } from '#domain/document/watermark/watermark.ts'
import { documentMachine } from '#domain/states/document.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { spanish } from '#server/participant/queries.ts'
import { hasStatus } from '#server/platform/database/status.ts'

type Listed = typeof listUnmarkable

/**
 * A page of the checked PDFs that banks may read and that cannot be marked: accepted documents of providers, their
 * dictámenes and the files of incidents.
 */
export async function unmarkablePage(
  { db, clock }: AppContext,
  { page, size, sort }: QueryOf<Listed>,
): Promise<AnswerOf<Listed>> {
  const readable = sql`
    select 'document' as kind, d.name, x.file_name, x.sha256, p.id as participant_id, p.display_name,
        w.id as belongs_to, w.kind as validation_kind
      from document_version x join document d on d.id = x.document_id
        join validation w on w.id = d.validation_id join participant p on p.id = w.participant_id
      where x.deleted_at is null and w.deleted_at is null
        and ${hasStatus(sql`status_on(x.status, x.expires_on, ${clock.today()}::date)`, documentMachine.sets.inForce)}
        and not exists (select from document_version newer where newer.document_id = x.document_id
          and newer.number > x.number
          and ${hasStatus(sql`newer.status`, documentMachine.sets.accepted)} and newer.deleted_at is null)
    union all
    select 'score', coalesce(s.description, ''), k.file_name, k.sha256, p.id, p.display_name, w.id, w.kind
      from score k join validation w on w.id = k.validation_id join participant p on p.id = w.participant_id
        left join service s on s.id = w.service_id
      where k.is_current and w.deleted_at is null
    union all
    select 'incident', i.title, y.file_name, y.sha256, p.id, p.display_name, i.id, null
      from incident_document y join incident i on i.id = y.incident_id join participant p on p.id = i.provider_id`
  const found = sql`(${readable}) r
    join participant p on p.id = r.participant_id and p.kind = 'PROVIDER' and p.deleted_at is null
    join mark_verdict v on v.sha256 = r.sha256 and v.mark_version = ${MARK_VERSION} and v.fault is not null`
  const way = sort.endsWith(',desc') ? sql`desc` : sql`asc`
  const rows = await sql<UnmarkableWire>`
    select r.kind, r.name, r.file_name as "fileName", r.participant_id as "participantId", r.display_name as participant,
      r.belongs_to as "belongsTo", r.validation_kind as "validationKind", v.fault as reason
    from ${found} order by r.display_name ${spanish} ${way}, r.name ${spanish}, r.file_name, r.belongs_to
    limit ${size} offset ${page * size}`.execute(db)
  const counts = await sql<{ total: number; unchecked: number }>`
    select (select count(*)::integer from ${found}) as total,
      (select count(*)::integer from stored_file f where f.media_type = 'application/pdf' and not exists (
        select from mark_verdict v where v.sha256 = f.sha256 and v.mark_version = ${MARK_VERSION})) as unchecked`.execute(
    db,
  )
  const { total, unchecked } = onlyOf(counts.rows)
  return { content: rows.rows, totalElements: total, unchecked }
}
