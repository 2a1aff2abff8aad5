import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import { incidentsSeen, seesParticipants } from '#domain/participant/visibility.ts'
import type { SearchHits } from '#domain/search/contract.ts'
import { findsServices, HITS_MAX, kindsFound, searchWords } from '#domain/search/search.ts'
import { livingUsers } from '#server/identity/user/queries.ts'
import { visibleIncidents } from '#server/incident/queries.ts'
import { spanish } from '#server/participant/queries.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Word } from '#server/search/by-words.ts'
import { allBegin, allWithin, bestHits, byWords, eachWay, LOOKED_THROUGH, matches } from '#server/search/by-words.ts'
import { requestsFound } from '#server/search/requests.ts'

/** The hits of each kind that the actor's lists also show (D14, D16, D17, D49), best first. */
export async function hitsOf(db: Db, actor: Actor, today: string, text: string): Promise<SearchHits> {
  const words = searchWords(text)
  if (words.length === 0) return { participants: [], requests: [], incidents: [], users: [], services: [] }
  const [participants, requests, incidents, users, services] = await Promise.all([
    bestHits(HITS_MAX, (among, match) => participantsFound[among][match](db, actor, words), {
      few: kindsFound(actor).every(kind => ['own', 'named'].includes(seesParticipants(actor, kind))),
    }),
    requestsFound(db, actor, today, words),
    incidentsFound(db, actor, words),
    may(actor, 'user.overview')
      ? bestHits(HITS_MAX, (among, match) => usersFound[among][match](db, actor, words), { few: false })
      : [],
    findsServices(actor) ? servicesFound(db, actor, words) : [],
  ])
  return { participants, requests, incidents, users, services } as SearchHits
}

type Found = { id: string }

/** Folding may turn another letter into a space, such as ½. */
const isPlain = (word: string) => /^[ -~]*$/.test(word)

/** Sorts hits with every word as a prefix before hits that only contain the words. */
const bestFirst = (words: readonly Word[], text: RawBuilder<unknown>) => sql`${allBegin(words, text)} desc`

/**
 * The participants of each kind that the actor finds, in the order of their names. The offset keeps the planner from
 * walking a whole list in its order for a few matches.
 */
const participantsFound = eachWay<Found>((among, match) =>
  byWords((_db, actor, words) => {
    const condition = matches(match, words, sql`k.search`)
    const order = sql`order by k.display_name ${spanish}, k.id limit`
    const ofKinds = kindsFound(actor).map(kind => {
      const seen = sql`p.kind = ${sql.lit(kind)} and p.deleted_at is null
        and ${canAccess(actor, seesParticipants(actor, kind))}`
      const some =
        among === 'all'
          ? sql`select p.* from participant p where ${seen} and ${matches(match, words, sql`p.search`)} offset 0`
          : sql`select p.* from participant p where ${seen}
              order by p.display_name ${spanish}, p.id limit ${sql.lit(LOOKED_THROUGH)}`
      return sql`(${some})`
    })
    return sql`
      select k.id, k.kind, k.display_name as name, k.commercial_name as "commercialName", k.cif, k.nrbe as "codNRBE"
      from (select * from (${sql.join(ofKinds, sql` union all `)}) k
        ${among === 'first' ? sql`${order} ${sql.lit(LOOKED_THROUGH)}` : sql``}) k
      where ${condition} ${order} ${sql.lit(HITS_MAX)}`
  }),
)

/** Users by name and address. */
const usersFound = eachWay<Found>((among, match) =>
  byWords((db, _actor, words) => {
    const living = livingUsers(db)
    const users =
      among === 'all'
        ? living
        : living.where('u.id', 'in', livingUsers(db).select('u.id').orderBy('u.email').limit(sql.lit(LOOKED_THROUGH)))
    const found = users
      .select([
        'u.id',
        sql<string>`trim(u.name || ' ' || u.surnames)`.as('name'),
        'u.email',
        'p.display_name as participant',
      ])
      .where(matches(match, words, sql`u.search`))
      .offset(sql.lit(0))
    return db.selectFrom(found.as('f')).selectAll().orderBy('f.email').limit(sql.lit(HITS_MAX))
  }),
)

/** Services that can be requested; there are few, so all are read. */
const servicesFound = byWords<Found>((db, _actor, words) =>
  db
    .selectFrom('service as s')
    .select(['s.id', 's.description as name'])
    .where('s.deleted_at', 'is', null)
    .where(allWithin(words, sql`s.search`))
    .orderBy(bestFirst(words, sql`s.search`))
    .orderBy(sql`s.description ${spanish}`)
    .orderBy('s.id')
    .limit(sql.lit(HITS_MAX)),
)

async function incidentsFound(db: Db, actor: Actor, words: readonly string[]): Promise<Found[]> {
  if (incidentsSeen[actor.role] !== 'all' || !words.every(isPlain)) return incidentsOneByOne(db, actor, words)
  const newest = await newestIncidents(db, actor, words)
  return newest.length === HITS_MAX ? newest : allIncidents(db, actor, words)
}

/** The searched text of an incident `i` about the provider `p`: its title and the provider's names. */
const incidentWords = sql`(i.search || ' ' || p.search)`

/** The incidents that an actor sees and that meet a condition, best and newest first. */
const bestIncidents = (db: Db, actor: Actor, words: readonly Word[], are: RawBuilder<SqlBool>) =>
  visibleIncidents(db, actor)
    .select(['i.id', 'i.title', 'i.provider_id as providerId', 'p.display_name as providerName', 'i.status'])
    .where(are)
    .orderBy(bestFirst(words, incidentWords))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .limit(sql.lit(HITS_MAX))

const newestIncidents = byWords<Found>((db, actor, words) => {
  const newest = sql`
    select i.id from (select * from incident order by created_at desc, id limit ${sql.lit(LOOKED_THROUGH)}) i
    join participant p on p.id = i.provider_id where ${allBegin(words, incidentWords)}`
  return bestIncidents(db, actor, words, sql`i.id in (${newest})`)
})

/**
 * Scans all incidents that an actor sees: they are few, or a word may span the end of one text and the start of the
 * other.
 */
const incidentsOneByOne = byWords<Found>((db, actor, words) =>
  bestIncidents(db, actor, words, allWithin(words, incidentWords)),
)

const allIncidents = byWords<Found>((db, actor, words) => bestIncidents(db, actor, words, incidentHas(words)))

/** With more words there are too many ways to divide them between a title and a provider. */
const SHARED_OUT_MAX = 3

/** All ways to divide some words between two texts. */
const sharedOut = (words: readonly Word[]) =>
  words.reduce<[Word[], Word[]][]>(
    (ways, word) =>
      ways.flatMap(([some, others]): [Word[], Word[]][] => [
        [[...some, word], others],
        [some, [...others, word]],
      ]),
    [[[], []]],
  )

/**
 * An incident has each word in its title or in its provider's names. Looks up each way to divide the words separately,
 * because no index serves an OR across two tables, and words that are common separately are rare together.
 */
function incidentHas(words: readonly Word[]): RawBuilder<SqlBool> {
  if (words.length > SHARED_OUT_MAX) {
    const each = words.map(word => incidentHas([word]))
    return sql`(${sql.join(each, sql` and `)})`
  }
  const ways = sharedOut(words).map(([inTitle, inProvider]) =>
    inProvider.length === 0
      ? sql`select t.id from incident t where ${allWithin(inTitle, sql`t.search`)}`
      : sql`select t.id from incident t join participant o on o.id = t.provider_id
          where ${allWithin(inProvider, sql`o.search`)} and ${allWithin(inTitle, sql`t.search`)}`,
  )
  return sql`i.id in (${sql.join(ways, sql` union all `)})`
}
