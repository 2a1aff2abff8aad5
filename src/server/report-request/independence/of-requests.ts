import type { Actor } from '#domain/identity/roles.ts'
import type { IndependenceSummary } from '#domain/report-request/independence/contract.ts'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * The declarations of some requests, by request: those of the present round; for banks, those behind the current scores.
 */
export async function declarationsOf(
  db: Db,
  { role }: Actor,
  ids: readonly string[],
): Promise<Map<string, IndependenceSummary>> {
  if (ids.length === 0) return new Map()
  const declared = db
    .selectFrom('independence_declaration as d')
    .select(['d.validation_id as validationId', 'd.status', 'd.cci_reason as reason'])
    .where('d.validation_id', 'in', ids)
  const rows = await (role === 'ENTITY'
    ? declared.innerJoin('score as k', 'k.independence_id', 'd.id').where('k.is_current', '=', true)
    : declared.where('d.ended_at', 'is', null)
  ).execute()
  return new Map(rows.map(({ validationId, ...summary }) => [validationId, summary as IndependenceSummary]))
}
