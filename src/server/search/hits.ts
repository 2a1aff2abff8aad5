import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import { incidentsSeen, seesParticipants } from '#domain/participant/visibility.ts'
import type { SearchHits } from '#domain/search/contract.ts'
import { HITS_MAX, kindsFound, searchWords } from '#domain/search/search.ts'
import { livingUsers } from '#server/identity/user/queries.ts'
import { visibleIncidents } from '#server/incident/queries.ts'
import { spanish } from '#server/participant/queries.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Word } from '#server/search/by-words.ts'
import { allBegin, allWithin, byWords, LOOKED_THROUGH, leadingOr } from '#server/search/by-words.ts'
import { requestsFound } from '#server/search/requests.ts'

/** The hits of each kind that the actor's lists also show (D14, D16, D17, D49), best first. */
export async function hitsOf(db: Db, actor: Actor, today: string, text: string): Promise<SearchHits> {
  const words = searchWords(text)
  if (words.length === 0) return { participants: [], requests: [], incidents: [], users: [] }
  const [participants, requests, incidents, users] = await Promise.all([
    leadingOr(
      HITS_MAX,
      () => firstParticipants(db, actor, words),
      () => allParticipants(db, actor, words),
    ),
    requestsFound(db, actor, today, words),
    incidentsSeen[actor.role] === 'all' && words.every(isPlain)
      ? leadingOr(
          HITS_MAX,
          () => newestIncidents(db, actor, words),
          () => allIncidents(db, actor, words),
        )
      : incidentsOneByOne(db, actor, words),
    may(actor, 'user.overview') ? allUsers(db, actor, words) : [],
  ])
  return { participants, requests, incidents, users } as SearchHits
}

type Found = { id: string }

/** Folding may turn another letter into a space, such as ½. */
const isPlain = (word: string) => /^[ -~]*$/.test(word)

/** Sorts hits with every word as a prefix before hits that only contain the words. */
const bestFirst = (words: readonly Word[], text: RawBuilder<unknown>) => sql`${allBegin(words, text)} desc`

const participantColumns = [
  'p.id',
  'p.kind',
  'p.display_name as name',
  'p.commercial_name as commercialName',
  'p.cif',
  'p.nrbe as codNRBE',
] as const

/** The best of the first participants of each kind by name, in index order. */
const firstParticipants = byWords<Found>((db, actor, words) => {
  const ofKinds = kindsFound(actor).map(
    kind =>
      sql`(${db
        .selectFrom('participant as p')
        .select([...participantColumns, 'p.search'])
        .where('p.deleted_at', 'is', null)
        .where('p.kind', '=', sql.lit(kind))
        .where(canAccess(actor, seesParticipants(actor, kind)))
        .orderBy(sql`p.display_name ${spanish}`)
        .orderBy('p.id')
        .limit(sql.lit(LOOKED_THROUGH))})`,
  )
  const [order, of] = [sql`name ${spanish}, id`, sql.join(ofKinds, sql` union all `)]
  return sql`
    select id, kind, name, "commercialName", cif, "codNRBE"
    from (select * from (${of}) k order by ${order} limit ${sql.lit(LOOKED_THROUGH)}) m
    where ${allBegin(words, sql`m.search`)} order by ${order} limit ${sql.lit(HITS_MAX)}`
})

const allParticipants = byWords<Found>((db, actor, words) => {
  const kinds = kindsFound(actor).map(
    kind => sql<SqlBool>`(p.kind = ${sql.lit(kind)} and ${canAccess(actor, seesParticipants(actor, kind))})`,
  )
  return db
    .selectFrom('participant as p')
    .select(participantColumns)
    .where('p.deleted_at', 'is', null)
    .where(sql<SqlBool>`(${sql.join(kinds, sql` or `)})`)
    .where(allWithin(words, sql`p.search`))
    .orderBy(bestFirst(words, sql`p.search`))
    .orderBy(sql`p.display_name ${spanish}`)
    .orderBy('p.id')
    .limit(sql.lit(HITS_MAX))
})

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

/** Users by name and address. */
const allUsers = byWords<Found>((db, _actor, words) => {
  const name = sql<string>`trim(u.name || ' ' || u.surnames)`
  return livingUsers(db)
    .select(['u.id', name.as('name'), 'u.email', 'p.display_name as participant'])
    .where(allWithin(words, sql`u.search`))
    .orderBy(bestFirst(words, sql`u.search`))
    .orderBy('u.email')
    .limit(sql.lit(HITS_MAX))
})
