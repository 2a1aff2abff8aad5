import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/roles.ts'
import { HITS_MAX } from '#domain/search/search.ts'
import type { Db } from '#server/database/connect.ts'
import { every, isCalled, isWithin, spanish } from '#server/participant/queries.ts'
import { beginsWord, bestFirst } from '#server/search/words.ts'
import { evaluatorName, isPublished } from '#server/validation/evaluator.ts'
import { seenValidations } from '#server/validation/queries.ts'

/** A service or evaluator, which are few, that has a word in its name; `begins`: as the beginning of a word. */
type Named = { word: string; what: 'service' | 'evaluator'; id: string; gone: boolean; begins: boolean }
/** A word with the services and evaluators that have it in their names, and which of all these evaluators were deleted. */
type Word = { word: string; services: string[]; evaluators: string[]; gone: string[] }
/** One way in which a request can have all words: these in the names of its provider, the others in what else it names. */
type Way = { provider: string[]; services: string[] | null; evaluators: string[] | null; gone: string[] }

/** So many ways are asked each by itself. */
const WAYS_MAX = 9

/** Report requests by the names of their provider, service and evaluator; the best first. */
export async function requestsFound(db: Db, actor: Actor, today: string, words: readonly string[]) {
  const named = await namedBy(db, words)
  return bestFirst(HITS_MAX, async (strict, limit, found) => {
    const seen = (condition: RawBuilder<SqlBool>) =>
      seenValidations(db, actor)
        .select(['v.id', 'p.display_name as provider', 'p.id as providerId'])
        .where('v.kind', '=', 'AUDIT_REPORT')
        // Always so of a report request; said, so that the index of its names gives the order.
        .where('p.kind', '=', 'PROVIDER')
        .where(condition)
        .where(sql<SqlBool>`v.id <> all(${found})`)
    const first = (way: Way) => {
      const found = seen(isFoundBy(way))
      const inOrder =
        way.provider.length > 0
          ? found.innerJoin(providersCalled(db, way.provider, strict), 'm.id', 'p.id').orderBy('m.name')
          : found.orderBy(sql`p.display_name ${spanish}`)
      return inOrder.orderBy('p.id').orderBy('v.id').limit(limit)
    }
    const each = words.map(word => wordOf(word, named, strict))
    const ways = waysOf(each)
    // The best of all are among the best of each way, which come from the order of an index or are few; of too many
    // ways all are gathered before they are put in order.
    const hits = ways
      ? sql.join(
          ways.map(way => first(way)),
          sql` union `,
        )
      : seen(every(each.map(word => isOneOf(word, strict))))
    const { rows } = await sql<Hit>`
      with page as materialized (
        select * from (${hits}) h order by h.provider ${spanish}, h."providerId", h.id limit ${limit}
      )
      select v.id, v.participant_id as "idProvider", g.provider, s.id as "idService", s.description as service,
        e.id as "idAudit", ${evaluatorName} as audit, status_on(v.status, k.expires_on, ${today}::date) as status
      from page g join validation v on v.id = g.id join service s on s.id = v.service_id
      join participant e on e.id = v.evaluator_id left join score k on k.validation_id = v.id and k.is_current
      order by g.provider ${spanish}, v.participant_id, v.id`.execute(db)
    return rows
  })
}

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

const shownName = sql`fold(p.display_name)`

async function namedBy(db: Db, words: readonly string[]): Promise<Named[]> {
  const lookups = words.flatMap(word => [
    sql`select ${word}::text as word, 'service' as what, s.id, false as gone, ${beginsWord(word, sql`s.search`)} as begins
      from service s where ${isWithin(word, sql`s.search`)}`,
    // Only what its requests show of it may find them; its index, of all that it is known by, finds it first.
    sql`select ${word}::text, 'evaluator', p.id, p.deleted_at is not null, ${beginsWord(word, shownName)}
      from participant p where p.kind = 'AUDIT' and ${isCalled(word)} and ${isWithin(word, shownName)}`,
  ])
  return (await sql<Named>`${sql.join(lookups, sql` union all `)}`.execute(db)).rows
}

function wordOf(word: string, named: readonly Named[], strict: boolean): Word {
  const of = named.filter(each => each.word === word && (each.begins || !strict))
  const ids = (what: Named['what']) => of.filter(each => each.what === what).map(({ id }) => id)
  const gone = of.filter(each => each.gone).map(({ id }) => id)
  return { word, services: ids('service'), evaluators: ids('evaluator'), gone }
}

/** Every way there is, or null when there are more than may be asked. */
function waysOf(words: readonly Word[]): Way[] | null {
  let ways: Way[] = [{ provider: [], services: null, evaluators: null, gone: [] }]
  for (const { word, services, evaluators, gone } of words) {
    ways = ways.flatMap(way => [
      { ...way, provider: [...way.provider, word] },
      { ...way, services: both(way.services, services) },
      { ...way, evaluators: both(way.evaluators, evaluators), gone },
    ])
    ways = ways.filter(way => way.services?.length !== 0 && way.evaluators?.length !== 0)
    if (ways.length > WAYS_MAX) return null
  }
  return ways
}

const both = (ids: string[] | null, others: string[]) => (ids ? ids.filter(id => others.includes(id)) : others)

/**
 * The living providers that have these words in their names, put in order before their requests are looked up, of which
 * the first few are enough. Their name is not the one of the index of names: in its order those that have the words may
 * all come last.
 */
function providersCalled(db: Db, words: readonly string[], strict: boolean) {
  return (
    db
      .selectFrom('participant as p')
      .select(['p.id', sql<string>`(p.display_name || '') ${spanish}`.as('name')])
      .where('p.kind', '=', 'PROVIDER')
      .where('p.deleted_at', 'is', null)
      .where(every(words.map(word => isOfProvider(word, strict))))
      .orderBy('name')
      .orderBy('p.id')
      // Keeps this order, and the planner from joining before.
      .offset(sql.lit(0))
      .as('m')
  )
}

/** What a way asks besides of the request itself. */
function isFoundBy({ services, evaluators, gone }: Way): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = []
  if (services) conditions.push(sql`v.service_id = any(${services})`)
  if (evaluators) conditions.push(isOfEvaluators(evaluators, gone))
  return every(conditions)
}

/** The request `v` names one of some evaluators; one of the deleted among them only where its score was published (D44). */
function isOfEvaluators(evaluators: readonly string[], gone: readonly string[]): RawBuilder<SqlBool> {
  const named = sql<SqlBool>`v.evaluator_id = any(${evaluators})`
  return gone.length === 0 ? named : sql`${named} and (v.evaluator_id <> all(${gone}) or ${isPublished})`
}

const isOfProvider = (word: string, strict: boolean) =>
  strict ? every([isCalled(word), beginsWord(word, sql`p.search`)]) : isCalled(word)

/**
 * The request `v` has a word. Where the word names no service and no evaluator only the provider is asked, and its index
 * can be used; else each is looked up for itself, because no index serves a choice among tables.
 */
function isOneOf({ word, services, evaluators, gone }: Word, strict: boolean): RawBuilder<SqlBool> {
  if (services.length + evaluators.length === 0) return isOfProvider(word, strict)
  return sql`v.id in (
    select v.id from validation v join participant p on p.id = v.participant_id
    where v.kind = 'AUDIT_REPORT' and ${isOfProvider(word, strict)}
    union all select v.id from validation v where v.kind = 'AUDIT_REPORT' and v.service_id = any(${services})
    union all select v.id from validation v where v.kind = 'AUDIT_REPORT' and ${isOfEvaluators(evaluators, gone)})`
}
