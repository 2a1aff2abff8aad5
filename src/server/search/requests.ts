import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AccessScope, Actor } from '#domain/identity/roles.ts'
import { seesValidations } from '#domain/participant/visibility.ts'
import { HITS_MAX } from '#domain/search/search.ts'
import { spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { arrayParameter, statement } from '#server/platform/database/statement.ts'
import { bestHits, byWords, eachWay, LOOKED_THROUGH, matches } from '#server/search/by-words.ts'

type Hit = {
  id: string
  idProvider: string
  provider: string
  idService: string
  service: string
  idAudit: string
  audit: string | null
  status: string
}

/** Report requests by the names of their provider, service and evaluator; best first. */
export async function requestsFound(db: Db, actor: Actor, today: string, words: readonly string[]): Promise<Hit[]> {
  const few = ['own', 'named'].includes(seesValidations(actor))
  const found = await bestHits(HITS_MAX, (among, match) => requestIds[among][match](db, actor, words), { few })
  return found.length === 0 ? [] : requestHits(db, { ids: found.map(({ id }) => id), today })
}

/** The overview rows `o` of the requests that an actor sees. */
function seen(actor: Actor) {
  const me = actor.participantId
  const rows: Record<AccessScope, ReturnType<typeof sql<SqlBool>>> = {
    all: sql`true`,
    own: sql`o.participant_id = ${me}`,
    published: sql`(o.published or o.participant_id = ${me})`,
    named: sql`(o.evaluator_id = ${me} or o.participant_id = ${me})`,
  }
  const seenAs = seesValidations(actor)
  // An evaluator also finds the open renewals that name it.
  const kinds = seenAs === 'named' ? sql`o.kind in ('PROVIDER', 'RENEWAL')` : sql`o.kind = 'PROVIDER'`
  return sql`${kinds} and o.status is not null and ${rows[seenAs]}`
}

/** The ids of requests, in the order of their providers' names. */
const requestIds = eachWay<{ id: string }>((among, match) =>
  byWords((_db, actor, words) => {
    const order = sql`order by o.name ${spanish}, o.participant_id, o.id limit`
    const has = matches(match, words, sql`o.words`)
    // The offset keeps the planner from walking the whole list in its order for a few matches.
    const rows =
      among === 'all'
        ? sql`select o.* from overview_row o where ${seen(actor)} and ${has} offset 0`
        : sql`select * from (
            select o.* from overview_row o where ${seen(actor)} ${order} ${sql.lit(LOOKED_THROUGH)}) o where ${has}`
    return sql`select o.id from (${rows}) o ${order} ${sql.lit(HITS_MAX)}`
  }),
)

/** The displayed columns of requests by id, in the order of the ids; omits requests deleted since the search. */
export const requestHits = statement((db, { ids, today }: { ids: string[]; today: string }) =>
  sql<Hit>`
    select o.id, o.participant_id as "idProvider", o.name as provider, o.service_id as "idService", o.service,
      o.evaluator_id as "idAudit", o.evaluator as audit, status_on(o.status, o.expires_on, ${today}::date) as status
    from unnest(${arrayParameter(ids)}) with ordinality as h (id, place) join overview_row o on o.id = h.id
    order by h.place`.compile(db),
)
