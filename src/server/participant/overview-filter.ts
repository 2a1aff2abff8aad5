import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Dimension, Level } from '#domain/assessment/assessment.ts'
import { dimensions, levels } from '#domain/assessment/assessment.ts'
import type { QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { AccessScope, Actor, InvitableKind, Role } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { filterDays } from '#domain/list/filter-days.ts'
import type { readOverview } from '#domain/participant/contract.ts'
import { favouritesSeen, overviewShows, seesParticipants, seesValidations } from '#domain/participant/visibility.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import type { Machine } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { storedAs } from '#domain/states/time.ts'
import { isWordOfDocumentation } from '#domain/validation/validation.ts'
import type { Day } from '#domain/values/day.ts'
import { contains, every } from '#server/participant/queries.ts'

export type Fragment = RawBuilder<unknown>
export type Condition = RawBuilder<SqlBool>
export type Filters = QueryOf<typeof readOverview>

/**
 * A condition on the overview row `o`. With a facet, the same condition on the counts `c` of that facet, so that the
 * rows need not be counted one by one.
 */
export type Filter = {
  row: Condition
  facet?: { name: string; count: Condition }
  /** Two conditions that no row meets both of; this one is met by either. Each is counted by itself. */
  either?: readonly [Filter, Filter]
  /** The condition that this one negates, when far fewer rows meet it: those are subtracted instead. */
  except?: Filter
}

/** The stored status and the expiry of a row, as columns of the rows and of the counts. */
type Columns = { row: { status: Fragment; day: Fragment }; facet: string }

const requests: Columns = { row: { status: sql`o.status`, day: sql`o.expires_on` }, facet: 'status' }
const documentations: Columns = {
  row: { status: sql`o.documentation_status`, day: sql`o.lapses_on` },
  facet: 'documentation',
}

/** A status on a day as a condition on the stored status and the expiry, so that an index or the counts serve it. */
function hasStatusOn(machine: Machine<string, never>, columns: Columns, status: string, today: Day): Filter {
  const { stored, upTo, after } = storedAs(machine, status, today)
  const on = (column: Fragment, day: Fragment) =>
    every([
      sql`${column} = ${sql.lit(stored)}`,
      ...(upTo === null ? [] : [sql<SqlBool>`${day} <= ${upTo}::date`]),
      // A row that does not expire has no day.
      ...(after === null ? [] : [sql<SqlBool>`(${day} > ${after}::date or ${day} is null)`]),
    ])
  return {
    row: on(columns.row.status, columns.row.day),
    facet: { name: columns.facet, count: on(sql`c.value`, sql`c.day`) },
  }
}

const machines = { reportRequest: reportRequestMachine, documentation: documentationMachine } as unknown as Record<
  'reportRequest' | 'documentation',
  Machine<string, never>
>

/** The rows whose request has a status on a day. */
export const hasRequestStatus = (status: string, today: Day) =>
  hasStatusOn(machines.reportRequest, requests, status, today)

/** The rows whose participant's documentation has a status on a day: LAPSED with a required document (D10). */
export const hasDocumentationStatus = (status: string, today: Day) =>
  hasStatusOn(machines.documentation, documentations, status, today)

/** The rows with one value of a facet; null: with none. */
const hasValue = (facet: string, column: Fragment, value: string | null): Filter => ({
  row: value === null ? sql`${column} is null` : sql`${column} = ${value}`,
  facet: { name: facet, count: sql`c.value = ${value ?? ''}` },
})

/** Whether an entity has the participant of the row `o` as a favourite that the reader may see. */
export function isFavourite(role: Role, reader: RawBuilder<unknown>): Condition {
  const seen = favouritesSeen[role]
  if (seen === 'none') return sql`false`
  const whose = seen === 'own' ? sql`and f.entity_id = ${reader}` : sql``
  return sql`exists (select from favourite f where f.provider_id = o.participant_id ${whose})`
}

/** The rows that an actor sees (D16, D17, D52). CCI reads a participant once its documentation was sent. */
export function seenRows(actor: Actor, kind: InvitableKind): Filter {
  const me = actor.participantId
  const seen: Record<AccessScope, Filter> = {
    all: { row: sql`o.sent`, facet: { name: '', count: sql`c.sent` } },
    published: { row: sql`o.published`, facet: { name: '', count: sql`c.published` } },
    own: { row: sql`o.participant_id = ${me}` },
    // An evaluator only sees the requests that name it (D17).
    named: hasValue('evaluator', sql`o.evaluator_id`, me),
  }
  return seen[seesParticipants(actor, kind)]
}

/** The rows whose score or accreditation expires on some days, both included. */
function expiresWithin(from: Day | null, to: Day | null): Filter {
  const on = (day: Fragment, ends: Condition) =>
    every([
      ...(from === null ? [] : [sql<SqlBool>`${day} >= ${from}::date`]),
      ...(to === null ? [] : [sql<SqlBool>`${day} <= ${to}::date`]),
      ends,
    ])
  const facet = { name: 'status', count: on(sql`c.day`, sql`c.day < 'infinity'`) }
  return { row: on(sql`o.expires_on`, sql`o.expires_on is not null`), facet }
}

/** The rows with a part of a rating. There are few ratings, so the rows are found by those that have the part. */
function hasRating(part: string, kind: InvitableKind): Filter {
  const has = sql<SqlBool>`c.value <> '' and position(upper(${part}) in c.value) > 0`
  return {
    row: sql`o.rating = any(array(
      select distinct c.value from overview_count c where c.kind = ${kind} and c.facet = 'rating' and ${has}))`,
    facet: { name: 'rating', count: has },
  }
}

/** The rows whose rating in force reaches a level in some dimensions (DICT-25). There are few ratings, as above. */
function reaches(minimum: Readonly<Record<Dimension, Level | undefined>>, kind: InvitableKind, today: Day): Filter[] {
  const wanted = dimensions.flatMap((dimension, place) => {
    const least = minimum[dimension]
    const enough = least === undefined ? [] : levels.slice(levels.indexOf(least))
    return least === undefined ? [] : sql<SqlBool>`split_part(c.value, '/', ${sql.lit(place + 1)}) = any(${enough})`
  })
  if (wanted.length === 0) return []
  const has = every(wanted)
  const row = sql<SqlBool>`o.rating = any(array(
    select distinct c.value from overview_count c where c.kind = ${kind} and c.facet = 'rating' and ${has}))`
  return [{ row }, hasRequestStatus(inForce, today)]
}

const [inForce] = reportRequestMachine.sets.qualified

/**
 * The rows whose published evaluation reaches less than a level in a domain, in one dimension at least (DICT-25): the id
 * of a request's row is the request's.
 * @throws DomainError invalid with fields, when one of both is missing
 */
function belowIn(domain: string | undefined, below: Level | undefined): Filter[] {
  if (!domain && below === undefined) return []
  if (!domain) throw new DomainError('invalid', { fields: { domain: t('Indique en qué dominio') } })
  if (below === undefined) throw new DomainError('invalid', { fields: { below: t('Indique por debajo de qué nivel') } })
  const row = sql<SqlBool>`o.id = any(array(
    select k.validation_id from assessment_domain d
      join assessment a on a.id = d.assessment_id
      join score k on k.validation_id = a.validation_id and k.assessment_id = a.id and k.is_current
    where d.domain = ${domain} and d.lowest <= ${levels.indexOf(below)}))`
  return [{ row }]
}

/** The filters of a call, as conditions that hold together with `seenRows`. */
export function filtersOf(actor: Actor, kind: InvitableKind, today: Day, filters: Filters): Filter[] {
  const { provider, idProvider, row, service, audit, status, issue, score, fav } = filters
  const { from, to } = filterDays(filters.from, filters.to)
  const shows = overviewShows[actor.role]
  const none: Filter = { row: sql`false` }
  const favourite = isFavourite(actor.role, sql`${actor.participantId}`)
  const asked: (Filter | false | undefined | '')[] = [
    provider && { row: contains(provider, sql`o.search`) },
    idProvider && { row: sql`o.participant_id = ${idProvider}` },
    row && { row: sql`o.id = ${row}` },
    service && hasValue('service', sql`o.service_id`, service),
    audit && hasValue('evaluator', sql`o.evaluator_id`, audit),
    status && statusFilter(actor, kind, status, today),
    issue &&
      (shows.incidents ? hasValue('incident', sql`o.incident`, issue === '-' ? null : issue) : issue !== '-' && none),
    score && hasRating(score, kind),
    (from !== null || to !== null) && expiresWithin(from, to),
    fav !== undefined && (fav ? { row: favourite } : { row: sql`not ${favourite}`, except: { row: favourite } }),
  ]
  return [
    ...asked.filter(filter => typeof filter === 'object'),
    ...reaches({ C: filters.minC, I: filters.minI, D: filters.minD }, kind, today),
    ...belowIn(filters.domain, filters.below),
  ]
}

/** ACCEPTED is a status of documentations alone (LIM-35). */
function statusFilter(actor: Actor, kind: InvitableKind, status: string, today: Day): Filter {
  const ofDocumentation = kind !== 'PROVIDER' || isWordOfDocumentation(status)
  if (!ofDocumentation) return hasRequestStatus(status, today)
  const known = documentationMachine.states.some(state => state === status)
  if (!known || !overviewShows[actor.role].documentation) return { row: sql`false` }
  const stored = hasDocumentationStatus(status, today)
  return readsAsInForce(actor, status) ? withCovered(stored, today) : stored
}

/** Whether a bank asks for accepted documentations: to it, some under review are too (RENEW-13). */
const readsAsInForce = (actor: Actor, status: string) =>
  seesValidations(actor) === 'published' && documentationMachine.is.inForce(status)

/** Those with a status, or under review with all that is required of them in force. */
function withCovered(stored: Filter, today: Day): Filter {
  const covered: Filter = { row: sql`o.covered_until >= ${today}::date` }
  return { row: sql`(${stored.row} or ${covered.row})`, either: [stored, covered] }
}
