import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { CompiledQuery, PostgresDialect, PostgresDriver } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/platform/database/connect.ts'
import { presentCause } from '#server/platform/operation/cause.ts'
import { inSpan } from '#server/platform/operation/tracing/span.ts'
import { summaryOf } from '#server/platform/operation/tracing/statement-summary.ts'

/** The final statements of transactions, which are sent together with the commit. */
const lastOnes = new WeakSet<CompiledQuery>()

/**
 * Runs a statement as the last of a transaction, in one message with the commit, so that its locks are held for as
 * short as possible. It takes no parameters and returns no rows; if it fails, so does the commit.
 */
export async function atCommit(tx: Db, text: string): Promise<void> {
  if (!tx.isTransaction) throw new Error('Only a transaction has a last statement')
  const statement = CompiledQuery.raw(text)
  lastOnes.add(statement)
  await tx.executeQuery(statement)
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

/** Kysely's PostgreSQL dialect with `atCommit`. A transaction without statements sends nothing to the database. */
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

type Execute = DatabaseConnection['executeQuery']

/** Times a statement as a step of what it works for. The step names its verb and table, and none of its values. */
function traced(execute: Execute): Execute {
  return (query, options) => {
    if (!presentCause()?.span) return execute(query, options)
    const summary = summaryOf(query.sql)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
    return inSpan(summary, { kind: 'client', attributes }, () => execute(query, options))
  }
}

const TO_SAVEPOINT = /^\s*rollback to\b/i
/** PostgreSQL's refusal of a statement behind one that failed. */
const IN_FAILED = '25P02'

class LeanDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()
  /** Transactions that are not open in the database yet: `begin` is sent with the first statement. */
  readonly #unbegun = new WeakMap<DatabaseConnection, TransactionSettings>()
  readonly #last = new WeakMap<DatabaseConnection, string>()
  /** The statements of a connection without an answer. */
  readonly #unanswered = new WeakMap<DatabaseConnection, Set<Promise<unknown>>>()
  /** What failed first in a transaction: PostgreSQL refuses what was sent behind it, whatever that is. */
  readonly #failed = new WeakMap<DatabaseConnection, unknown>()

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    const execute = this.#noted(connection, traced(connection.executeQuery.bind(connection)))
    connection.executeQuery = async <R>(query: CompiledQuery, options?: Parameters<typeof execute>[1]) => {
      if (!lastOnes.has(query)) {
        const begun = this.#begin(connection)
        const answer = execute<R>(query, options)
        if (begun) await Promise.all([begun, answer])
        return answer
      }
      if (this.#last.has(connection)) throw new Error('A transaction has one last statement')
      this.#last.set(connection, query.sql)
      return { rows: [] } satisfies QueryResult<R>
    }
    return connection
  }

  /** Executes, and tells the failure of a transaction to those that it made fail. */
  #noted(connection: DatabaseConnection, execute: Execute): Execute {
    const unanswered = new Set<Promise<unknown>>()
    this.#unanswered.set(connection, unanswered)
    return <R>(query: CompiledQuery, options?: Parameters<Execute>[1]) => {
      const answer = execute<R>(query, options).catch((error: unknown) => {
        if ((error as { code?: string }).code === IN_FAILED) throw this.#failed.get(connection) ?? error
        this.#failed.set(connection, error)
        throw error
      })
      unanswered.add(answer)
      const answered = () => unanswered.delete(answer)
      answer.then(() => {
        answered()
        // The transaction goes on as if nothing had failed.
        if (TO_SAVEPOINT.test(query.sql)) this.#failed.delete(connection)
      }, answered)
      return answer
    }
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#unbegun.set(connection, settings)
  }

  /** Sends the `begin` of a transaction that is not open yet; the first statement leaves right behind it. */
  #begin(connection: DatabaseConnection): Promise<void> | undefined {
    const settings = this.#unbegun.get(connection)
    if (!settings) return undefined
    this.#unbegun.delete(connection)
    this.#failed.delete(connection)
    return super.beginTransaction(connection, settings)
  }

  /** Claims a pending `begin` without settings, so that the commit can send it. @returns whether there was one */
  #begunPlainly(connection: DatabaseConnection): boolean {
    const settings = this.#unbegun.get(connection)
    if (!settings || settings.isolationLevel || settings.accessMode) return false
    return this.#unbegun.delete(connection)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // PostgreSQL would answer the commit of a failed transaction with a rollback, and with no error.
    if (!this.#unbegun.has(connection) && this.#failed.has(connection)) throw this.#failed.get(connection)
    const before = [...(this.#unanswered.get(connection) ?? [])]
    // The first failure is thrown. It leaves the transaction open, to be rolled back like any other.
    await Promise.all([...before, this.#commit(connection)])
  }

  async #commit(connection: DatabaseConnection): Promise<void> {
    const last = this.#last.get(connection)
    if (last === undefined) {
      if (this.#unbegun.delete(connection)) return
      return super.commitTransaction(connection)
    }
    this.#last.delete(connection)
    const begin = this.#begunPlainly(connection) ? 'begin; ' : ''
    await connection.executeQuery(CompiledQuery.raw(`${begin}${last}; commit`))
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    this.#last.delete(connection)
    if (this.#unbegun.delete(connection)) return
    return super.rollbackTransaction(connection)
  }
}
