import type { DatabaseConnection, QueryExecutor } from 'kysely'
import { DummyDriver, Kysely, PostgresDialect, Transaction } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'

// What runs on a given connection asks its executor alone.
const dialect = new PostgresDialect({ pool: async () => Promise.reject() })
const unused = { driver: new DummyDriver(), dialect, config: { dialect } }

const on = (executor: QueryExecutor, connection: DatabaseConnection, isOver = () => false) =>
  executor.withConnectionProvider({
    provideConnection: async use => {
      // A statement of what was given up must not run behind the rollback, on its own.
      if (isOver()) throw new Error('The transaction has ended')
      return use(connection)
    },
  })

/**
 * A write of `inPipeline` whose answer says nothing: it leaves with what is asked next, or with the commit, which fails
 * if it did.
 */
export function unawaited(write: Promise<unknown>): void {
  write.catch(() => {})
}

/**
 * Runs `work` in a transaction whose statements leave at once, while those before them are unanswered (decision 074):
 * what is asked together, by `Promise.all` for instance, takes one round trip. PostgreSQL runs them one after the other
 * in the order they were asked in, each on what the one before left. The commit fails if any of them did, awaited or not.
 */
export function inPipeline<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async tx => {
    const executor = tx.getExecutor()
    const connection = await executor.provideConnection(async own => own)
    let ended = false
    try {
      return await work(new Transaction<Tables>({ ...unused, executor: on(executor, connection, () => ended) }))
    } finally {
      ended = true
    }
  })
}

/** Runs reads on one connection, where those that are asked together take one round trip; in a transaction on its own. */
export function onOneConnection<T>(db: Db, work: (one: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const executor = db.getExecutor()
  return executor.provideConnection(connection =>
    work(new Kysely<Tables>({ ...unused, executor: on(executor, connection) })),
  )
}
