import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { jobLocks } from '#server/platform/database/lock.ts'
import {
  indexMadeBy,
  inPieces,
  isOnLine,
  isRepeated,
  statementsOf,
  withoutComments,
} from '#server/platform/database/migration-text.ts'
import { isBusy, patiently, watchObstacle } from '#server/platform/database/patience.ts'
import { logLine } from '#server/platform/log.ts'

const TURN_MS = 100
/**
 * While a statement waits for a lock, conflicting statements of other sessions queue behind it. This is the longest
 * such wait.
 */
const LOCK_MS = 400
/** How long a `concurrently` statement waits at once for open transactions to end. */
const LONGEST_BUILD_MS = 180_000
/** PostgreSQL cancels an autovacuum for a session that has waited a second (`deadlock_timeout`). */
const VACUUM_MS = 3000

/** Kysely's tables. The second stays empty; an older portal that starts during the migration looks for it. */
const TABLES = `
  create table kysely_migration (name varchar(255) primary key, "timestamp" varchar(255) not null);
  create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer default 0 not null)`
const NOTE = `insert into kysely_migration (name, "timestamp")
  values ($1, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

export type MigrationFile = { name: string; text: string }

/** Runs migrations in one session; its end releases its locks. */
export class Migrator {
  readonly #session: pg.PoolClient
  readonly #pool: pg.Pool
  readonly #patienceMs: number
  readonly #sayMs: number
  #process = 0
  /** The name of the running file. */
  #at = ''

  /**
   * @param pool has a second connection, to see which sessions block this one.
   * @param sayMs how often the log says what a statement waits for
   */
  constructor(session: pg.PoolClient, pool: pg.Pool, patienceMs: number, sayMs: number) {
    this.#session = session
    this.#pool = pool
    this.#patienceMs = patienceMs
    this.#sayMs = sayMs
  }

  /** Waits until no other server migrates. */
  async takeTurn(): Promise<void> {
    // Polls, because a waiting statement is an open transaction, and `create index concurrently` waits for those to
    // end.
    while (!(await this.#isMyTurn())) await sleep(TURN_MS)
    const { rows } = await this.#session.query("select to_regclass('public.kysely_migration') is null as yes")
    if (rows[0].yes) await this.#session.query(TABLES)
  }

  async #isMyTurn(): Promise<boolean> {
    const { rows } = await this.#session.query(
      `select pg_try_advisory_lock(${jobLocks.migrate}) as mine, pg_backend_pid() as process`,
    )
    this.#process = rows[0].process
    return rows[0].mine
  }

  async endTurn(): Promise<void> {
    await this.#session.query(`select pg_advisory_unlock(${jobLocks.migrate})`)
  }

  /**
   * Runs files in order: an online file by itself, the files between two online ones in one transaction.
   * @throws the first failure, with the name of its file.
   */
  async run(files: readonly MigrationFile[]): Promise<void> {
    try {
      for (const group of groupsOf(files)) {
        if (isOnLine(group[0]!.text)) await this.#runOnLine(group[0]!)
        else await this.#runTogether(group)
      }
    } catch (error) {
      const why = (error as Error).message
      throw new Error(`The database could not be migrated (${this.#at}): ${why}`, { cause: error })
    }
  }

  async #runTogether(files: readonly MigrationFile[]): Promise<void> {
    await this.#transaction(async () => {
      for (const { name, text } of files) {
        this.#at = name
        await this.#session.query(text)
        await this.#session.query(NOTE, [name])
      }
    })
  }

  async #runOnLine({ name, text }: MigrationFile): Promise<void> {
    this.#at = name
    for (const statement of statementsOf(text)) {
      const run = /\bconcurrently\b/i.test(withoutComments(statement))
        ? () => this.#runConcurrently(statement)
        : () => this.#transaction(() => this.#session.query(isRepeated(statement) ? inPieces(statement) : statement))
      while ((await run()).rowCount && isRepeated(statement));
    }
    await this.#session.query(NOTE, [name])
  }

  /** Such a statement blocks no normal traffic, even while it waits for all open transactions to end. */
  async #runConcurrently(statement: string): Promise<pg.QueryResult> {
    const waitMs = Math.min(this.#patienceMs, LONGEST_BUILD_MS)
    return this.#patiently(waitMs, async () => {
      await this.#session.query(`set lock_timeout = ${waitMs}`)
      await this.#dropBroken(indexMadeBy(statement))
      return this.#session.query(statement)
    })
  }

  async #transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#patiently(LOCK_MS, async tables => {
      await this.#session.query(`begin; set local lock_timeout = ${VACUUM_MS}`)
      try {
        // This lock blocks no reads or writes. It keeps new vacuums out, and PostgreSQL cancels a running autovacuum
        // for it.
        for (const table of tables) await this.#session.query(`lock table ${table} in share update exclusive mode`)
        await this.#session.query(`set local lock_timeout = ${LOCK_MS}`)
        const result = await work()
        await this.#session.query('commit')
        return result
      } catch (error) {
        await this.#session.query('rollback').catch(() => {})
        throw error
      }
    })
  }

  /** Drops the invalid index of an interrupted build, which `if not exists` would accept and no query uses. */
  async #dropBroken(index: string | undefined): Promise<void> {
    if (!index) return
    const { rows } = await this.#session.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    )
    if (rows.length > 0) await this.#session.query(`drop index concurrently ${index}`)
  }

  /** @param work gets the tables that earlier attempts waited for. */
  async #patiently<T>(limitMs: number, work: (tables: ReadonlySet<string>) => Promise<T>): Promise<T> {
    const tables = new Set<string>()
    const obstacle = watchObstacle(this.#pool, this.#process, Math.min(limitMs / 2, this.#sayMs))
    const holders = () =>
      obstacle
        .seen()
        ?.holders.map(
          ({ pid, user, program }) => `${pid} (${[user ?? 'PostgreSQL', program].filter(Boolean).join(', ')})`,
        )
        .join(', ') ?? 'they are gone by now'
    const advice = 'Wait until they end, or end them with "select pg_terminate_backend(…)"'
    const saying = setInterval(() => {
      const message = `The migration ${this.#at} waits: other database sessions lock what has to change: ${holders()}. ${advice}.`
      logLine('warn', 'migration-waits', { message })
    }, this.#sayMs)
    try {
      return await patiently(this.#patienceMs, () => {
        const table = obstacle.seen()?.table
        return work(table ? tables.add(table) : tables)
      })
    } catch (error) {
      if (!isBusy(error)) throw error
      throw new Error(
        `other database sessions lock what has to change: ${holders()}. ${advice}, and start the portal again.`,
        { cause: error },
      )
    } finally {
      clearInterval(saying)
      obstacle.end()
    }
  }
}

function groupsOf(files: readonly MigrationFile[]): MigrationFile[][] {
  const groups: MigrationFile[][] = []
  for (const file of files) {
    const before = groups.at(-1)
    if (before && !isOnLine(before[0]!.text) && !isOnLine(file.text)) before.push(file)
    else groups.push([file])
  }
  return groups
}
