import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract.ts'
import type { QueueItem, readQueue } from '#domain/validation/contract.ts'
import type { Db } from '#server/database/connect.ts'

/** What waits for CCI: documentations and requests that were sent, and incidents that were raised. */
const waiting = sql`
  select 'documentation' as kind, v.id, p.id as "idGenericEntity", p.kind as role,
    p.display_name as participant, null as "requestType", v.sent_at as "receivedAt",
    (select count(*) || case when count(*) = 1 then ' documento' else ' documentos' end
      from document d join document_version x on x.document_id = d.id and x.is_current and x.status = 'PENDING'
      where d.validation_id = v.id) as detail
  from validation v join participant p on p.id = v.participant_id and p.deleted_at is null
  where v.kind = 'DOC_MIN' and v.status = 'PENDING' and v.deleted_at is null
  union all
  select 'report', v.id, p.id, p.kind, p.display_name, v.request_type, v.sent_at,
    s.description || ' · ' || e.display_name
  from validation v join participant p on p.id = v.participant_id and p.deleted_at is null
    join service s on s.id = v.service_id join participant e on e.id = v.evaluator_id
  where v.kind = 'AUDIT_REPORT' and v.status = 'PENDING' and v.deleted_at is null
  union all
  select 'incident', i.id, p.id, p.kind, p.display_name, null, i.created_at, i.title
  from incident i join participant p on p.id = i.provider_id and p.deleted_at is null
    join participant r on r.id = i.issuer_id and r.deleted_at is null
  where i.status = 'PENDING'`

/** One page of the queue, the oldest first unless asked otherwise, with how many of each kind there are. */
export async function queuePage(db: Db, query: QueryOf<typeof readQueue>): Promise<AnswerOf<typeof readQueue>> {
  const counted = await sql<{ kind: QueueItem['kind']; n: number }>`
    select kind, count(*)::int as n from (${waiting}) w group by kind`.execute(db)
  const counts = { documentation: 0, report: 0, incident: 0 }
  for (const { kind, n } of counted.rows) counts[kind] = n
  const order = query.sort.endsWith(',desc') ? sql`desc` : sql`asc`
  const { rows } = await sql<QueueItem>`
    select * from (${waiting}) w
    where ${query.kind ?? null}::text is null or kind = ${query.kind ?? null}
    order by "receivedAt" ${order}, id ${order}
    limit ${query.size} offset ${query.page * query.size}`.execute(db)
  return {
    content: rows,
    totalElements: query.kind ? counts[query.kind] : counts.documentation + counts.report + counts.incident,
    counts,
  }
}
