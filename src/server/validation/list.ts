import { sql } from 'kysely'
import type { QueryOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { listValidations } from '#domain/validation/contract.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { validationColumns, visibleValidations } from '#server/validation/queries.ts'

const sorts = { createdAt: sql`v.created_at`, sentAt: sql`v.sent_at` }

/** A page of the validations an actor may see. Deleted ones are invisible, so filtering for them returns none (D44). */
export async function validationPage(
  db: Db,
  actor: Actor,
  query: QueryOf<typeof listValidations>,
): Promise<{ rows: ValidationRow[]; totalElements: number }> {
  // What a renewal superseded is in the history of the scores.
  let found = visibleValidations(db, actor).where('v.superseded_by', 'is', null)
  if (query.genericEntityId) found = found.where('v.participant_id', '=', query.genericEntityId)
  if (query.type) found = found.where('v.kind', '=', query.type)
  if (query.idAudit) found = found.where('v.evaluator_id', '=', query.idAudit)
  if (query.idServiceCatalog) found = found.where('v.service_id', '=', query.idServiceCatalog)
  if (query.deletedAt) found = found.where(sql.lit(false))
  const { rows, total } = await pageOfQuery(
    found.select(validationColumns),
    query,
    sorts,
    (key, way) => sql`${key} ${way} nulls last, v.id ${way}`,
  )
  return { rows: rows as ValidationRow[], totalElements: total }
}
