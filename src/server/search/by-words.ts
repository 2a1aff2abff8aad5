import type { CompiledQuery, RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/roles.ts'
import { every, patternOf } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'

/**
 * So many of a list are looked through, from its beginning, before an index is asked. A word of which there are thousands is
 * found sooner so than by gathering all that have it, and little is lost where it was in vain.
 */
export const LOOKED_THROUGH = 300

/** What is found among the `first`, where that is as many as are shown, and else what is found among all. */
export async function leadingOr<Hit>(
  most: number,
  first: () => Hit[] | Promise<Hit[]>,
  all: () => Promise<Hit[]>,
): Promise<Hit[]> {
  const leading = await first()
  return leading.length === most ? leading : all()
}

/**
 * A word of a search as it was `asked`, and folded as the columns are that it is looked for in, as `text` and as a pattern of
 * `like`; once for a statement and not for each row.
 */
export type Word = { asked: RawBuilder<string>; text: RawBuilder<string>; pattern: RawBuilder<string> }

/** What a search by words is given: these, who reads, and what else it needs, by name. */
export type Values = { words: readonly string[]; userId: string; participantId: string } & Record<string, unknown>

/** Something that is compiled to a query. */
type Query = { compile(db: Db): unknown }

/** Of so many words a search is prepared; each number of them is a statement of its own, which connections keep. */
const PREPARED_MAX = 4

/**
 * A search by words, prepared once for each number of words and each sort of reader: planning anew costs more than reading.
 * `build` must not look at the values, as in `statement`; its `actor` is all that a reader is but who, which is a value.
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

/** Every word is within a folded text. */
export const allWithin = (words: readonly Word[], text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  every(words.map(word => contains(word, text)))

/** A word is within a folded text. */
export const contains = ({ pattern }: Word, text: RawBuilder<unknown>) => sql<SqlBool>`${text} like ${pattern}`

/** Every word begins a word of a folded text. */
export const allBegin = (words: readonly Word[], text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  every(words.map(word => begins(word, text)))

/** A word begins a word of a folded text. */
export const begins = (word: Word, text: RawBuilder<unknown>) =>
  sql<SqlBool>`position(' ' || ${word.text} in ' ' || ${text}) > 0`
