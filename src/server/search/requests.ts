import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/roles.ts'
import { HITS_MAX } from '#domain/search/search.ts'
import type { Db } from '#server/database/connect.ts'
import { every, isCalled, isWithin, spanish } from '#server/participant/queries.ts'
import { beginsWord, bestFirst } from '#server/search/words.ts'
import { visibleValidations } from '#server/validation/queries.ts'

/** A service or evaluator, which are few, that has a word in its name; `begins`: as the beginning of a word. */
type Named = { word: string; what: 'service' | 'evaluator'; id: string; begins: boolean }

/** Report requests by the names of their provider, service and evaluator; the best first. */
export async function requestsFound(db: Db, actor: Actor, today: string, words: readonly string[]) {
  const named = await namedBy(db, words)
  const holds = (word: string, strict: boolean) => {
    const of = named.filter(each => each.word === word && (each.begins || !strict))
    const ids = (what: Named['what']) => of.filter(each => each.what === what).map(({ id }) => id)
    const ofProvider = strict ? every([isCalled(word), beginsWord(word, sql`p.search`)]) : isCalled(word)
    return isOneOf(ofProvider, ids('service'), ids('evaluator'))
  }
  return bestFirst(HITS_MAX, (strict, limit, found) => {
    const seen = visibleValidations(db, actor)
      .select(['v.id', 'p.display_name as provider', 'p.id as providerId'])
      .where('v.kind', '=', 'AUDIT_REPORT')
      // Always so of a report request; said, so that the index of its names gives the order.
      .where('p.kind', '=', 'PROVIDER')
      .where(every(words.map(word => holds(word, strict))))
      .where(sql<SqlBool>`v.id <> all(${found})`)
    // Those that several tables name are gathered before they are put in order: by the index of the names each would be
    // sought again for every provider there is.
    const gathered = named.length > 0
    return db
      .with(
        with_ => (gathered ? with_('hit').materialized() : with_('hit').notMaterialized()),
        () => seen,
      )
      .with('page', together =>
        together
          .selectFrom('hit as h')
          .select(['h.id', 'h.provider'])
          .orderBy(sql`h.provider ${spanish}`)
          .orderBy('h.providerId')
          .orderBy('h.id')
          .limit(limit),
      )
      .selectFrom('page as g')
      .innerJoin('validation as v', 'v.id', 'g.id')
      .innerJoin('service as s', 's.id', 'v.service_id')
      .innerJoin('participant as e', 'e.id', 'v.evaluator_id')
      .leftJoin('score as k', join => join.onRef('k.validation_id', '=', 'v.id').on('k.is_current', '=', true))
      .select(['v.id', 'v.participant_id as idProvider', 'g.provider'])
      .select(['s.id as idService', 's.description as service', 'e.id as idAudit', 'e.display_name as audit'])
      .select(sql<string>`status_on(v.status, k.expires_on, ${today}::date)`.as('status'))
      .orderBy(sql`g.provider ${spanish}`)
      .orderBy('v.participant_id')
      .orderBy('v.id')
      .execute()
  })
}

async function namedBy(db: Db, words: readonly string[]): Promise<Named[]> {
  const lookups = words.flatMap(word => [
    sql`select ${word}::text as word, 'service' as what, s.id, ${beginsWord(word, sql`s.search`)} as begins
      from service s where ${isWithin(word, sql`s.search`)}`,
    sql`select ${word}::text, 'evaluator', p.id, ${beginsWord(word, sql`p.search`)}
      from participant p where p.kind = 'AUDIT' and ${isCalled(word)}`,
  ])
  return (await sql<Named>`${sql.join(lookups, sql` union all `)}`.execute(db)).rows
}

/**
 * The request `v` is of one of these. Where a word names no service and no evaluator only the provider is asked, and its
 * index can be used; else each is looked up for itself, because no index serves a choice among tables.
 */
function isOneOf(ofProvider: RawBuilder<SqlBool>, services: string[], evaluators: string[]): RawBuilder<SqlBool> {
  if (services.length + evaluators.length === 0) return ofProvider
  return sql`v.id in (
    select r.id from validation r join participant p on p.id = r.participant_id
    where r.kind = 'AUDIT_REPORT' and ${ofProvider}
    union all select r.id from validation r where r.service_id = any(${services})
    union all select r.id from validation r where r.kind = 'AUDIT_REPORT' and r.evaluator_id = any(${evaluators}))`
}
