import { sql } from 'kysely'
import type { Actor, InvitableKind, Role } from '#domain/identity/roles.ts'
import { invitableKinds, roles } from '#domain/identity/roles.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import { overviewShows } from '#domain/participant/visibility.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { Fragment } from '#server/participant/overview-view.ts'
import {
  documentationOf,
  documentationStatus,
  incidentState,
  isMarked,
  requestStatus,
} from '#server/participant/overview-view.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { evaluatorAccreditedUntil, evaluatorName } from '#server/validation/evaluator.ts'

/** The key of an overview row: a participant, and the row's validation, if any. */
export type Cut = { participant_id: string; validation_id: string | null }

type Found = Omit<OverviewRow, 'details'> &
  Omit<OverviewRow['details'], 'evaluatorAccredited'> & { evaluatorAccreditedUntil: string | null }

type Values = { participants: string[]; validations: (string | null)[]; today: string; reader: string }

/** The parts of the query that differ between the two sorts of rows: joins, validation, and columns in SQL. */
type Columns = { joins: Fragment; validation: Fragment; own: Fragment }

function columnsOfRequests(role: Role, today: string): Columns {
  const { incidents, documentation } = overviewShows[role]
  return {
    joins: sql`
      left join validation v on v.id = page.validation_id and v.deleted_at is null
      left join service s on s.id = v.service_id
      left join participant e on e.id = v.evaluator_id
      left join score q on q.validation_id = v.id and q.is_current
      ${documentation ? sql`left join ${documentationOf}` : sql``}`,
    validation: sql`v`,
    own: sql`
      ${incidents ? incidentState : sql`null::text`} as issue, v.service_id as "idService", s.description as service,
      v.evaluator_id as "idAudit", ${evaluatorName} as audit, ${evaluatorAccreditedUntil} as "evaluatorAccreditedUntil",
      q.expires_on as "expiredAt", q.rating as score, ${requestStatus(today)} as status,
      ${documentation ? documentationStatus('PROVIDER', today) : sql`null::text`} as "validationStatus",
      ${documentation ? sql`m.id` : sql`null::text`} as "documentationId"`,
  }
}

function columnsOfDocumentations(kind: InvitableKind, today: string): Columns {
  return {
    joins: sql`left join validation m on m.id = page.validation_id and m.deleted_at is null`,
    validation: sql`m`,
    own: sql`
      null::text as issue, null::text as "idService", null::text as service, null::text as "idAudit", null::text as audit,
      null::date as "evaluatorAccreditedUntil", p.accredited_until as "expiredAt", null::text as score,
      null::text as status, ${documentationStatus(kind, today)} as "validationStatus", m.id as "documentationId"`,
  }
}

/**
 * Rows by their keys, in the order of the keys. Prepared, because planning takes longer than reading a page. Visibility
 * is checked when the keys are selected.
 */
const rowsBy = (role: Role, kind: InvitableKind) =>
  statement((db, { participants, validations, today, reader }: Values) => {
    const { joins, validation, own } =
      kind === 'PROVIDER' ? columnsOfRequests(role, today) : columnsOfDocumentations(kind, today)
    const inForce = hasStatus(sql`status_on(w.status, w.expires_on, ${today}::date)`, documentMachine.sets.inForce)
    return sql<Found>`
      select p.display_name as provider, p.cif, p.id as "idProvider", ${validation}.id as "validationId", ${own},
        p.commercial_name as "commercialName", p.nrbe as "codNRBE", p.company_type as "companyType",
        p.employees as "numEmployees", coalesce(${validation}.concept, '') as concept,
        ${validation}.sent_at as "sentAt", n.documents, n.accepted as "documentsAccepted",
        ${isMarked(role, reader)} as fav
      from unnest(${participants}::text[], ${validations}::text[])
        with ordinality as page (participant_id, validation_id, place)
      join participant p on p.id = page.participant_id and p.deleted_at is null
      ${joins}
      cross join lateral (
        select count(*) as documents,
          count(*) filter (where ${inForce}) as accepted
        from document d join document_version w on w.document_id = d.id and w.is_current
        where d.validation_id = page.validation_id
      ) n
      -- What was deleted since the page was cut is not on it.
      where page.validation_id is not distinct from ${validation}.id
      order by page.place`.compile(db)
  })

const statements = Object.fromEntries(
  roles.map(role => [role, Object.fromEntries(invitableKinds.map(kind => [kind, rowsBy(role, kind)]))]),
) as Record<Role, Record<InvitableKind, ReturnType<typeof rowsBy>>>

/** The rows of a page as the actor sees them; the page's keys are already limited to what it may see. */
export async function overviewRows(
  db: Db,
  actor: Actor,
  kind: InvitableKind,
  today: string,
  page: readonly Cut[],
): Promise<OverviewRow[]> {
  if (page.length === 0) return []
  const found = await statements[actor.role][kind](db, {
    participants: page.map(row => row.participant_id),
    validations: page.map(row => row.validation_id),
    today,
    reader: actor.participantId,
  })
  return found.map(row => rowOf(row, today))
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
