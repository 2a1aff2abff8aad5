import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { CompiledQuery, PostgresDialect, PostgresDriver } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/platform/database/connect.ts'

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

/** PostgreSQL as Kysely speaks it, with `atCommit`; a transaction in which nothing is asked costs nothing. */
export class Dialect extends PostgresDialect {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new LeanDriver({ pool: this.#pool })
  }
}

class LeanDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()
  /** Transactions that have begun here and not yet in the database: it hears of them with their first statement. */
  readonly #unbegun = new WeakMap<DatabaseConnection, TransactionSettings>()
  readonly #last = new WeakMap<DatabaseConnection, string>()

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery, options?: Parameters<typeof execute>[1]) => {
      if (!lastOnes.has(query)) {
        await this.#begin(connection)
        return execute<R>(query, options)
      }
      if (this.#last.has(connection)) throw new Error('A transaction has one last statement')
      this.#last.set(connection, query.sql)
      return { rows: [] } satisfies QueryResult<R>
    }
    return connection
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#unbegun.set(connection, settings)
  }

  async #begin(connection: DatabaseConnection): Promise<void> {
    const settings = this.#unbegun.get(connection)
    if (!settings) return
    this.#unbegun.delete(connection)
    await super.beginTransaction(connection, settings)
  }

  /** Whether the database has still to hear that a transaction begins, of which there is nothing else to say. */
  #begunPlainly(connection: DatabaseConnection): boolean {
    const settings = this.#unbegun.get(connection)
    if (!settings || settings.isolationLevel || settings.accessMode) return false
    return this.#unbegun.delete(connection)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const last = this.#last.get(connection)
    if (last === undefined) {
      if (this.#unbegun.delete(connection)) return
      return super.commitTransaction(connection)
    }
    this.#last.delete(connection)
    // What fails before the commit leaves the transaction open, and it is rolled back as any other.
    const begin = this.#begunPlainly(connection) ? 'begin; ' : ''
    await connection.executeQuery(CompiledQuery.raw(`${begin}${last}; commit`))
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    this.#last.delete(connection)
    if (this.#unbegun.delete(connection)) return
    return super.rollbackTransaction(connection)
  }
}
