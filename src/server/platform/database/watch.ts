import pg from 'pg'
import { Client } from '#server/platform/database/client.ts'

export type WatchLimits = {
  /** How long a statement may go unanswered before a probe checks the database, in milliseconds. */
  silence: number
  /** The timeout of a probe, in milliseconds. */
  probe: number
}

/** The database is unreachable; callers get `unavailable`. */
export class DatabaseGone extends Error {
  readonly code = 'DATABASE_GONE'
}

/** The idle sessions of these processes: the database has been waiting for a statement on them for a while. */
const IDLE_THERE = `select pid from pg_stat_activity
  where pid = any($1) and state like 'idle%' and state_change < clock_timestamp() - $2 * interval '1 millisecond'`
/** Ends dropped sessions: the database may not have noticed yet and still hold their locks. */
const END_THEM = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1) and usename = current_user and datname = current_database()`
const TOO_MANY_CONNECTIONS = '53300'

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * A pool that notices a network that drops packets silently (R3). A slow statement and one without an answer to come
 * look the same from here, so a probe asks the database on a separate connection. If the probe gets no answer and no
 * other connection had one since, the database is gone: all connections are dropped, which fails their statements, new
 * ones are refused at once, and probes repeat until one gets an answer. If the probe gets an answer, only the
 * connections are dropped on which the database waits for us while we wait for it. Slow statements continue:
 * `statement_timeout` limits them.
 */
export class WatchedPool extends pg.Pool {
  readonly #config: pg.PoolConfig
  readonly #limits: WatchLimits
  readonly #clients = new Set<Client>()
  readonly #timer: NodeJS.Timeout
  #gone = false
  /** The processes of dropped connections that may still run in the database. */
  #left: number[] = []
  #asking = false

  constructor(config: pg.PoolConfig, limits: WatchLimits) {
    super({ ...config, Client })
    this.#config = config
    this.#limits = limits
    this.on('connect', client => {
      const own = client as unknown as Client
      this.#clients.add(own)
      own.once('end', () => this.#clients.delete(own))
    })
    this.#timer = setInterval(() => this.#look(), limits.silence / 4).unref()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(taken: Taken): void
  override connect(taken?: Taken): unknown {
    if (!this.#gone) return taken ? super.connect(taken) : super.connect()
    const error = new DatabaseGone('The database does not answer')
    return taken ? taken(error, undefined, () => {}) : Promise.reject(error)
  }

  override async end(): Promise<void> {
    // Terminate could hang forever and keep the process alive.
    setTimeout(() => {
      for (const client of this.#clients) if (client.waiting === 0) drop(client)
    }, this.#limits.probe).unref()
    await super.end()
    clearInterval(this.#timer)
  }

  #isSilent({ waiting, since }: Client, now: number): boolean {
    return waiting > 0 && now - since >= this.#limits.silence
  }

  #look(): void {
    const now = performance.now()
    const isDoubtful = this.#gone || this.#left.length > 0
    const isSettled = this.ending && [...this.#clients].every(client => client.waiting === 0)
    if (this.#asking || isSettled) return
    if (!isDoubtful && ![...this.#clients].some(client => this.#isSilent(client, now))) return
    this.#asking = true
    void this.#judge().finally(() => {
      this.#asking = false
    })
  }

  async #judge(): Promise<void> {
    const begun = performance.now()
    const stuck = [...this.#clients].filter(client => this.#isSilent(client, begun))
    const dead = await this.#askWhichWait(stuck.map(processOf))
    // Another connection had an answer during the probe: the database is there, and only slow to accept connections.
    if (dead === null && !this.#gone && [...this.#clients].some(client => client.heardAt > begun)) return
    this.#gone = dead === null
    const lost = dead === null ? [...this.#clients] : stuck.filter(each => dead.includes(processOf(each)))
    for (const client of lost) {
      if (dead !== null && !this.#isSilent(client, begun)) continue
      // A pooler gives out numbers of its own, which may be other sessions' here.
      if (!this.#config.pooled) this.#left.push(processOf(client))
      drop(client)
    }
  }

  /** @returns null when the database does not answer. */
  async #askWhichWait(processes: number[]): Promise<number[] | null> {
    const { silence, probe } = this.#limits
    // Without the connection timeout of `pg`, which would also count the time that this process stood still itself.
    const config = { ...this.#config, connectionTimeoutMillis: 0, application_name: 'almotacen-probe' }
    const client = new pg.Client(config)
    client.on('error', () => {})
    let limit: NodeJS.Timeout
    const wait = () => {
      const due = performance.now() + probe
      limit = setTimeout(() => {
        // If this process was frozen itself, an answer may be waiting unread.
        if (performance.now() > due + probe / 4) return wait()
        drop(client)
      }, probe)
    }
    wait()
    try {
      await client.connect()
      if (this.#left.length > 0) {
        await client.query(END_THEM, [this.#left])
        this.#left = []
      }
      if (this.#config.pooled) {
        await client.query('select 1')
        void client.end().catch(() => {})
        return []
      }
      const { rows } = await client.query<{ pid: number }>(IDLE_THERE, [processes, silence / 2])
      void client.end().catch(() => {})
      return rows.map(row => row.pid)
    } catch (error) {
      drop(client)
      return (error as { code?: string }).code === TOO_MANY_CONNECTIONS ? [] : null
    } finally {
      clearTimeout(limit!)
    }
  }
}

const processOf = (client: pg.Client) => (client as unknown as { processID: number }).processID

/** Closes the socket without a Terminate message, which may never be delivered. */
function drop(client: pg.Client): void {
  client.connection.stream.destroy()
}
