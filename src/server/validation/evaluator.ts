import { sql } from 'kysely'

/** Whether the request `v` has, or had, a published score. */
export const isPublished = sql<boolean>`exists (select from score h where h.validation_id = v.id)`

/**
 * The name of the evaluator `e` of the request `v`; a deleted evaluator's name only stays on published scores (D44).
 */
export const evaluatorName = sql<
  string | null
>`case when e.deleted_at is null or ${isPublished} then e.display_name end`

/** The end of the accreditation of the evaluator `e`; null for a deleted one. */
export const evaluatorAccreditedUntil = sql<string | null>`case when e.deleted_at is null then e.accredited_until end`
