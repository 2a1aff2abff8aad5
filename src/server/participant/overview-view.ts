import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { favouritesSeen, seesParticipants } from '#domain/participant/visibility.ts'
import type { Actor, InvitableKind, Role } from '#domain/roles.ts'
import { documentMachine } from '#domain/states/document.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { evaluatorName } from '#server/validation/evaluator.ts'

export type Fragment = RawBuilder<unknown>
export type Condition = RawBuilder<SqlBool>

/**
 * What a query reads beside the rows themselves. What is idle is not even named: the planner takes longer than the reading.
 * `byExpiry`: only rows whose score expires on some days are asked for, and all of them read.
 */
export type Needs = { documentation: boolean; score: boolean; service: boolean; evaluator: boolean; byExpiry: boolean }

/** Where the rows of one view come from, and what its columns are before a page of them is read. */
export type View = {
  from: (needs: Needs) => Fragment
  where: Condition[]
  /** How many rows a participant has, where all of them are seen. */
  rows: Fragment | null
  /** The validation that a row stands for. */
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

/** The required documents of a kind that have lapsed, `d`, each in its documentation. */
export function lapsedDocuments(kind: InvitableKind, today: string): Fragment {
  return sql`document_version w
    join document d on d.id = w.document_id
    join document_catalogue c on c.type = ${kind}
    join required_document r on r.catalogue_id = c.id and r.name = d.name and r.required
    where w.is_current and w.expires_on < ${today}::date
      and ${hasStatus(sql`status_on(w.status, w.expires_on, ${today}::date)`, documentMachine.sets.lapsed)}`
}

/** The documentation `m`, or what else it is called, on a day: LAPSED when it was accepted and a required document has lapsed (D10). */
export function documentationStatus(kind: InvitableKind, today: string, m: Fragment = sql`m`): Fragment {
  const { sets, moves } = documentationMachine
  const lapsed = lapsedDocuments(kind, today)
  return sql`case when ${hasStatus(sql`${m}.status`, sets.inForce)}
      and exists (select from ${lapsed} and d.validation_id = ${m}.id)
    then ${sql.lit(moves.lapse.to)} else ${m}.status end`
}

/** Open while any incident about the provider is, closed when it had some; one that CCI did not open yet tells nothing (D16). */
export const incidentState = sql`(select case ${sql.join(
  [incidentMachine.sets.open, incidentMachine.sets.closed].map(
    set => sql`when bool_or(${hasStatus(sql`i.status`, set)}) then ${sql.lit(set[0])}`,
  ),
  sql` `,
)} end
    from incident i join participant r on r.id = i.issuer_id and r.deleted_at is null where i.provider_id = p.id)`

/** The status of the request `v` on a day. */
export const requestStatus = (today: string) => sql`status_on(v.status, q.expires_on, ${today}::date)`

/** One row for each report request of a provider, one for a provider that has none (D52). */
export function providersView(actor: Actor, today: string): View {
  const scope = seesParticipants(actor, 'PROVIDER')
  // An evaluator reads the requests that name it and no others (D17).
  const requests =
    scope === 'named'
      ? sql`join validation v on v.evaluator_id = ${actor.participantId} and`
      : sql`left join validation v on`
  const isRequest = sql`v.kind = 'AUDIT_REPORT' and v.deleted_at is null`
  // From the index of expiries, each by its key: the planner would sooner walk through all requests there are.
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

/** One row for each entity or evaluator whose documentation was sent; for CCI (D52). */
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

/** The participant `p` is marked by an entity whose mark who reads may see. */
export function isMarked(role: Role, reader: string): Condition {
  const seen = favouritesSeen[role]
  if (seen === 'none') return sql`false`
  const whose = seen === 'own' ? sql`and f.entity_id = ${reader}` : sql``
  return sql`exists (select from favourite f where f.provider_id = p.id ${whose})`
}
