import { sql } from 'kysely'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import { overviewShows } from '#domain/participant/visibility.ts'
import type { Actor, InvitableKind } from '#domain/roles.ts'
import type { Db } from '#server/database/connect.ts'
import type { Filters, Reads } from '#server/participant/overview-filter.ts'
import { filtered } from '#server/participant/overview-filter.ts'
import { orderOf, pageOf, totalOf } from '#server/participant/overview-page.ts'
import {
  documentationStatus,
  everything,
  incidentState,
  isMarked,
  participantsView,
  providersView,
} from '#server/participant/overview-view.ts'

type Found = Omit<OverviewRow, 'details'> &
  Omit<OverviewRow['details'], 'evaluatorAccredited'> & { evaluatorAccreditedUntil: string | null }

/**
 * A page of the overview, and how many rows there are in all. The page is cut before what only its rows need is read:
 * the counts of documents, incidents and marks.
 */
export async function overviewOf(
  db: Db,
  actor: Actor,
  kind: InvitableKind,
  today: string,
  filters: Filters,
): Promise<{ content: OverviewRow[]; totalElements: number }> {
  const view = kind === 'PROVIDER' ? providersView(actor, today) : participantsView(actor, kind, today)
  const asking = (reads: Reads) => ({ view, asked: filtered(actor, kind, view, today, filters, reads), filters })
  const shows = overviewShows[actor.role]
  const rows = sql<Found>`
    with page as materialized (${pageOf(asking('some'), kind, today)})
    select p.display_name as provider, p.cif, p.id as "idProvider", ${view.validation}.id as "validationId",
      ${shows.incidents && kind === 'PROVIDER' ? incidentState : sql`null::text`} as issue,
      ${view.serviceId} as "idService", ${view.service} as service,
      ${view.evaluatorId} as "idAudit", ${view.evaluator} as audit,
      ${kind === 'PROVIDER' ? sql`e.accredited_until` : sql`null::date`} as "evaluatorAccreditedUntil",
      ${view.expiry} as "expiredAt", ${view.rating} as score,
      ${kind === 'PROVIDER' ? view.status : sql`null::text`} as status,
      ${shows.documentation ? documentationStatus(kind, today) : sql`null::text`} as "validationStatus",
      ${shows.documentation ? sql`m.id` : sql`null::text`} as "documentationId",
      p.commercial_name as "commercialName", p.nrbe as "codNRBE", p.company_type as "companyType",
      p.employees as "numEmployees", coalesce(${view.validation}.concept, '') as concept,
      ${view.validation}.sent_at as "sentAt", n.documents, n.accepted as "documentsAccepted",
      ${isMarked(actor)} as fav
    from page
    join (${view.from(everything)}) on p.id = page.participant_id and ${view.validation}.id is not distinct from page.validation_id
    cross join lateral (
      select count(*) as documents,
        count(*) filter (where status_on(w.status, w.expires_on, ${today}::date) = 'ACCEPTED') as accepted
      from document d join document_version w on w.document_id = d.id and w.is_current
      where d.validation_id = page.validation_id
    ) n
    order by ${orderOf(view, filters.sort)}`.execute(db)
  const total = sql<{ total: number }>`${totalOf(asking('all'))}`.execute(db)
  const [found, { rows: totals }] = await Promise.all([rows, total])
  return { content: found.rows.map(row => rowOf(row, today)), totalElements: totals[0]!.total }
}

function rowOf(found: Found, today: string): OverviewRow {
  const { commercialName, codNRBE, companyType, numEmployees, concept, sentAt, documents, documentsAccepted, fav } =
    found
  const { evaluatorAccreditedUntil, ...row } = found
  return {
    ...row,
    details: {
      commercialName,
      codNRBE,
      companyType,
      numEmployees,
      concept,
      sentAt,
      documents,
      documentsAccepted,
      fav,
      evaluatorAccredited: isAccredited(evaluatorAccreditedUntil, today),
    },
  }
}
