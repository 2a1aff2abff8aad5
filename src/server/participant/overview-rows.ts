import { sql } from 'kysely'
import type { Actor, InvitableKind, Role } from '#domain/identity/roles.ts'
import { roles } from '#domain/identity/roles.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import { overviewShows, seesValidations } from '#domain/participant/visibility.ts'
import { isRenewalInReview } from '#domain/report-request/renewal/renewal.ts'
import type { RenewalWire } from '#domain/report-request/renewal/wire.ts'
import { documentMachine } from '#domain/states/document.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { documentationTold } from '#domain/validation/told.ts'
import type { Day } from '#domain/values/day.ts'
import { isFavourite } from '#server/participant/overview-filter.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { arrayParameter, statement } from '#server/platform/database/statement.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { evaluatorAccreditedUntil } from '#server/validation/evaluator.ts'

type Found = Omit<OverviewRow, 'details' | 'renewal' | 'renewalInReview' | 'updateInReview' | 'reviewSince'> &
  Omit<OverviewRow['details'], 'evaluatorAccredited'> & {
    evaluatorAccreditedUntil: string | null
    coveredUntil: Day | null
    renewalId: string | null
    renewalStatus: RenewalWire['status'] | null
    renewalSentAt: string | null
    reviewSince: Day | null
  }

type Values = { ids: string[]; today: Day; reader: string }

/** What a role does not read is null (D17). */
const onlyIf = (shown: boolean, column: ReturnType<typeof sql>) => (shown ? column : sql`null::text`)

/**
 * Rows by their ids, in the order of the ids. Prepared, because planning takes longer than reading a page. Visibility
 * is checked when the ids are selected.
 */
const rowsBy = (role: Role) =>
  statement((db, { ids, today, reader }: Values) => {
    const { incidents, documentation } = overviewShows[role]
    const inForce = hasStatus(sql`status_on(w.status, w.expires_on, ${today}::date)`, documentMachine.sets.inForce)
    return sql<Found>`
      select o.name as provider, p.cif, p.id as "idProvider", o.validation_id as "validationId",
        ${onlyIf(incidents, sql`o.incident`)} as issue, o.service_id as "idService", o.service,
        o.evaluator_id as "idAudit", o.evaluator as audit,
        ${evaluatorAccreditedUntil} as "evaluatorAccreditedUntil",
        o.expires_on as "expiredAt", o.rating as score, status_on(o.status, o.expires_on, ${today}::date) as status,
        ${onlyIf(documentation, sql`status_on(o.documentation_status, o.lapses_on, ${today}::date)`)}
          as "validationStatus",
        ${onlyIf(documentation, sql`o.documentation_id`)} as "documentationId",
        p.commercial_name as "commercialName", p.nrbe as "codNRBE", p.company_type as "companyType",
        p.employees as "numEmployees", coalesce(v.concept, '') as concept, o.sent_at as "sentAt",
        n.documents, n.accepted as "documentsAccepted", ${isFavourite(role, sql`${reader}`)} as fav,
        o.covered_until as "coveredUntil", rn.id as "renewalId", rn.status as "renewalStatus",
        rn.sent_at as "renewalSentAt", (k.review_since at time zone 'Europe/Madrid')::date as "reviewSince"
      from unnest(${arrayParameter(ids)}) with ordinality as page (id, place)
      join overview_row o on o.id = page.id
      join participant p on p.id = o.participant_id and p.deleted_at is null
      left join validation v on v.id = o.validation_id
      left join participant e on e.id = o.evaluator_id
      left join score k on k.validation_id = o.validation_id and k.is_current
      left join validation rn on rn.renews_id = o.validation_id and rn.deleted_at is null
        and ${hasStatus(sql`rn.status`, reportRequestMachine.sets.openRenewal)}
      cross join lateral (
        select count(*) as documents, count(*) filter (where ${inForce}) as accepted
        from document d join document_version w on w.document_id = d.id and w.is_current
        where d.validation_id = o.validation_id
      ) n
      order by page.place`.compile(db)
  })

const statements = Object.fromEntries(roles.map(role => [role, rowsBy(role)])) as Record<
  Role,
  ReturnType<typeof rowsBy>
>

/** The overview rows with some ids as the actor sees them, which must already be limited to what it may see. */
export async function overviewRows(
  db: Db,
  actor: Actor,
  kind: InvitableKind,
  today: Day,
  ids: string[],
): Promise<OverviewRow[]> {
  if (ids.length === 0) return []
  const found = await statements[actor.role](db, { ids, today, reader: actor.participantId })
  return found.map(row => rowOf(row, actor, kind, today))
}

function rowOf(found: Found, actor: Actor, kind: InvitableKind, today: Day): OverviewRow {
  const { commercialName, codNRBE, companyType, numEmployees, concept, sentAt, documents, documentsAccepted, fav } =
    found
  const { evaluatorAccreditedUntil, coveredUntil, renewalId, renewalStatus, renewalSentAt, reviewSince, ...row } = found
  // A bank reads what is in force (RENEW-13), and of a renewal only that it is under review (RENEW-09).
  const isBank = seesValidations(actor) === 'published'
  const inForce = coveredUntil !== null && coveredUntil >= today
  const told = documentationTold(row.validationStatus, isBank && inForce)
  return {
    ...row,
    validationStatus: told.status,
    ...(told.updateInReview ? { updateInReview: true } : {}),
    ...(isRenewalInReview(renewalStatus) ? { renewalInReview: true } : {}),
    ...(reviewSince ? { reviewSince } : {}),
    ...(renewalId && !isBank
      ? { renewal: { validationId: renewalId, status: renewalStatus!, sentAt: renewalSentAt! } }
      : {}),
    // Incidents are about providers.
    issue: kind === 'PROVIDER' ? row.issue : null,
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
