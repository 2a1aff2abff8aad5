import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Evaluated } from '#domain/assessment/assessment.ts'
import type { listAssessments } from '#domain/assessment/contract.ts'
import type { Levels } from '#domain/assessment/levels.ts'
import { computedRating } from '#domain/assessment/levels.ts'
import type { AnswerWire, AssessmentWire } from '#domain/assessment/wire.ts'
import type { QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { filterInstants } from '#domain/list/filter-days.ts'
import { seesPastScores } from '#domain/report-request/score/score.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { controlsOf } from '#server/assessment/framework/queries.ts'
import { called } from '#server/document/versions.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import { every, spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { evaluatorName } from '#server/validation/evaluator.ts'
import { lockedValidation, seenValidations } from '#server/validation/queries.ts'

const { sets } = assessmentMachine
/** The statuses in which each role reads an evaluation of a request that it sees (DICT-22). */
const seenIn: Record<Actor['role'], readonly string[]> = {
  CCI: assessmentMachine.states,
  AUDIT: assessmentMachine.states,
  PROVIDER: sets.shownToProvider,
  ENTITY: sets.published,
}

/** The evaluations that an actor sees, each with its request, framework and names. */
export function visibleAssessments(db: Db, actor: Actor) {
  return seenValidations(db, actor)
    .innerJoin('assessment as a', 'a.validation_id', 'v.id')
    .innerJoin('control_framework as m', 'm.id', 'a.framework_id')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .leftJoin('participant as e', 'e.id', 'v.evaluator_id')
    .leftJoin('portal_user as u', 'u.id', 'a.confirmed_by')
    .where(hasStatus(sql`a.status`, seenIn[actor.role]))
}

/** The newest score that the evaluation stands behind, of those that the actor reads. */
const scoreColumn = (actor: Actor) => sql<{
  id: string
  score: string
  isCurrent: boolean
  overrideReason: string
} | null>`(
  select json_build_object(
    'id', x.id, 'score', x.rating, 'isCurrent', x.is_current, 'overrideReason', x.override_reason)
  from score x
  where x.validation_id = a.validation_id and x.assessment_id = a.id
    ${seesPastScores(actor.role) ? sql`` : sql`and x.is_current`}
  order by x.is_current desc, x.id desc limit 1)`

/** Who confirmed it, for the evaluator itself and CCI: people are not named to others. */
const confirmer = (actor: Actor) =>
  actor.role === 'CCI' || actor.role === 'AUDIT'
    ? sql<string | null>`case when u.id is not null then ${called('u')} end`
    : sql<string | null>`null`

const columns = (actor: Actor) =>
  [
    'a.id',
    'a.validation_id as validationId',
    'm.id as frameworkId',
    'm.name as frameworkName',
    'm.edition',
    'm.illustrative',
    'v.participant_id as providerId',
    'p.display_name as providerName',
    's.id as serviceId',
    's.description as service',
    'v.evaluator_id as evaluatorId',
    evaluatorName.as('evaluatorName'),
    'a.origin',
    'a.status',
    'a.target',
    'a.scope',
    'a.standard',
    'a.opinion',
    'a.period_from as periodFrom',
    'a.period_to as periodTo',
    'a.report_date as reportDate',
    'a.subservices',
    'a.user_controls as userControls',
    'a.created_at as createdAt',
    'a.confirmed_at as confirmedAt',
    confirmer(actor).as('confirmedBy'),
    'a.version',
    'a.asked',
    'a.answered',
    'a.levels',
    'a.read_version_id',
    scoreColumn(actor).as('score'),
  ] as const

type Row = Awaited<ReturnType<typeof selectRows>>[number]
/** An evaluation as its writes use it. */
export type AssessmentRow = AssessmentWire & { readVersionId: string | null }

const selectRows = (db: Db, actor: Actor) => visibleAssessments(db, actor).select(columns(actor)).execute()

function rowOf({ frameworkId, frameworkName, edition, illustrative, read_version_id, ...row }: Row): AssessmentRow {
  const levels = row.levels as Levels
  const framework = { id: frameworkId, name: frameworkName, edition, illustrative }
  const computed = computedRating(levels)
  return {
    ...(row as Omit<AssessmentWire, 'framework' | 'computed'>),
    framework,
    levels,
    computed,
    readVersionId: read_version_id,
  }
}

const sorts = {
  createdAt: sql`a.created_at`,
  confirmedAt: sql`a.confirmed_at`,
  provider: sql`p.display_name ${spanish}`,
  service: sql`s.description ${spanish}`,
  status: sql`array_position(array[${sql.join(assessmentMachine.states.map(state => sql.lit(state)))}], a.status)`,
}

/** A page of the evaluations that an actor sees, and their total. */
export async function assessmentPage(db: Db, actor: Actor, query: QueryOf<typeof listAssessments>) {
  const { validationId, providerId, serviceId, status } = query
  const { from, to } = filterInstants(query.from, query.to)
  const asked = every(
    [
      validationId && sql<SqlBool>`a.validation_id = ${validationId}`,
      providerId && sql<SqlBool>`v.participant_id = ${providerId}`,
      serviceId && sql<SqlBool>`v.service_id = ${serviceId}`,
      status && sql<SqlBool>`a.status = ${status}`,
      from && sql<SqlBool>`a.created_at >= ${from}`,
      to && sql<SqlBool>`a.created_at <= ${to}`,
    ].filter(condition => !!condition),
  )
  const seen = visibleAssessments(db, actor).where(asked)
  const { rows, total } = await pageOfQuery(
    seen.select(columns(actor)),
    query,
    sorts,
    (key, way) => sql`${key} ${way} nulls last, a.id ${way}`,
  )
  return { content: rows.map(rowOf), totalElements: total }
}

/**
 * One evaluation, if the actor may see it.
 * @throws DomainError notFound
 */
export async function visibleAssessment(db: Db, actor: Actor, id: string): Promise<AssessmentRow> {
  const row = await visibleAssessments(db, actor).select(columns(actor)).where('a.id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  return rowOf(row)
}

/**
 * The same, locked for a write: first its participant and request, then the evaluation.
 * @throws DomainError notFound
 */
export async function lockedAssessment(db: Db, actor: Actor, id: string): Promise<AssessmentRow> {
  const { validationId } = await visibleAssessment(db, actor, id)
  await lockedValidation(db, actor, validationId)
  await db.selectFrom('assessment').select('id').where('id', '=', id).forUpdate().execute()
  return visibleAssessment(db, actor, id)
}

/** The open evaluation of a request, also where the actor does not see it. The caller has locked the request. */
export function openAssessment(db: Db, validationId: string) {
  return db
    .selectFrom('assessment')
    .selectAll()
    .where('validation_id', '=', validationId)
    .where(hasStatus(sql`status`, sets.open))
    .executeTakeFirst()
}

/** The answers of an evaluation, in no order. */
export async function answersOf(db: Db, assessmentId: string): Promise<AnswerWire[]> {
  const rows = await db
    .selectFrom('assessment_answer')
    .select(['control_key as controlKey', 'answer', 'note', 'justification', 'inherited'])
    .where('assessment_id', '=', assessmentId)
    .execute()
  return rows as AnswerWire[]
}

/** What the levels of an evaluation are computed from. */
export async function evaluatedOf(
  db: Db,
  { id, framework, target }: Pick<AssessmentRow, 'id' | 'framework' | 'target'>,
): Promise<Evaluated & { answers: AnswerWire[] }> {
  return { controls: await controlsOf(db, framework.id), target, answers: await answersOf(db, id) }
}
