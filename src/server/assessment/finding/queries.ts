import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { dimensionLabels } from '#domain/assessment/assessment.ts'
import type { FindingFileWire, FindingWire, listFindings } from '#domain/assessment/finding/contract.ts'
import { findingStatusOn, priorities } from '#domain/assessment/finding/finding.ts'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import type { FindingStatus } from '#domain/states/finding.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { called } from '#server/document/versions.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import { every, nameMatches, spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { inLanguage } from '#server/platform/language.ts'
import { evaluatorName } from '#server/validation/evaluator.ts'
import { lockedValidation, seenValidations } from '#server/validation/queries.ts'

/** Whether the request `v` has a published score, so that banks read its findings (FIND-09). */
const isScored = sql<SqlBool>`exists (select from score k where k.validation_id = v.id and k.is_current)`

/** The findings `f` that an actor sees, each with its request, control and names. */
function visibleFindings(db: Db, actor: Actor) {
  const found = seenValidations(db, actor)
    .innerJoin('finding as f', 'f.validation_id', 'v.id')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .leftJoin('participant as e', 'e.id', 'v.evaluator_id')
    .leftJoin('assessment as a', 'a.id', 'f.assessment_id')
    .leftJoin('control as c', join =>
      join.onRef('c.framework_id', '=', 'a.framework_id').onRef('c.key', '=', 'f.control_key'),
    )
    .leftJoin('portal_user as u', 'u.id', 'f.verified_by')
  return actor.role === 'ENTITY' ? found.where(isScored) : found
}

const columns = [
  'f.id',
  'f.provider_id as providerId',
  'p.display_name as providerName',
  'f.service_id as serviceId',
  's.description as service',
  'f.validation_id as validationId',
  'f.assessment_id as assessmentId',
  'v.evaluator_id as evaluatorId',
  evaluatorName.as('evaluatorName'),
  'f.control_key as controlKey',
  'c.statement',
  'f.domain',
  'f.dimension',
  'f.priority',
  'f.status',
  'f.due_on as dueOn',
  'f.raised_at as raisedAt',
  'f.done_at as doneAt',
  'f.ended_at as endedAt',
  'f.version',
  'f.title',
  'f.detail',
  'f.measure',
  'f.owner_name as ownerName',
  'f.delay_reason as delayReason',
  'f.proof',
  'f.returned_reason as returnedReason',
  'f.returned_at as returnedAt',
  'f.end_reason as endReason',
  sql<string | null>`case when u.id is not null then ${called('u')} end`.as('verifiedBy'),
  isScored.as('isScored'),
] as const

const selectRows = (db: Db, actor: Actor) => visibleFindings(db, actor).select(columns).execute()
type Selected = Awaited<ReturnType<typeof selectRows>>[number]

/** A finding as its writes use it. */
export type FindingRow = Omit<Selected, 'status' | 'dimension' | 'priority' | 'evaluatorId'> & {
  evaluatorId: string
  status: FindingStatus
  dimension: FindingWire['dimension']
  priority: FindingWire['priority']
}

const statusToday = (today: Day) => sql<FindingStatus>`case
  when ${hasStatus(sql`f.status`, findingMachine.sets.planned)} and f.due_on < ${today}::date
  then ${sql.lit(findingMachine.moves.fallBehind.to)} else f.status end`

const inOrder = (names: readonly string[], value: RawBuilder<unknown>) =>
  sql`array_position(array[${sql.join(names.map(name => sql.lit(name)))}], ${value})`

const sorts = (today: Day): Record<string, RawBuilder<unknown>> => ({
  dueOn: sql`f.due_on`,
  raisedAt: sql`f.raised_at`,
  provider: sql`p.display_name ${spanish}`,
  service: sql`s.description ${spanish}`,
  priority: inOrder(priorities, sql`f.priority`),
  status: inOrder(findingMachine.states, statusToday(today)),
})

/** A page of the findings that an actor sees, and how many there are in each status. */
export async function findingPage(
  db: Db,
  actor: Actor,
  today: Day,
  query: QueryOf<typeof listFindings>,
): Promise<AnswerOf<typeof listFindings>> {
  const { id, status, open, priority, dimension, providerId, provider, serviceId, validationId } = query
  const asked = every(
    [
      id && sql<SqlBool>`f.id = ${id}`,
      priority && sql<SqlBool>`f.priority = ${priority}`,
      dimension && sql<SqlBool>`f.dimension = ${dimension}`,
      providerId && sql<SqlBool>`f.provider_id = ${providerId}`,
      provider && nameMatches(provider),
      serviceId && sql<SqlBool>`f.service_id = ${serviceId}`,
      validationId && sql<SqlBool>`f.validation_id = ${validationId}`,
    ].filter(condition => !!condition),
  )
  const seen = visibleFindings(db, actor).where(asked)
  const isOpen = hasStatus(sql`f.status`, findingMachine.sets.open)
  let chosen = seen
  if (status) chosen = chosen.where(sql<SqlBool>`${statusToday(today)} = ${status}`)
  if (open !== undefined) chosen = chosen.where(open ? isOpen : sql<SqlBool>`not ${isOpen}`)
  const by = sorts(today)
  const { rows, total } = await pageOfQuery(
    chosen.select(columns),
    query,
    by,
    (key, way) => sql`${key} ${way} nulls last, ${by.priority}, f.control_key, f.id`,
  )
  const counted = await seen
    .select([statusToday(today).as('status'), sql<number>`count(*)::integer`.as('count')])
    .groupBy(sql`1`)
    .execute()
  return {
    content: await wiresOf(db, actor, rows as FindingRow[], today),
    totalElements: total,
    counts: countsOf(counted),
  }
}

/** The findings in some statuses that an actor sees. */
export async function findingsIn(
  db: Db,
  actor: Actor,
  today: Day,
  statuses: readonly FindingStatus[],
): Promise<FindingWire[]> {
  const rows = await visibleFindings(db, actor).select(columns).where(hasStatus(sql`f.status`, statuses)).execute()
  return wiresOf(db, actor, rows as FindingRow[], today)
}

/** How many findings of some providers are open, by provider and service, as far as the actor sees them. */
export async function openFindings(db: Db, actor: Actor, providerIds: readonly string[]) {
  return visibleFindings(db, actor)
    .where('f.provider_id', 'in', providerIds)
    .where(hasStatus(sql`f.status`, findingMachine.sets.open))
    .select(['f.provider_id as providerId', 'f.service_id as serviceId', sql<number>`count(*)::integer`.as('count')])
    .groupBy(['f.provider_id', 'f.service_id'])
    .execute()
}

function countsOf(counted: readonly { status: FindingStatus; count: number }[]) {
  const of = (status: FindingStatus) => counted.find(each => each.status === status)?.count ?? 0
  const counts = Object.fromEntries(findingMachine.states.map(status => [status, of(status)]))
  const open = findingMachine.sets.open.reduce((sum, status) => sum + of(status), 0)
  return { ...(counts as Record<FindingStatus, number>), open }
}

/** Findings as the actor may read them: banks neither texts nor files (FIND-09). */
async function wiresOf(db: Db, actor: Actor, rows: readonly FindingRow[], today: Day): Promise<FindingWire[]> {
  const isBank = actor.role === 'ENTITY'
  const files = isBank ? new Map<string, FindingFileWire[]>() : await filesOf(db, rows)
  const namesPeople = actor.role === 'CCI' || actor.role === 'AUDIT'
  return rows.map(({ isScored: _isScored, returnedAt: _returnedAt, ...row }) => {
    const { title, detail, measure, ownerName, delayReason, proof, returnedReason, endReason, verifiedBy, ...read } =
      row
    const shared = { ...read, status: findingStatusOn(row.status, row.dueOn, today) }
    if (isBank) return shared
    const texts = { title, detail, measure, ownerName, delayReason, proof, returnedReason, endReason }
    return {
      ...shared,
      own: { ...texts, files: files.get(row.id) ?? [], verifiedBy: namesPeople ? verifiedBy : null },
    }
  })
}

/** The files of some findings, the oldest first. */
async function filesOf(db: Db, findings: readonly { id: string }[]): Promise<Map<string, FindingFileWire[]>> {
  if (findings.length === 0) return new Map()
  const rows = await db
    .selectFrom('finding_file as d')
    .innerJoin('stored_file as f', 'f.sha256', 'd.sha256')
    .select(['d.finding_id as findingId', 'd.id', 'd.file_name as name', 'f.media_type as mediaType', 'f.size'])
    .select('d.uploaded_at as uploadedAt')
    .where(
      'd.finding_id',
      'in',
      findings.map(({ id }) => id),
    )
    .orderBy('d.uploaded_at')
    .orderBy('d.file_name')
    .orderBy('d.id')
    .execute()
  return Map.groupBy(rows, row => row.findingId)
}

/**
 * One finding, if the actor may see it.
 * @throws DomainError notFound
 */
async function visibleFinding(db: Db, actor: Actor, id: string): Promise<FindingRow> {
  const row = await visibleFindings(db, actor).select(columns).where('f.id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  return row as FindingRow
}

/** The same as its readers get it. */
export async function findingWireOf(db: Db, actor: Actor, id: string, today: Day): Promise<FindingWire> {
  return onlyOf(await wiresOf(db, actor, [await visibleFinding(db, actor, id)], today))
}

/**
 * The same, locked for a write: first its participant and request, then the finding.
 * @throws DomainError notFound
 */
export async function lockedFinding(db: Db, actor: Actor, id: string): Promise<FindingRow> {
  const { validationId } = await visibleFinding(db, actor, id)
  await lockedValidation(db, actor, validationId)
  await db.selectFrom('finding').select('id').where('id', '=', id).forUpdate().execute()
  return visibleFinding(db, actor, id)
}

/**
 * A file of a finding that the actor sees; banks see none.
 * @throws DomainError notFound
 */
export async function visibleFindingFile(db: Db, actor: Actor, id: string) {
  if (actor.role === 'ENTITY') throw new DomainError('notFound')
  const file = await visibleFindings(db, actor)
    .innerJoin('finding_file as d', 'd.finding_id', 'f.id')
    .innerJoin('stored_file as x', 'x.sha256', 'd.sha256')
    .select(['d.file_name as name', 'd.sha256', 'x.size', 'x.media_type as mediaType', 'f.id as findingId'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!file) throw new DomainError('notFound')
  return { ...file, finding: await visibleFinding(db, actor, file.findingId) }
}

/** What names a finding. */
type Named = { evaluatorId: string | null } & Pick<
  FindingRow,
  | 'id'
  | 'providerId'
  | 'providerName'
  | 'evaluatorName'
  | 'serviceId'
  | 'service'
  | 'validationId'
  | 'controlKey'
  | 'dimension'
  | 'title'
  | 'isScored'
>

/** The event payload of a finding. */
export function findingPayload(row: Named): EventPayload {
  return {
    providerId: row.providerId,
    providerName: row.providerName,
    evaluatorId: row.evaluatorId!,
    evaluatorName: row.evaluatorName ?? undefined,
    serviceId: row.serviceId,
    serviceName: row.service,
    validationId: row.validationId,
    findingId: row.id,
    finding: row.controlKey ?? row.title,
    // The audit log keeps it, which is Spanish.
    ...(row.isScored ? { findingShown: row.controlKey ?? inLanguage('es', () => dimensionLabels[row.dimension]) } : {}),
  }
}
