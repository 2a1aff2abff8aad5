import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { seesParticipants } from '#domain/participant/visibility.ts'
import { HITS_MAX } from '#domain/search/search.ts'
import { every, spanish } from '#server/participant/queries.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import type { Values, Word } from '#server/search/by-words.ts'
import { begins, byWords, contains, LOOKED_THROUGH, leadingOr } from '#server/search/by-words.ts'
import { evaluatorName, isPublished } from '#server/validation/evaluator.ts'
import { seenValidations } from '#server/validation/queries.ts'

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
  const named = await namedBy(db, actor, words)
  const rarestFirst = words
    .map(word => ({ word, ...namingOf(word, named) }))
    .sort((a, b) => a.services.length - b.services.length || a.evaluators.length - b.evaluators.length)
  const more = valuesOf(rarestFirst)
  const ordered = rarestFirst.map(({ word }) => word)
  const found = await leadingOr(
    HITS_MAX,
    // A reader who sees only some providers has few requests to scan.
    () => (['own', 'named'].includes(seesParticipants(actor, 'PROVIDER')) ? [] : first(db, actor, ordered, more)),
    () => all(db, actor, ordered, more),
  )
  return found.length === 0 ? [] : requestHits(db, { ids: found.map(({ id }) => id), today })
}

/** A service or evaluator with a word in its name. There are few of both. `begins`: as the prefix of a word. */
type Named = { word: string; what: 'service' | 'evaluator'; id: string; gone: boolean; begins: boolean }

/**
 * The services and evaluators with a word in their names, those where it is a prefix, and the deleted evaluators among
 * them.
 */
type Naming = Record<(typeof namings)[number], string[]>
const namings = ['services', 'evaluators', 'servicesBegin', 'evaluatorsBegin', 'gone'] as const

function namingOf(word: string, named: readonly Named[]): Naming {
  const of = named.filter(each => each.word === word)
  const ids = (what: Named['what'], among = of) => among.filter(each => each.what === what).map(({ id }) => id)
  const begin = of.filter(each => each.begins)
  return {
    services: ids('service'),
    evaluators: ids('evaluator'),
    servicesBegin: ids('service', begin),
    evaluatorsBegin: ids('evaluator', begin),
    gone: of.filter(({ gone }) => gone).map(({ id }) => id),
  }
}

/** The same of several words as statement parameters, and a function that selects one of them. */
const valuesOf = (words: readonly Naming[]) =>
  Object.fromEntries(words.flatMap((naming, place) => namings.map(name => [`${name}${place}`, naming[name]])))

const namingAt = (values: Values, place: number) =>
  // Each in a subquery of its own, so that the planner does not use their values.
  Object.fromEntries(
    namings.map(name => [name, sql`(select unnest((select ${values[`${name}${place}`]}::text[])))`]),
  ) as Record<keyof Naming, RawBuilder<unknown>>

/** The displayed name, folded. Most names fold to their lower case, which is far cheaper to compute. */
const [lowerName, shownName] = [sql`lower(p.display_name)`, sql`fold(p.display_name)`]

/** The services and evaluators that have a search word in their names. */
const namedBy = byWords<Named>((_db, _actor, words) => {
  const lookups = words.flatMap(word => [
    sql`select ${word.asked} as word, 'service' as what, s.id, false as gone, ${begins(word, sql`s.search`)} as begins
      from service s where ${contains(word, sql`s.search`)}`,
    // Only a name that the requests display may match; the index covers all names and narrows the candidates.
    sql`select ${word.asked}, 'evaluator', p.id, p.deleted_at is not null,
        ${begins(word, lowerName)} or ${begins(word, shownName)}
      from participant p where p.kind = 'AUDIT' and ${contains(word, sql`p.search`)}
        and (${contains(word, lowerName)} or ${contains(word, shownName)})`,
  ])
  return sql`${sql.join(lookups, sql` union all `)}`
})

/** The requests that an actor sees. */
const seenRequests = (db: Db, actor: Actor) =>
  seenValidations(db, actor).select('v.id').where('v.kind', '=', sql.lit('AUDIT_REPORT'))

/** The request `v` names one of some evaluators; a deleted one only matches if its score was published (D44). */
const isOf = (evaluators: RawBuilder<unknown>, gone: RawBuilder<unknown>) =>
  sql<SqlBool>`v.evaluator_id in ${evaluators} and (v.evaluator_id not in ${gone} or ${isPublished})`

/**
 * Every word is a prefix of a word in the provider's names, which are folded here, or in the service's or the
 * evaluator's.
 */
const allBeginIn = (names: RawBuilder<unknown>, words: readonly Word[], values: Values) =>
  every(
    words.map((word, place) => {
      const { servicesBegin, evaluatorsBegin, gone } = namingAt(values, place)
      return sql<SqlBool>`(${begins(word, names)} or v.service_id in ${servicesBegin} or ${isOf(evaluatorsBegin, gone)})`
    }),
  )

/** The displayed columns of requests by id, in the order of the ids; omits requests deleted since the search. */
export const requestHits = statement((db, { ids, today }: { ids: string[]; today: string }) =>
  sql<Hit>`
    select v.id, p.id as "idProvider", p.display_name as provider, s.id as "idService", s.description as service,
      e.id as "idAudit", ${evaluatorName} as audit, status_on(v.status, k.expires_on, ${today}::date) as status
    from unnest((select ${ids}::text[])) with ordinality as h (id, place)
    join validation v on v.id = h.id and v.deleted_at is null
    join participant p on p.id = v.participant_id and p.deleted_at is null join service s on s.id = v.service_id
    join participant e on e.id = v.evaluator_id left join score k on k.validation_id = v.id and k.is_current
    order by h.place`.compile(db),
)

/** The best requests of the first providers by name, in index order. */
const first = byWords<{ id: string }>((db, actor, words, values) => {
  const providers = db
    .selectFrom('participant as p')
    .select(['p.id', 'p.search', sql<string>`p.display_name ${spanish}`.as('name')])
    .where('p.kind', '=', sql.lit('PROVIDER'))
    .where('p.deleted_at', 'is', null)
    .where(canAccess(actor, seesParticipants(actor, 'PROVIDER')))
    .orderBy('name')
    .orderBy('p.id')
    .limit(sql.lit(LOOKED_THROUGH))
    .as('m')
  return seenRequests(db, actor)
    .innerJoin(providers, 'm.id', 'v.participant_id')
    .where(allBeginIn(sql`m.search`, words, values))
    .orderBy('m.name')
    .orderBy('m.id')
    .orderBy('v.id')
    .limit(sql.lit(HITS_MAX))
})

/**
 * The requests that name one of some services or evaluators, each looked up by index: the list may be empty, which the
 * planner cannot know.
 */
const naming = (named: unknown, by: RawBuilder<unknown>) => sql`
  select o.id from unnest((select ${named}::text[])) as n (id)
  cross join lateral (select v.id from validation v where v.kind = 'AUDIT_REPORT' and ${by} = n.id offset 0) o`

/** The best of all requests: finds the first word by the index that fits, then checks the other words on each row. */
const all = byWords<{ id: string }>((db, actor, [rarest, ...others], values) => {
  const having = sql<{ id: string }>`(
    select v.id from participant o join validation v on v.participant_id = o.id and v.kind = 'AUDIT_REPORT'
      where ${contains(rarest!, sql`o.search`)}
    union ${naming(values.services0, sql`v.service_id`)}
    union ${naming(values.evaluators0, sql`v.evaluator_id`)})`
  const have = [rarest!, ...others].map((word, place) => {
    const { services, evaluators, gone } = namingAt(values, place)
    return sql<SqlBool>`(${contains(word, sql`p.search`)} or v.service_id in ${services} or ${isOf(evaluators, gone)})`
  })
  const each = seenRequests(db, actor)
    .select(['p.id as providerId', sql`p.display_name ${spanish}`.as('name')])
    .select(allBeginIn(sql`p.search`, [rarest!, ...others], values).as('begin'))
    .where('v.id', '=', sql<string>`f.id`)
    .where(every(have))
    // The offset forces a lookup one by one: the planner does not know the number of ids, and usually they are few.
    .offset(sql.lit(0))
  return sql`select h.id from ${having} f cross join lateral (${each}) h
    order by h.begin desc, h.name, h."providerId", h.id limit ${sql.lit(HITS_MAX)}`
})
