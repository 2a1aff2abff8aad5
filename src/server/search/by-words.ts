import type { CompiledQuery, RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { every, patternOf } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'

/**
 * Rows to scan from the beginning of a list before asking an index. Common words are found sooner this way than by
 * gathering every match, and a scan without success costs little.
 */
export const LOOKED_THROUGH = 300

/** The hits among the `first` rows if they fill the result, else the hits among all. */
export async function leadingOr<Hit>(
  most: number,
  first: () => Hit[] | Promise<Hit[]>,
  all: () => Promise<Hit[]>,
): Promise<Hit[]> {
  const leading = await first()
  return leading.length === most ? leading : all()
}

/**
 * A search word as `asked`, and folded like the search columns: as `text` and as a `like` pattern. Folded once for each
 * statement, not for each row.
 */
export type Word = { asked: RawBuilder<string>; text: RawBuilder<string>; pattern: RawBuilder<string> }

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
  return {
    asked,
    text: sql`(select ${folded})`,
    pattern: sql`(select ${patternOf(folded)})`,
  }
}

/** A folded text contains every word. */
export const allWithin = (words: readonly Word[], text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  every(words.map(word => contains(word, text)))

/** A folded text contains a word. */
export const contains = ({ pattern }: Word, text: RawBuilder<unknown>) => sql<SqlBool>`${text} like ${pattern}`

/** Every word is a prefix of a word in a folded text. */
export const allBegin = (words: readonly Word[], text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  every(words.map(word => begins(word, text)))

/** A word is a prefix of a word in a folded text. */
export const begins = (word: Word, text: RawBuilder<unknown>) =>
  sql<SqlBool>`position(' ' || ${word.text} in ' ' || ${text}) > 0`
