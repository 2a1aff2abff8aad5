import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'

/**
 * Whether a status is in a set of a table of src/domain/states. The set is written as literals: with parameters,
 * PostgreSQL could use neither partial indexes nor statistics.
 */
export function hasStatus(status: RawBuilder<unknown>, set: readonly string[]): RawBuilder<SqlBool> {
  const literals = set.map(member => sql.lit(member))
  // A single status is an equality, as in the conditions of the partial indexes.
  return literals.length === 1 ? sql`${status} = ${literals[0]}` : sql`${status} in (${sql.join(literals)})`
}
