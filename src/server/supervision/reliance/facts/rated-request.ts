import { sql } from 'kysely'
import type { Basis } from '#domain/supervision/reliance/facts.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { evaluatorAccreditedUntil, evaluatorName } from '#server/validation/evaluator.ts'

/** The request of a rating in force, with its evaluator. */
export type RatedRequest = Omit<Basis, 'reportDate'> & {
  concept: string
  sentAt: string | null
  evaluatorId: string | null
  evaluator: string | null
  roac: string
}

/** The published request with its current score, or null. */
export async function ratedRequest(db: Db, validationId: string): Promise<RatedRequest | null> {
  const { rows } = await sql<RatedRequest>`
    select k.id as "scoreId", v.id as "validationId", k.rating, k.scored_at as "scoredAt", k.expires_on as "expiresOn",
      k.assessment_id as "assessmentId", v.concept, v.sent_at as "sentAt", v.evaluator_id as "evaluatorId",
      ${evaluatorName} as evaluator, case when e.deleted_at is null then e.roac else '' end as roac,
      ${evaluatorAccreditedUntil} as "accreditedUntil", k.review_since as "reviewSince"
    from validation v
      join score k on k.validation_id = v.id and k.is_current
      left join participant e on e.id = v.evaluator_id
    where v.id = ${validationId}`.execute(db)
  return rows[0] ?? null
}
