import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { indexMadeBy, isOnLine, isRepeated, statementsOf, withoutComments } from '#server/database/migration-text.ts'
import { isBusy, patiently, watchHolders } from '#server/database/patience.ts'

/** Any number: held by the one server that migrates. */
const LOCK = 72_616_004
const TURN_MS = 100
/** While a statement waits for a lock, whoever wants one that it excludes waits behind it: for no longer than this. */
const LOCK_MS = 400

/** As Kysely has them. The second is empty here; a portal of before that starts meanwhile looks for it. */
const TABLES = `
  create table kysely_migration (name varchar(255) primary key, "timestamp" varchar(255) not null);
  create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer default 0 not null)`
const NOTE = `insert into kysely_migration (name, "timestamp")
  values ($1, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

export type MigrationFile = { name: string; text: string }

/** Runs migrations in one session, whose end ends what it held. */
export class Migrator {
  readonly #session: pg.PoolClient
  readonly #pool: pg.Pool
  readonly #patienceMs: number
  #process = 0
  /** The file that is being run. */
  #at = ''

  /** @param pool has a second connection to look from who holds up the session. */
  constructor(session: pg.PoolClient, pool: pg.Pool, patienceMs: number) {
    this.#session = session
    this.#pool = pool
    this.#patienceMs = patienceMs
  }

  /** Waits until no other server migrates. */
  async takeTurn(): Promise<void> {
    // Asked again and again: a statement that waits is a transaction, whose end `create index concurrently` waits for.
    while (!(await this.#isMyTurn())) await sleep(TURN_MS)
    const { rows } = await this.#session.query("select to_regclass('public.kysely_migration') is null as yes")
    if (rows[0].yes) await this.#session.query(TABLES)
  }

  async #isMyTurn(): Promise<boolean> {
    const { rows } = await this.#session.query(
      `select pg_try_advisory_lock(${LOCK}) as mine, pg_backend_pid() as process`,
    )
    this.#process = rows[0].process
    return rows[0].mine
  }

  /** Lets the next one migrate. */
  async endTurn(): Promise<void> {
    await this.#session.query(`select pg_advisory_unlock(${LOCK})`)
  }

  /**
   * Runs files in their order: one that is marked on line by itself, those between two such together.
   * @throws the first failure, in Spanish with the name of its file.
   */
  async run(files: readonly MigrationFile[]): Promise<void> {
    try {
      for (const group of groupsOf(files)) {
        if (isOnLine(group[0]!.text)) await this.#runOnLine(group[0]!)
        else await this.#patiently(LOCK_MS, () => this.#runTogether(group))
      }
    } catch (error) {
      const why = (error as Error).message
      throw new Error(`La base de datos no se pudo actualizar (${this.#at}): ${why}`, { cause: error })
    }
  }

  async #runTogether(files: readonly MigrationFile[]): Promise<void> {
    await this.#session.query(`begin; set local lock_timeout = ${LOCK_MS}`)
    try {
      for (const { name, text } of files) {
        this.#at = name
        await this.#session.query(text)
        await this.#session.query(NOTE, [name])
      }
      await this.#session.query('commit')
    } catch (error) {
      await this.#session.query('rollback').catch(() => {})
      throw error
    }
  }

  async #runOnLine({ name, text }: MigrationFile): Promise<void> {
    this.#at = name
    for (const statement of statementsOf(text)) {
      // Nobody else's work waits for what runs concurrently, while it waits for the end of every transaction there is.
      const limitMs = /\bconcurrently\b/i.test(withoutComments(statement)) ? this.#patienceMs : LOCK_MS
      const run = async () => {
        await this.#session.query(`set lock_timeout = ${limitMs}`)
        await this.#dropBroken(indexMadeBy(statement))
        return this.#session.query(statement)
      }
      let changed: number | null
      do {
        changed = (await this.#patiently(limitMs, run)).rowCount
      } while (isRepeated(statement) && changed)
    }
    await this.#session.query(NOTE, [name])
  }

  /** `if not exists` takes an index for made that was broken off and that no question reads. */
  async #dropBroken(index: string | undefined): Promise<void> {
    if (!index) return
    const { rows } = await this.#session.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    )
    if (rows.length > 0) await this.#session.query(`drop index concurrently ${index}`)
  }

  async #patiently<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    const holders = watchHolders(this.#pool, this.#process, limitMs / 2)
    try {
      return await patiently(this.#patienceMs, work)
    } catch (error) {
      if (!isBusy(error)) throw error
      const who = holders().map(({ pid, user, program }) => `${pid} (${[user, program].filter(Boolean).join(', ')})`)
      throw new Error(
        `otras sesiones de la base de datos ocupan lo que hay que cambiar: ${who.join('; ') || 'ya no se sabe cuáles'}. ` +
          'Espere a que acaben, o ciérrelas con «select pg_terminate_backend(…)», y vuelva a arrancar el portal.',
        { cause: error },
      )
    } finally {
      holders()
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
