import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { folded } from '#server/participant/queries.ts'

/**
 * A word of a folded text begins with this one. Not asked by `like`: of two patterns that mean nearly the same the planner
 * would think that hardly anything has both.
 */
export function beginsWord(word: string, text: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`position(' ' || ${folded(word)} in ' ' || ${text}) > 0`
}

/**
 * The first `most` things of a search: those of which every word begins a word (`strict`), then those that only hold
 * the words. Two questions, so that a word of which there are thousands is answered from the order of an index.
 */
export async function bestFirst<Hit extends { id: string }>(
  most: number,
  find: (strict: boolean, limit: number, found: string[]) => Promise<Hit[]>,
): Promise<Hit[]> {
  const first = await find(true, most, [])
  if (first.length === most) return first
  const rest = await find(
    false,
    most - first.length,
    first.map(({ id }) => id),
  )
  return [...first, ...rest]
}
