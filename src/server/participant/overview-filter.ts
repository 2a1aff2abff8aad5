import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { QueryOf } from '#domain/contract/contract.ts'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import { filterDays } from '#domain/list/filter-days.ts'
import type { readOverview } from '#domain/participant/contract.ts'
import { overviewShows } from '#domain/participant/visibility.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { storedAs } from '#domain/states/time.ts'
import { isWordOfDocumentation } from '#domain/validation/validation.ts'
import type { Day } from '#domain/values/day.ts'
import type { Condition, View } from '#server/participant/overview-view.ts'
import { isMarked, lapsedDocuments } from '#server/participant/overview-view.ts'
import { every, nameMatches } from '#server/participant/queries.ts'
import { hasStatus } from '#server/platform/database/status.ts'

/** Whether a query reads all matching rows, or stops early. */
export type Reads = 'all' | 'some'

export type Filters = QueryOf<typeof readOverview>

/**
 * The status of a documentation as a condition. Lapsed ones are few and read once as a set. A query that reads `some`
 * of the others checks each row instead; the offset keeps the planner from turning that into a join of all.
 */
function hasDocumentationStatus(status: string, kind: InvitableKind, today: string, reads: Reads): Condition {
  const lapsed = lapsedDocuments(kind, today)
  const isAmongLapsed = sql`m.id in (select d.validation_id from ${lapsed})`
  const hasLapsed =
    reads === 'some' ? sql`exists (select from ${lapsed} and d.validation_id = m.id offset 0)` : isAmongLapsed
  const { is, sets } = documentationMachine
  const wasAccepted = hasStatus(sql`m.status`, sets.inForce)
  if (is.lapsed(status)) return sql`${wasAccepted} and ${isAmongLapsed}`
  return is.inForce(status) ? sql`${wasAccepted} and not ${hasLapsed}` : sql`m.status = ${status}`
}

/** The incident state as a condition, over sets that are read once. */
function hasIncidentState(state: 'OPEN' | 'CLOSED' | '-'): Condition {
  const isIn = (statuses: readonly string[]) =>
    sql<SqlBool>`p.id in (select i.provider_id from incident i join participant r on r.id = i.issuer_id and r.deleted_at is null
      where ${hasStatus(sql`i.status`, statuses)})`
  const { open, closed } = incidentMachine.sets
  const conditions: Record<typeof state, Condition> = {
    OPEN: isIn(open),
    CLOSED: sql`${isIn(closed)} and not ${isIn(open)}`,
    '-': sql`not ${isIn([...open, ...closed])}`,
  }
  return conditions[state]
}

/** The status of the request `v` with its score `q` as a condition on stored, indexed columns. */
export function hasRequestStatus(status: ReportRequestStatus, today: string): Condition {
  const { stored, upTo, after } = storedAs(reportRequestMachine, status, today)
  const expiresBy = (day: Day) => sql<SqlBool>`q.expires_on <= ${day}::date`
  // A request that has not lapsed may have no score at all.
  const not = (condition: Condition) =>
    upTo === null ? sql<SqlBool>`${condition} is not true` : sql<SqlBool>`not ${condition}`
  return every([
    sql`v.status = ${sql.lit(stored)}`,
    ...(upTo === null ? [] : [expiresBy(upTo)]),
    ...(after === null ? [] : [not(expiresBy(after))]),
  ])
}

/**
 * Conditions on a participant, and conditions on its single rows. A row is null when the participant has no validation,
 * or no value for it.
 */
export type Asked = { participant: Condition[]; row: Condition[] }

export function filtered(
  actor: Actor,
  kind: InvitableKind,
  view: View,
  today: string,
  filters: Filters,
  reads: Reads,
): Asked {
  const { provider, idProvider, service, audit, status, issue, score, fav } = filters
  const expiry = filterDays(filters.from, filters.to)
  const shows = overviewShows[actor.role]
  const byDocumentation = kind !== 'PROVIDER' || isWordOfDocumentation(status)
  const marked = isMarked(actor.role, actor.participantId)
  const ofParticipant: (Condition | false)[] = [
    provider !== undefined && provider !== '' && nameMatches(provider),
    idProvider !== undefined && sql`p.id = ${idProvider}`,
    isWordOfDocumentation(status) && !shows.documentation && sql`false`,
    issue !== undefined && (shows.incidents ? hasIncidentState(issue) : sql`${issue} = '-'`),
    fav !== undefined && (fav ? marked : sql`not ${marked}`),
  ]
  const ofRow: (Condition | false)[] = [
    service !== undefined && sql`${view.serviceId} = ${service}`,
    audit !== undefined && sql`${view.evaluatorId} = ${audit}`,
    status !== undefined &&
      (byDocumentation
        ? hasDocumentationStatus(status, kind, today, reads)
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
