import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { QueryOf } from '#domain/contract.ts'
import type { OverviewRow, overviewSorts, readOverview } from '#domain/participant/contract.ts'
import { expiryDays } from '#domain/participant/expiry-range.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import { favouritesSeen, overviewShows, seesParticipants } from '#domain/participant/visibility.ts'
import type { Actor, InvitableKind } from '#domain/roles.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { isWordOfDocumentation, lastExpired, statusLabels } from '#domain/validation/validation.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Db } from '#server/database/connect.ts'
import { isCalled, isReached, spanish } from '#server/participant/queries.ts'

type Filters = QueryOf<typeof readOverview>
type Fragment = RawBuilder<unknown>
type Condition = RawBuilder<SqlBool>

/** What a query reads beside the rows themselves. What is idle is not even named: the planner takes longer than the reading. */
type Needs = { documentation: boolean; score: boolean; service: boolean; evaluator: boolean }
const everything: Needs = { documentation: true, score: true, service: true, evaluator: true }

/** Where the rows of one view come from, and what its columns are before a page of them is read. */
type View = {
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

/** The statuses as people read them, in the order of Spanish: what sorting by status follows. */
const statusesByLabel = Object.entries(statusLabels)
  .sort(([, a], [, b]) => compareSpanish(a.m, b.m))
  .map(([status]) => status)

/** Those of a report request, in the same order. */
const requestStatuses = statusesByLabel.flatMap(label => reportRequestMachine.states.filter(state => state === label))

const documentationOf = sql`validation m on m.participant_id = p.id and m.kind = 'DOC_MIN' and m.deleted_at is null`
const wasSent: Condition = sql`p.documentations > 0`

/** The required documents of a kind that have lapsed, `d`, each in its documentation. */
function lapsedDocuments(kind: InvitableKind, today: string): Fragment {
  return sql`document_version w
    join document d on d.id = w.document_id
    join document_catalogue c on c.type = ${kind}
    join required_document r on r.catalogue_id = c.id and r.name = d.name and r.required
    where w.is_current and w.expires_on < ${today}::date
      and status_on(w.status, w.expires_on, ${today}::date) = 'LAPSED'`
}

/** The documentation `m` on a day: LAPSED when it was accepted and a required document has lapsed (D10). */
function documentationStatus(kind: InvitableKind, today: string): Fragment {
  const lapsed = lapsedDocuments(kind, today)
  return sql`case when m.status = 'ACCEPTED' and exists (select from ${lapsed} and d.validation_id = m.id)
    then 'LAPSED' else m.status end`
}

/** The same as a condition, over a set that is read once. */
function hasDocumentationStatus(status: string, kind: InvitableKind, today: string): Condition {
  const hasLapsed = sql`m.id in (select d.validation_id from ${lapsedDocuments(kind, today)})`
  const derived: Record<string, Condition> = {
    LAPSED: sql`m.status = 'ACCEPTED' and ${hasLapsed}`,
    ACCEPTED: sql`m.status = 'ACCEPTED' and not ${hasLapsed}`,
  }
  return derived[status] ?? sql`m.status = ${status}`
}

/** Open while any incident about the provider is, closed when it had some; one that CCI did not open yet tells nothing (D16). */
const incidentState = sql`(select case when bool_or(i.status = 'OPEN') then 'OPEN'
    when bool_or(i.status = 'CLOSED') then 'CLOSED' end
    from incident i join participant r on r.id = i.issuer_id and r.deleted_at is null where i.provider_id = p.id)`

/** The same state as a condition, over sets that are read once. */
function hasIncidentState(state: 'OPEN' | 'CLOSED' | '-'): Condition {
  const isIn = (statuses: string[]) =>
    sql<SqlBool>`p.id in (select i.provider_id from incident i join participant r on r.id = i.issuer_id and r.deleted_at is null
      where i.status in (${sql.join(statuses)}))`
  const conditions: Record<typeof state, Condition> = {
    OPEN: isIn(['OPEN']),
    CLOSED: sql`${isIn(['CLOSED'])} and not ${isIn(['OPEN'])}`,
    '-': sql`not ${isIn(['OPEN', 'CLOSED'])}`,
  }
  return conditions[state]
}

const requestStatus = (today: string) => sql`status_on(v.status, q.expires_on, ${today}::date)`

/** The same as a condition, in words that an index and the planner's figures understand. */
export function hasRequestStatus(status: ReportRequestStatus, today: string): Condition {
  const [lapsed, expired] = [sql`q.expires_on < ${today}::date`, sql`q.expires_on <= ${lastExpired(today)}::date`]
  const conditions: Record<ReportRequestStatus, Condition> = {
    PENDING: sql`v.status = 'PENDING'`,
    REJECTED: sql`v.status = 'REJECTED'`,
    QUALIFIED: sql`v.status = 'QUALIFIED' and ${lapsed} is not true`,
    LAPSED: sql`v.status = 'QUALIFIED' and ${lapsed} and not ${expired}`,
    EXPIRED: sql`v.status = 'QUALIFIED' and ${expired}`,
  }
  return conditions[status]
}

/** One row for each report request of a provider, one for a provider that has none (D52). */
function providersView(actor: Actor, today: string): View {
  const scope = seesParticipants(actor, 'PROVIDER')
  // An evaluator reads the requests that name it and no others (D17).
  const requests =
    scope === 'named'
      ? sql`join validation v on v.evaluator_id = ${actor.participantId} and`
      : sql`left join validation v on`
  return {
    from: needs => sql`participant p
      ${needs.documentation ? sql`left join ${documentationOf}` : sql``}
      ${requests} v.participant_id = p.id and v.kind = 'AUDIT_REPORT' and v.deleted_at is null
      ${needs.service ? sql`left join service s on s.id = v.service_id` : sql``}
      ${needs.evaluator ? sql`left join participant e on e.id = v.evaluator_id` : sql``}
      ${needs.score ? sql`left join score q on q.validation_id = v.id and q.is_current` : sql``}`,
    where: scope === 'named' ? [] : [isReached(actor, scope), ...(scope === 'all' ? [wasSent] : [])],
    rows: scope === 'named' ? null : sql`greatest(p.requests, 1)`,
    validation: sql`v`,
    status: requestStatus(today),
    expiry: sql`q.expires_on`,
    rating: sql`q.rating`,
    serviceId: sql`v.service_id`,
    service: sql`s.description`,
    evaluatorId: sql`v.evaluator_id`,
    evaluator: sql`e.display_name`,
  }
}

/** One row for each entity or evaluator whose documentation was sent; for CCI (D52). */
function participantsView(actor: Actor, kind: 'ENTITY' | 'AUDIT', today: string): View {
  const none = sql`null::text`
  return {
    from: () => sql`participant p join ${documentationOf}`,
    where: [isReached(actor, seesParticipants(actor, kind)), wasSent],
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

function isMarked(actor: Actor): Condition {
  const seen = favouritesSeen[actor.role]
  if (seen === 'none') return sql`false`
  const whose = seen === 'own' ? sql`and f.entity_id = ${actor.participantId}` : sql``
  return sql`exists (select from favourite f where f.provider_id = p.id ${whose})`
}

/** What is asked of a participant, and what of its single rows, each of which is none without a validation or a word of it. */
type Asked = { participant: Condition[]; row: Condition[] }

function filtered(actor: Actor, kind: InvitableKind, view: View, today: string, filters: Filters): Asked {
  const { provider, idProvider, service, audit, status, issue, score, fav } = filters
  const expiry = expiryDays(filters.from, filters.to)
  const shows = overviewShows[actor.role]
  const byDocumentation = kind !== 'PROVIDER' || isWordOfDocumentation(status)
  const ofParticipant: (Condition | false)[] = [
    provider !== undefined && provider !== '' && isCalled(provider),
    idProvider !== undefined && sql`p.id = ${idProvider}`,
    isWordOfDocumentation(status) && !shows.documentation && sql`false`,
    issue !== undefined && (shows.incidents ? hasIncidentState(issue) : sql`${issue} = '-'`),
    fav !== undefined && (fav ? isMarked(actor) : sql`not ${isMarked(actor)}`),
  ]
  const ofRow: (Condition | false)[] = [
    service !== undefined && sql`${view.serviceId} = ${service}`,
    audit !== undefined && sql`${view.evaluatorId} = ${audit}`,
    status !== undefined &&
      (byDocumentation
        ? hasDocumentationStatus(status, kind, today)
        : hasRequestStatus(status as ReportRequestStatus, today)),
    score !== undefined && score !== '' && sql`position(upper(${score}) in ${view.rating}) > 0`,
    expiry.from !== null && sql`${view.expiry} >= ${expiry.from}::date`,
    expiry.to !== null && sql`${view.expiry} <= ${expiry.to}::date`,
  ]
  return {
    participant: [
      sql`p.kind = ${kind}`,
      sql`p.deleted_at is null`,
      ...view.where,
      ...ofParticipant.filter(condition => condition !== false),
    ],
    row: ofRow.filter(condition => condition !== false),
  }
}

/** So many rows into the list one sort of them all costs less than the first ones of each status. */
const DEEP = 1000

const wayOf = (direction: string | undefined) => (direction === 'desc' ? sql`desc` : sql`asc`)
const byName = sql`p.display_name ${spanish}`

/** What is missing comes last in both directions; what is equal keeps one order, so that no row is on two pages. */
function orderOf(view: View, sort: string): Fragment {
  const [name, direction] = sort.split(',') as [(typeof overviewSorts)[number], string | undefined]
  const way = wayOf(direction)
  const keys: Record<typeof name, Fragment> = {
    provider: byName,
    service: sql`${view.service} ${spanish}`,
    audit: sql`${view.evaluator} ${spanish}`,
    expiredAt: view.expiry,
    status: sql`array_position(${statusesByLabel}::text[], ${view.status})`,
    sentAt: sql`${view.validation}.sent_at`,
  }
  // Said without its nulls, of which a name has none, so that an index can be read either way.
  if (name === 'provider') return sql`${byName} ${way}, p.id ${way}, ${view.validation}.id ${way}`
  return sql`${keys[name]} ${way} nulls last, p.id, ${view.validation}.id`
}

/** Which rows are on a page, as `participant_id` and `validation_id`. */
type Cut = { view: View; asked: Asked; needs: Needs; filters: Filters }
const all = (conditions: Condition[]) => sql.join(conditions, sql` and `)

function cutByRow({ view, asked, needs, filters }: Cut): Fragment {
  return sql`
    select p.id as participant_id, ${view.validation}.id as validation_id
    from ${view.from(needs)} where ${all([...asked.participant, ...asked.row])}
    order by ${orderOf(view, filters.sort)} limit ${filters.size} offset ${filters.page * filters.size}`
}

/** By name, where all rows of a participant are asked for: the participants before the page are passed by their numbers. */
function cutByParticipant({ view, asked, needs, filters }: Cut, rows: Fragment): Fragment {
  const way = wayOf(filters.sort.split(',')[1])
  const first = filters.page * filters.size
  return sql`
    select participant_id, validation_id from (
      select near.id as participant_id, ${view.validation}.id as validation_id,
        near.before + row_number() over (partition by near.id order by ${view.validation}.id ${way}) as place
      from (
        select id, upto - rows as before from (
          select p.id, ${byName} as name, ${rows} as rows,
            sum(${rows}) over (order by ${byName} ${way}, p.id ${way} rows unbounded preceding) as upto
          from participant p where ${all(asked.participant)}
        ) passed where upto > ${first} order by name ${way}, id ${way} limit ${filters.size}
      ) near join (${view.from(needs)}) on p.id = near.id
    ) placed where place > ${first} and place <= ${first + filters.size}`
}

/** In order of status, of which there are few: of each no more than can be on the page. */
function cutByStatus({ view, asked, needs, filters }: Cut, today: string): Fragment {
  const first = filters.page * filters.size
  const descends = filters.sort.endsWith(',desc')
  const inOrder = descends ? requestStatuses.toReversed() : requestStatuses
  const classes = [...inOrder.map(status => hasRequestStatus(status, today)), sql<SqlBool>`p.requests = 0`]
  const parts = classes.map(
    (is, place) => sql`(
      select ${sql.lit(place)} as place, p.id as participant_id, ${view.validation}.id as validation_id
      from ${view.from(needs)} where ${all([...asked.participant, ...asked.row, is])}
      order by p.id, ${view.validation}.id limit ${first + filters.size})`,
  )
  return sql`
    select participant_id, validation_id from (${sql.join(parts, sql` union all `)}) sorted
    order by place, participant_id, validation_id limit ${filters.size} offset ${first}`
}

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
  const asked = filtered(actor, kind, view, today, filters)
  const shows = overviewShows[actor.role]
  const counted: Needs = {
    documentation: isWordOfDocumentation(filters.status),
    score: [filters.status, filters.score, filters.from, filters.to].some(filter => filter !== undefined),
    service: false,
    evaluator: false,
  }
  const sorted: Needs = {
    ...counted,
    score: counted.score || /^(expiredAt|status)/.test(filters.sort),
    service: filters.sort.startsWith('service'),
    evaluator: filters.sort.startsWith('audit'),
  }
  const cut: Cut = { view, asked, needs: sorted, filters }
  const whole = asked.row.length === 0 ? view.rows : null
  const byStatus = kind === 'PROVIDER' && filters.sort.startsWith('status') && filters.page * filters.size < DEEP
  const order = orderOf(view, filters.sort)
  const page =
    whole && filters.sort.startsWith('provider')
      ? cutByParticipant(cut, whole)
      : byStatus
        ? cutByStatus(cut, today)
        : cutByRow(cut)
  const rows = sql<Found>`
    with page as materialized (${page})
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
    order by ${order}`.execute(db)
  const total = whole
    ? sql<{ total: number }>`
        select coalesce(sum(${whole}), 0) as total from participant p where ${all(asked.participant)}`.execute(db)
    : sql<{ total: number }>`
        select count(*) as total from ${view.from(counted)}
        where ${all([...asked.participant, ...asked.row])}`.execute(db)
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
