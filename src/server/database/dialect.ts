import type { DatabaseConnection, Driver, QueryResult } from 'kysely'
import { CompiledQuery, PostgresDialect, PostgresDriver } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/database/connect.ts'

/** The last statements of transactions, which leave together with their commit. */
const lastOnes = new WeakSet<CompiledQuery>()

/**
 * Makes a statement the last of a transaction: it goes with the commit in one message, so that what it locks is held no
 * longer than the database itself needs. It has no parameters and answers nothing; when it fails, so does the commit.
 */
export async function atCommit(tx: Db, text: string): Promise<void> {
  if (!tx.isTransaction) throw new Error('Only a transaction has a last statement')
  const statement = CompiledQuery.raw(text)
  lastOnes.add(statement)
  await tx.executeQuery(statement)
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

/** PostgreSQL as Kysely speaks it, with `atCommit`. */
export class Dialect extends PostgresDialect {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new DriverWithLastStatements({ pool: this.#pool })
  }
}

class DriverWithLastStatements extends PostgresDriver {
  readonly #last = new WeakMap<DatabaseConnection, string>()
  readonly #known = new WeakSet<DatabaseConnection>()

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery, options?: Parameters<typeof execute>[1]) => {
      if (!lastOnes.has(query)) return execute<R>(query, options)
      if (this.#last.has(connection)) throw new Error('A transaction has one last statement')
      this.#last.set(connection, query.sql)
      return { rows: [] } satisfies QueryResult<R>
    }
    return connection
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const last = this.#last.get(connection)
    if (last === undefined) return super.commitTransaction(connection)
    this.#last.delete(connection)
    // What fails before the commit leaves the transaction open, and it is rolled back as any other.
    await connection.executeQuery(CompiledQuery.raw(`${last}; commit`))
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    this.#last.delete(connection)
    return super.rollbackTransaction(connection)
  }
}
