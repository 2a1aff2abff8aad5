import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { seesParticipants } from '#domain/participant/visibility.ts'
import type { Actor } from '#domain/roles.ts'
import { may } from '#domain/roles.ts'
import type { SearchHits } from '#domain/search/contract.ts'
import { HITS_MAX, kindsFound, searchWords } from '#domain/search/search.ts'
import type { Db } from '#server/database/connect.ts'
import { visibleIncidents } from '#server/incident/queries.ts'
import { every, isReached, isWithin, spanish } from '#server/participant/queries.ts'
import { requestsFound } from '#server/search/requests.ts'
import { beginsWord, bestFirst } from '#server/search/words.ts'
import { livingUsers } from '#server/user/queries.ts'

type Words = readonly string[]

/** What an actor finds of each kind, within what its lists show it (D14, D16, D17, D49); the best first. */
export async function hitsOf(db: Db, actor: Actor, today: string, text: string): Promise<SearchHits> {
  const words = searchWords(text)
  if (words.length === 0) return { participants: [], requests: [], incidents: [], users: [] }
  const [participants, requests, incidents, users] = await Promise.all([
    participantsFound(db, actor, words),
    requestsFound(db, actor, today, words),
    incidentsFound(db, actor, words),
    may(actor, 'user.overview') ? usersFound(db, words) : [],
  ])
  return { participants, requests, incidents, users } as SearchHits
}

/** Every word is within a folded text, or begins a word of it besides, so that its index serves both. */
function holds(words: Words, folded: RawBuilder<unknown>, strict: boolean): RawBuilder<SqlBool> {
  const within = words.map(word => isWithin(word, folded))
  return every(strict ? [...within, ...words.map(word => beginsWord(word, folded))] : within)
}

function participantsFound(db: Db, actor: Actor, words: Words) {
  const kinds = kindsFound(actor).map(
    kind => sql<SqlBool>`(p.kind = ${kind} and ${isReached(actor, seesParticipants(actor, kind))})`,
  )
  return bestFirst(HITS_MAX, (strict, limit, found) =>
    db
      .selectFrom('participant as p')
      .select(['p.id', 'p.kind', 'p.display_name as name', 'p.commercial_name as commercialName'])
      .select(['p.cif', 'p.nrbe as codNRBE'])
      .where('p.deleted_at', 'is', null)
      .where(sql<SqlBool>`(${sql.join(kinds, sql` or `)})`)
      .where(holds(words, sql`p.search`, strict))
      .where(sql<SqlBool>`p.id <> all(${found})`)
      .orderBy(sql`p.display_name ${spanish}`)
      .orderBy('p.id')
      .limit(limit)
      .execute(),
  )
}

/**
 * An incident has a word in its title or in the names of its provider, each looked up by its own index, because none
 * serves a choice of two tables.
 */
function incidentHas(word: string, strict: boolean): RawBuilder<SqlBool> {
  // Folding may make a space of another letter, and such a word of the end of one and the beginning of the other.
  if (/[^ -~]/.test(word)) return holds([word], sql`(i.search || ' ' || p.search)`, strict)
  return sql`i.id in (
    select t.id from incident t where ${holds([word], sql`t.search`, strict)}
    union all select t.id from incident t join participant o on o.id = t.provider_id
    where ${holds([word], sql`o.search`, strict)})`
}

/** Incidents by their title and the names of their provider. */
function incidentsFound(db: Db, actor: Actor, words: Words) {
  return bestFirst(HITS_MAX, (strict, limit, found) =>
    visibleIncidents(db, actor)
      .select(['i.id', 'i.title', 'i.provider_id as providerId', 'p.display_name as providerName', 'i.status'])
      .where(every(words.map(word => incidentHas(word, strict))))
      .where(sql<SqlBool>`i.id <> all(${found})`)
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id')
      .limit(limit)
      .execute(),
  )
}

/** Users by their name and address. */
function usersFound(db: Db, words: Words) {
  const name = sql<string>`trim(u.name || ' ' || u.surnames)`
  return bestFirst(HITS_MAX, (strict, limit, found) =>
    livingUsers(db)
      .select(['u.id', name.as('name'), 'u.email', 'p.display_name as participant'])
      .where(holds(words, sql`u.search`, strict))
      .where(sql<SqlBool>`u.id <> all(${found})`)
      .orderBy('u.email')
      .limit(limit)
      .execute(),
  )
}
