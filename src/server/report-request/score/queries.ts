import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import { seesPastScores } from '#domain/report-request/score/score.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { validationColumns, visibleValidations } from '#server/validation/queries.ts'

/** The scores of the validations an actor may see: the published one, and for CCI and the owner the previous ones. */
export function visibleScores(db: Db, actor: Actor) {
  const scores = visibleValidations(db, actor)
    .innerJoin('score as x', 'x.validation_id', 'v.id')
    .innerJoin('stored_file as f', 'f.sha256', 'x.sha256')
  return seesPastScores(actor.role) ? scores : scores.where('x.is_current', '=', true)
}

const columns = [
  'x.id',
  'x.validation_id as validationId',
  'x.rating as score',
  'x.file_name as name',
  'x.expires_on as expiredAt',
  'x.id as file',
  'x.scored_at as scoredAt',
  // What a renewal superseded is history, though the last score of its own request.
  sql<boolean>`x.is_current and v.superseded_by is null`.as('isCurrent'),
  sql<string | null>`(x.review_since at time zone 'Europe/Madrid')::date`.as('reviewSince'),
  'x.review_reason as reviewReason',
  'x.correction_reason as correctionReason',
  'x.assessment_id as assessmentId',
  'x.computed',
  'x.override_reason as overrideReason',
] as const

/** The declaration behind the score, and whether its provider hides its certificate. */
const independence = sql<ScoreWire['independence']>`(
  select json_build_object('status', d.status, 'reason', d.cci_reason)
  from independence_declaration d where d.id = x.independence_id)`
const hidden = sql<boolean | null>`(select c.hidden_at is not null from certificate c where c.score_id = x.id)`

const wireOf = (db: Db, actor: Actor) => {
  const scores = visibleScores(db, actor).select(columns).select(independence.as('independence'))
  return seesPastScores(actor.role) ? scores.select(hidden.as('certificateHidden')) : scores
}

/** Whether a current, visible score exists of a provider, of an evaluator's report, or for a service. */
export async function isScored(
  db: Db,
  column: 'participant_id' | 'evaluator_id' | 'service_id',
  id: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('validation as v')
    .innerJoin('score as k', 'k.validation_id', 'v.id')
    .select('k.id')
    .where(`v.${column}`, '=', id)
    .where('v.kind', '=', 'AUDIT_REPORT')
    .where('v.deleted_at', 'is', null)
    .where('k.is_current', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** A request and those that it superseded as their renewal, and so on. An array is looked up; a join would read all scores. */
const withSuperseded = (id: string) => sql<SqlBool>`v.id = any(array(
  with recursive chain (id) as (
    select ${id}::identifier union all select w.id from validation w join chain c on w.superseded_by = c.id)
  select id from chain))`

/** The scores of one validation, the current one first; for who reads past scores, also those of what it renewed. */
export function scoresOf(db: Db, actor: Actor, validationId: string): Promise<ScoreWire[]> {
  const scores = wireOf(db, actor)
  const found = seesPastScores(actor.role)
    ? scores.where(withSuperseded(validationId))
    : scores.where('v.id', '=', validationId)
  return found
    .orderBy(sql`x.is_current and v.id = ${validationId}`, 'desc')
    .orderBy('x.scored_at', 'desc')
    .orderBy('x.id', 'desc')
    .execute()
}

export function scoreWireOf(db: Db, actor: Actor, id: string): Promise<ScoreWire> {
  return wireOf(db, actor).where('x.id', '=', id).executeTakeFirstOrThrow()
}

/** A score with its file and its validation, or undefined when the actor may not see it. */
export async function findScore(db: Db, actor: Actor, id: string) {
  const row = await visibleScores(db, actor)
    .select(validationColumns)
    .select(['x.assessment_id', 'x.computed', 'x.override_reason', 'x.independence_id'])
    .select(['x.id as scoreId', 'x.file_name', 'x.sha256', 'x.is_current', 'f.size', 'f.media_type'])
    .where('x.id', '=', id)
    .executeTakeFirst()
  return row as (typeof row & ValidationRow) | undefined
}
