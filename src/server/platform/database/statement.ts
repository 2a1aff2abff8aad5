import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/platform/database/connect.ts'

/** Stands for a value while a statement is built. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The text of each statement that connections prepare, and the name that it has on each of them. */
const names = new Map<string, string>()

/**
 * A statement that is asked all the time: it is built once, and parsed and planned once by every connection, which is most
 * of what a small one costs. Only for what is found by a unique key, is little whoever asks, or has but one sensible plan
 * (decision 024): after some runs PostgreSQL keeps one for all values. The text must not depend on the values: they are only
 * ever passed on, never looked at.
 */
export function statement<Values extends object, Row>(build: (db: Db, values: Values) => CompiledQuery<Row>) {
  let built: CompiledQuery<Row> | undefined
  return async (db: Db, values: Values): Promise<Row[]> => {
    built ??= named(build(db, places as Values))
    const parameters = built.parameters.map(each => (each instanceof Place ? values[each.name as keyof Values] : each))
    return (await db.executeQuery<Row>({ ...built, parameters })).rows
  }
}

/** The only row that a statement answers, or none. */
export const first = async <Row>(rows: Promise<Row[]>): Promise<Row | undefined> => (await rows)[0]

const places = new Proxy({}, { get: (_target, name) => new Place(String(name)) })

function named<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  if (!names.has(query.sql)) names.set(query.sql, `almotacen_${names.size + 1}`)
  return query
}

/** A column that the statement answers got another type since it was prepared. */
const isOutdated = (error: unknown) =>
  (error as { code?: string }).code === '0A000' && /cached plan/.test((error as Error).message)

/** Has a connection of a pool prepare the statements above, each when it first comes. */
export function prepareStatements(client: pg.ClientBase): void {
  const ask = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>
  let generation = 0
  client.query = ((...words: unknown[]) => {
    const [text, values, ...rest] = words
    const name = typeof text === 'string' && rest.length === 0 ? names.get(text) : undefined
    if (name === undefined) return ask(...words)
    const again = () => ask({ name: `${name}_${generation}`, text, values })
    return again().catch(error => {
      if (!isOutdated(error)) throw error
      // Prepared anew under other names. Within a transaction, which is lost, whoever runs it begins again.
      generation++
      if (client.getTransactionStatus() !== 'I') throw error
      return again()
    })
  }) as typeof client.query
}
