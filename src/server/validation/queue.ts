import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { documentMachine } from '#domain/states/document.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { QueueItem, readQueue } from '#domain/validation/contract.ts'
import { isNotDeleted } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { evaluatorName } from '#server/validation/evaluator.ts'

type Kind = QueueItem['kind']
type Fragment = RawBuilder<unknown>

/** The items that wait for CCI, by index: sent documentations and requests, and raised incidents. */
const waiting: Record<Kind, Fragment> = {
  documentation: sent('DOC_MIN', documentationMachine.sets.underReview),
  report: sent('AUDIT_REPORT', reportRequestMachine.sets.underReview),
  incident: sql`
    select i.id, i.created_at as "receivedAt" from incident i
    where ${hasStatus(sql`i.status`, incidentMachine.sets.waiting)}
      and ${isNotDeleted(sql`i.provider_id`)} and ${isNotDeleted(sql`i.issuer_id`)}`,
}

function sent(kind: string, underReview: readonly string[]): Fragment {
  return sql`
    select v.id, v.sent_at as "receivedAt" from validation v
    where v.kind = ${sql.lit(kind)} and ${hasStatus(sql`v.status`, underReview)} and v.deleted_at is null
      and ${isNotDeleted(sql`v.participant_id`)}`
}

/** The displayed columns of the items of a page `w`. */
const read: Record<Kind, Fragment> = {
  documentation: sql`
    select w.kind, w.id, p.id as "idGenericEntity", p.kind as role, p.display_name as participant,
      null as "requestType", w."receivedAt",
      (select count(*) || case when count(*) = 1 then ' documento' else ' documentos' end
        from document d join document_version x on x.document_id = d.id and x.is_current
          and ${hasStatus(sql`x.status`, documentMachine.sets.undecided)}
        where d.validation_id = v.id) as detail
    from w join validation v on v.id = w.id join participant p on p.id = v.participant_id
    where w.kind = 'documentation'`,
  report: sql`
    select w.kind, w.id, p.id, p.kind, p.display_name, v.request_type, w."receivedAt",
      concat_ws(' · ', s.description, ${evaluatorName})
    from w join validation v on v.id = w.id join participant p on p.id = v.participant_id
      join service s on s.id = v.service_id join participant e on e.id = v.evaluator_id
    where w.kind = 'report'`,
  incident: sql`
    select w.kind, w.id, p.id, p.kind, p.display_name, null, w."receivedAt", i.title
    from w join incident i on i.id = w.id join participant p on p.id = i.provider_id
    where w.kind = 'incident'`,
}

const kinds = Object.keys(waiting) as Kind[]
const union = (parts: Fragment[]) => sql.join(parts, sql` union all `)

// Prepared, because planning takes longer than reading; the plan always follows the indexes of waiting items.
const countsOf = statement((db, _none: object) =>
  sql<Record<Kind, number>>`
    select ${sql.join(kinds.map(kind => sql`(select count(*) from (${waiting[kind]}) w) as ${sql.ref(kind)}`))}`.compile(
    db,
  ),
)

type Page = { offset: number; size: number }

const pagesOf = (asked: readonly Kind[], way: Fragment) =>
  statement((db, { offset, size }: Page) => {
    const order = sql`order by "receivedAt" ${way}, id ${way}`
    // At most one page of each kind, in index order.
    const first = asked.map(
      kind => sql`(select ${sql.lit(kind)} as kind, * from (${waiting[kind]}) w ${order}
        limit ${offset}::bigint + ${size}::bigint)`,
    )
    return sql<QueueItem>`
      with w as materialized (select * from (${union(first)}) w ${order} limit ${size}::bigint offset ${offset}::bigint)
      select * from (${union(kinds.map(kind => read[kind]))}) r ${order}`.compile(db)
  })

const pages = Object.fromEntries(
  [...kinds, 'all' as const].map(asked => {
    const some = asked === 'all' ? kinds : [asked]
    return [asked, { asc: pagesOf(some, sql`asc`), desc: pagesOf(some, sql`desc`) }]
  }),
)

/** One page of the queue, oldest first by default, with the number of each kind. */
export async function queuePage(db: Db, query: QueryOf<typeof readQueue>): Promise<AnswerOf<typeof readQueue>> {
  const page = pages[query.kind ?? 'all']![query.sort.endsWith(',desc') ? 'desc' : 'asc']
  const found = page(db, { offset: query.page * query.size, size: query.size })
  const [content, [counts]] = await Promise.all([found, countsOf(db, {})])
  const { documentation, report, incident } = counts!
  return {
    content,
    totalElements: query.kind ? counts![query.kind] : documentation + report + incident,
    counts: { documentation, report, incident },
  }
}
