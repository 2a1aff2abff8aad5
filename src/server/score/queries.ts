import type { Actor } from '#domain/identity/roles.ts'
import type { ScoreWire } from '#domain/score/contract.ts'
import { seesPastScores } from '#domain/score/score.ts'
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
  'x.is_current as isCurrent',
  'x.correction_reason as correctionReason',
] as const

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

/** The scores of one validation, the current one first. */
export function scoresOf(db: Db, actor: Actor, validationId: string): Promise<ScoreWire[]> {
  return visibleScores(db, actor)
    .select(columns)
    .where('v.id', '=', validationId)
    .orderBy('x.is_current', 'desc')
    .orderBy('x.scored_at', 'desc')
    .orderBy('x.id', 'desc')
    .execute()
}

export function scoreWire(db: Db, actor: Actor, id: string): Promise<ScoreWire> {
  return visibleScores(db, actor).select(columns).where('x.id', '=', id).executeTakeFirstOrThrow()
}

/** A score with its file and its validation, or undefined when the actor may not see it. */
export async function findScore(db: Db, actor: Actor, id: string) {
  const row = await visibleScores(db, actor)
    .select(validationColumns)
    .select(['x.id as scoreId', 'x.file_name', 'x.sha256', 'x.is_current', 'f.size', 'f.media_type'])
    .where('x.id', '=', id)
    .executeTakeFirst()
  return row as (typeof row & ValidationRow) | undefined
}
