import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { listUses } from '#domain/supervision/use/contract.ts'
import { countUses, sortedUses } from '#domain/supervision/use/list.ts'
import { isEnding } from '#domain/supervision/use/use.ts'
import type { Day } from '#domain/values/day.ts'
import { every, nameMatches } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { usesWhere } from '#server/supervision/use/queries.ts'
import { withRelated } from '#server/supervision/use/related.ts'
import { useWireOf } from '#server/supervision/use/wire.ts'

/**
 * A page of a bank's uses with the counts of all situations. The situation of each depends on the day, so that they are
 * read whole; a bank has at most some thousands.
 */
export async function usePage(
  db: Db,
  actor: Actor,
  today: Day,
  query: QueryOf<typeof listUses>,
): Promise<AnswerOf<typeof listUses>> {
  const { page, size, sort, situation, critical, service, provider, idProvider, ended, ending } = query
  const conditions = [
    sql<boolean>`u.entity_id = ${actor.participantId}`,
    ended ? sql<boolean>`u.until is not null` : sql<boolean>`u.until is null`,
    ...(critical ? [sql<boolean>`u.critical = ${critical}`] : []),
    ...(service ? [sql<boolean>`u.service_id = ${service}`] : []),
    ...(idProvider ? [sql<boolean>`u.provider_id = ${idProvider}`] : []),
    ...(provider ? [nameMatches(provider)] : []),
  ]
  const uses = (await usesWhere(db, every(conditions), today)).map(use => useWireOf(use, today))
  const chosen = uses.filter(
    use => (!situation || use.situation === situation) && (!ending || isEnding(use.expiredAt, today)),
  )
  return {
    content: await withRelated(db, actor, sortedUses(chosen, sort).slice(page * size, (page + 1) * size)),
    totalElements: chosen.length,
    counts: countUses(uses, today),
  }
}
