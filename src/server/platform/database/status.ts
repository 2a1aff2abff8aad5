import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'

/**
 * A status is in a set of a table of src/domain/states. The set is written as literals: partial indexes and the planner's
 * figures are of no use to a parameter.
 */
export function hasStatus(status: RawBuilder<unknown>, set: readonly string[]): RawBuilder<SqlBool> {
  const literals = set.map(member => sql.lit(member))
  // One alone as an equality, which is what the partial indexes say.
  return literals.length === 1 ? sql`${status} = ${literals[0]}` : sql`${status} in (${sql.join(literals)})`
}
