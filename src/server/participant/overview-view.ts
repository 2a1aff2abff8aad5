import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor, InvitableKind, Role } from '#domain/identity/roles.ts'
import { favouritesSeen, seesParticipants } from '#domain/participant/visibility.ts'
import { documentMachine } from '#domain/states/document.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { evaluatorName } from '#server/validation/evaluator.ts'

export type Fragment = RawBuilder<unknown>
export type Condition = RawBuilder<SqlBool>

/**
 * The tables that a query needs beside the rows. Omits unused ones, because planning takes longer than reading.
 * `byExpiry`: the query reads all rows with a score that expires on certain days, and only these.
 */
export type Needs = { documentation: boolean; score: boolean; service: boolean; evaluator: boolean; byExpiry: boolean }

/** The source of the rows of a view, and the columns for selecting a page. */
export type View = {
  from: (needs: Needs) => Fragment
  where: Condition[]
  /** The stored number of rows of a participant when all of them are visible. */
  rows: Fragment | null
  /** The validation of a row. */
  validation: Fragment
  status: Fragment
  expiry: Fragment
  rating: Fragment
  serviceId: Fragment
  service: Fragment
  evaluatorId: Fragment
  evaluator: Fragment
}

/** The documentation `m` of the participant `p`. */
export const documentationOf = sql`validation m on m.participant_id = p.id and m.kind = 'DOC_MIN' and m.deleted_at is null`
const wasSent: Condition = sql`p.documentations > 0`

/** The lapsed required documents `d` of a kind, each in its documentation. */
export function lapsedDocuments(kind: InvitableKind, today: string): Fragment {
  return sql`document_version w
    join document d on d.id = w.document_id
    join document_catalogue c on c.type = ${kind}
    join required_document r on r.catalogue_id = c.id and r.name = d.name and r.required
    where w.is_current and w.expires_on < ${today}::date
      and ${hasStatus(sql`status_on(w.status, w.expires_on, ${today}::date)`, documentMachine.sets.lapsed)}`
}

/**
 * The status on a day of the documentation `m`, or of another alias: LAPSED when it is accepted and a required document
 * has lapsed (D10).
 */
export function documentationStatus(kind: InvitableKind, today: string, m: Fragment = sql`m`): Fragment {
  const { sets, moves } = documentationMachine
  const lapsed = lapsedDocuments(kind, today)
  return sql`case when ${hasStatus(sql`${m}.status`, sets.inForce)}
      and exists (select from ${lapsed} and d.validation_id = ${m}.id)
    then ${sql.lit(moves.lapse.to)} else ${m}.status end`
}

/**
 * OPEN if any incident about the provider is open, else CLOSED if there was one; incidents that CCI has not opened do
 * not count (D16).
 */
export const incidentState = sql`(select case ${sql.join(
  [incidentMachine.sets.open, incidentMachine.sets.closed].map(
    set => sql`when bool_or(${hasStatus(sql`i.status`, set)}) then ${sql.lit(set[0])}`,
  ),
  sql` `,
)} end
    from incident i join participant r on r.id = i.issuer_id and r.deleted_at is null where i.provider_id = p.id)`

/** The status of the request `v` on a day. */
export const requestStatus = (today: string) => sql`status_on(v.status, q.expires_on, ${today}::date)`

/** One row for each report request of a provider, and one for a provider without requests (D52). */
export function providersView(actor: Actor, today: string): View {
  const scope = seesParticipants(actor, 'PROVIDER')
  // An evaluator only sees the requests that name it (D17).
  const requests =
    scope === 'named'
      ? sql`join validation v on v.evaluator_id = ${actor.participantId} and`
      : sql`left join validation v on`
  const isRequest = sql`v.kind = 'AUDIT_REPORT' and v.deleted_at is null`
  // Starts from the index of expiries and looks requests up by key: the planner would rather scan all requests.
  const fromScores = sql`score q
      cross join lateral (select v.* from validation v where v.id = q.validation_id and ${isRequest} offset 0) v
      join participant p on p.id = v.participant_id and q.is_current`
  return {
    from: needs =>
      needs.byExpiry && scope !== 'named'
        ? fromScores
        : sql`participant p
      ${needs.documentation ? sql`left join ${documentationOf}` : sql``}
      ${requests} v.participant_id = p.id and ${isRequest}
      ${needs.service ? sql`left join service s on s.id = v.service_id` : sql``}
      ${needs.evaluator ? sql`left join participant e on e.id = v.evaluator_id` : sql``}
      ${needs.score ? sql`left join score q on q.validation_id = v.id and q.is_current` : sql``}`,
    where: scope === 'named' ? [] : [canAccess(actor, scope), ...(scope === 'all' ? [wasSent] : [])],
    rows: scope === 'named' ? null : sql`greatest(p.requests, 1)`,
    validation: sql`v`,
    status: requestStatus(today),
    expiry: sql`q.expires_on`,
    rating: sql`q.rating`,
    serviceId: sql`v.service_id`,
    service: sql`s.description`,
    evaluatorId: sql`v.evaluator_id`,
    evaluator: evaluatorName,
  }
}

/** One row for each entity or evaluator with a sent documentation; for CCI (D52). */
export function participantsView(actor: Actor, kind: 'ENTITY' | 'AUDIT', today: string): View {
  const none = sql`null::text`
  return {
    from: () => sql`participant p join ${documentationOf}`,
    where: [canAccess(actor, seesParticipants(actor, kind)), wasSent],
    rows: sql`1`,
    validation: sql`m`,
    status: documentationStatus(kind, today),
    expiry: sql`p.accredited_until`,
    rating: none,
    serviceId: none,
    service: none,
    evaluatorId: none,
    evaluator: none,
  }
}

/** Whether an entity has the participant `p` as a favourite that the reader may see. */
export function isMarked(role: Role, reader: string): Condition {
  const seen = favouritesSeen[role]
  if (seen === 'none') return sql`false`
  const whose = seen === 'own' ? sql`and f.entity_id = ${reader}` : sql``
  return sql`exists (select from favourite f where f.provider_id = p.id ${whose})`
}
