import type { Compilable, CompiledQuery } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'

/** A placeholder for a value while a statement is built. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The text of each prepared statement and its name, the same on each connection. */
const names = new Map<string, string>()

/**
 * A prepared statement for frequent queries: built once, and parsed and planned once per connection, which is most of
 * the cost of a small query. Only for lookups by a unique key, for few rows whatever the values, or for queries with
 * only one sensible plan (decision 024): after some runs PostgreSQL keeps one plan for all values. The text must not
 * depend on the values: `build` may pass them on but not read them. Arrays go through `arrayParameter`.
 */
export function statement<Values extends object, Row>(build: (db: Db, values: Values) => CompiledQuery<Row>) {
  let built: CompiledQuery<Row> | undefined
  return async (db: Db, values: Values): Promise<Row[]> => {
    built ??= named(build(db, places as Values))
    const parameters = built.parameters.map(each => (each instanceof Place ? values[each.name as keyof Values] : each))
    return (await db.executeQuery<Row>({ ...built, parameters })).rows
  }
}

/**
 * Prepares a query that is built on each call. Only where `statement` may stand, and its text has few forms, such as one
 * for each role: each form stays prepared.
 */
export const prepared = async <Row>(db: Db, query: Compilable<Row>): Promise<Row[]> =>
  (await db.executeQuery<Row>(named(query.compile()))).rows

/**
 * An array of a prepared statement, for `unnest` and `any`. PostgreSQL takes an array whose length it sees for shorter
 * than one that it does not, and so would plan the statement on each call.
 */
export const arrayParameter = (values: readonly string[]) => sql<string>`(select ${values}::text[])::text[]`

/** The only row of a statement's result, or undefined. */
export const first = async <Row>(rows: Promise<Row[]>): Promise<Row | undefined> => (await rows)[0]

const places = new Proxy({}, { get: (_target, name) => new Place(String(name)) })

function named<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  if (!names.has(query.sql)) names.set(query.sql, `almotacen_${names.size + 1}`)
  return query
}

/** The name under which a connection prepares a statement; undefined for one that is not prepared. */
export const preparedName = (text: string) => names.get(text)
