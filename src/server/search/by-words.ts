import type { CompiledQuery, RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { every, patternOf } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'

/**
 * Rows to scan from the beginning of a list before asking an index. A word that fills the result is soon found there,
 * and a word that is rarer than that has few matches in the index.
 */
export const LOOKED_THROUGH = 300

/** Which rows a query looks at: the first of the list, or all by index. */
export type Among = 'first' | 'all'
/** Every word is a prefix of a word of the text, or every word is within the text and one is no prefix. */
export type Match = 'begin' | 'within'

/** A query for each way to look. */
export const eachWay = <Row>(query: (among: Among, match: Match) => ReturnType<typeof byWords<Row>>) => ({
  first: { begin: query('first', 'begin'), within: query('first', 'within') },
  all: { begin: query('all', 'begin'), within: query('all', 'within') },
})

/**
 * The best hits: prefix matches before others, each in the order of the list. Asks for no more than it needs. A reader
 * who sees `few` rows of the list would look through all of it for the first ones.
 */
export async function bestHits<Hit>(
  most: number,
  find: (among: Among, match: Match) => Promise<Hit[]>,
  { few }: { few: boolean },
): Promise<Hit[]> {
  const isEnough = (hits: readonly Hit[], least: number) => hits.length >= least
  const first = few ? [] : await find('first', 'begin')
  if (isEnough(first, most)) return first
  const begin = await find('all', 'begin')
  const missing = most - begin.length
  if (missing === 0) return begin
  const near = few ? [] : await find('first', 'within')
  const within = isEnough(near, missing) ? near : await find('all', 'within')
  return [...begin, ...within.slice(0, missing)]
}

/** A search word as `like` patterns, folded like the search columns. Folded once for each statement, not for each row. */
export type Word = {
  pattern: RawBuilder<string>
  /** Patterns for a word that begins with it: the first of a text, or a later one. */
  begins: { first: RawBuilder<string>; later: RawBuilder<string> }
}

/** The parameters of a search by words: the words, the reader, and further named values. */
export type Values = { words: readonly string[]; userId: string; participantId: string } & Record<string, unknown>

/** Anything that compiles to a query. */
type Query = { compile(db: Db): unknown }

/**
 * Searches with up to this many words are prepared. Each number of words is a statement of its own, which connections
 * cache.
 */
const PREPARED_MAX = 4

/**
 * A search by words, prepared once for each number of words and kind of reader, because planning costs more than
 * reading. `build` must not depend on the values, as in `statement`; its `actor` has the reader's role, while the ids
 * are values.
 */
export function byWords<Row>(build: (db: Db, actor: Actor, words: Word[], values: Values) => Query) {
  const prepared = new Map<string, (db: Db, values: Values) => Promise<Row[]>>()
  return async (db: Db, actor: Actor, words: readonly string[], more: Record<string, unknown> = {}): Promise<Row[]> => {
    const { userId, participantId, ...sort } = actor
    const compiled = (at: Db, values: Values) => {
      const each = words.map((_, place) => wordAt(values.words, place))
      const reader = { ...sort, userId: values.userId, participantId: values.participantId }
      return build(at, reader, each, values).compile(at) as CompiledQuery<Row>
    }
    const values = { words, userId, participantId, ...more }
    if (words.length > PREPARED_MAX) return (await db.executeQuery(compiled(db, values))).rows
    const key = JSON.stringify([sort, words.length])
    const ask = prepared.get(key) ?? statement(compiled)
    prepared.set(key, ask)
    return ask(db, values)
  }
}

function wordAt(words: unknown, place: number): Word {
  const asked = sql<string>`(${words}::text[])[${sql.lit(place + 1)}]`
  const folded = sql<string>`fold(${asked})`
  const pattern = patternOf(folded)
  return {
    pattern: sql`(select ${pattern})`,
    begins: { first: sql`(select substr(${pattern}, 2))`, later: sql`(select '% ' || substr(${pattern}, 2))` },
  }
}

/** A folded text contains every word. */
export const allWithin = (words: readonly Word[], text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  every(words.map(word => containsWord(word, text)))

/** A folded text contains a word. */
export const containsWord = ({ pattern }: Word, text: RawBuilder<unknown>) => sql<SqlBool>`${text} like ${pattern}`

/** Every word is a prefix of a word in a folded text; the patterns let a trigram index find the texts. */
export const allBegin = (words: readonly Word[], text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  every(words.map(({ begins: { first, later } }) => sql<SqlBool>`(${text} like ${first} or ${text} like ${later})`))

/** The condition of a match on a folded text. */
export const matches = (match: Match, words: readonly Word[], text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  match === 'begin' ? allBegin(words, text) : sql<SqlBool>`${allWithin(words, text)} and not ${allBegin(words, text)}`
