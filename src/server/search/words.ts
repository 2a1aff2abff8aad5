import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { literal } from '#server/participant/queries.ts'

/** A word of a folded text begins with this one. */
export function beginsWord(word: string, folded: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`' ' || ${folded} like '% ' || ${literal(word)} || '%'`
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
