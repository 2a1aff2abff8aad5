import { sql } from 'kysely'

/** The request `v` has, or had, a score that others could read. */
export const isPublished = sql<boolean>`exists (select from score h where h.validation_id = v.id)`

/** What the evaluator `e` of the request `v` is called; of a deleted one the name stays on published scores alone (D44). */
export const evaluatorName = sql<
  string | null
>`case when e.deleted_at is null or ${isPublished} then e.display_name end`

/** Until when the evaluator `e` is accredited, which none is that was deleted. */
export const evaluatorAccreditedUntil = sql<string | null>`case when e.deleted_at is null then e.accredited_until end`
