import pg from 'pg'

/** State of one connection: the number of unanswered statements, and since when the first one waits. */
type Seen = { waiting: number; since: number }

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

/**
 * Watches a pool for a network that drops packets silently (R3). A slow statement and one without an answer to come
 * look the same from here, so a probe asks the database on a separate connection. If the probe gets no answer and no
 * other connection had one since, the database is gone: all connections are dropped, which fails their statements, new
 * ones are refused at once, and probes repeat until one gets an answer. If the probe gets an answer, only the
 * connections are dropped on which the database waits for us while we wait for it. Slow statements continue:
 * `statement_timeout` limits them.
 */
export function watchPool(pool: pg.Pool, config: pg.PoolConfig, { silence, probe }: WatchLimits): void {
  const seen = new Map<pg.Client, Seen>()
  let gone = false
  /** The processes of dropped connections that may still run in the database. */
  let left: number[] = []
  let heardAt = 0
  let asking = false
  let timer: NodeJS.Timeout | null = null

  const acquire = pool.connect.bind(pool) as (...words: unknown[]) => unknown
  pool.connect = ((...words: unknown[]) => {
    if (!gone) return acquire(...words)
    const error = new DatabaseGone('The database does not answer')
    const [callback] = words as [((error: Error) => void)?]
    return callback ? callback(error) : Promise.reject(error)
  }) as typeof pool.connect

  const end = pool.end.bind(pool) as (...words: unknown[]) => unknown
  pool.end = ((...words: unknown[]) => {
    // Terminate could hang forever and keep the process alive.
    setTimeout(() => {
      for (const [client, { waiting }] of seen) if (waiting === 0) drop(client)
    }, probe).unref()
    return end(...words)
  }) as typeof pool.end

  pool.on('connect', client => follow(client as pg.Client))
  pool.on('remove', client => seen.delete(client as pg.Client))

  function follow(client: pg.Client): void {
    const state: Seen = { waiting: 0, since: 0 }
    seen.set(client, state)
    const heard = (waiting: number) => {
      heardAt = performance.now()
      state.waiting = waiting
      state.since = heardAt
    }
    const ask = client.query.bind(client) as (...words: unknown[]) => unknown
    client.query = ((...words: unknown[]) => {
      if (state.waiting++ === 0) state.since = performance.now()
      timer ??= setInterval(look, silence / 4).unref()
      const answer = ask(...words)
      if (answer instanceof Promise) {
        const answered = () => heard(Math.max(0, state.waiting - 1))
        // An error of the connection itself is no answer from the database.
        answer.then(answered, error => 'severity' in error && answered())
      }
      return answer
    }) as typeof client.query
    client.on('drain', () => heard(0))
    // Between two statements of a transaction there is no other listener, and an unhandled error ends the process.
    client.on('error', () => {})
    client.on('end', () => seen.delete(client))
  }

  function look(): void {
    if (asking) return
    const now = performance.now()
    const states = [...seen.values()].filter(state => state.waiting > 0)
    if (states.length === 0 && (pool.ending || (!gone && left.length === 0))) {
      clearInterval(timer!)
      timer = null
      return
    }
    if (!gone && left.length === 0 && states.every(state => now - state.since < silence)) return
    asking = true
    void judge().finally(() => {
      asking = false
    })
  }

  async function judge(): Promise<void> {
    const begun = performance.now()
    const stuck = [...seen].filter(([, { waiting, since }]) => waiting > 0 && begun - since >= silence)
    const dead = await askWhichWait(stuck.map(([client]) => processOf(client)))
    // Another connection had an answer during the probe: the database is there, and only slow to accept connections.
    if (dead === null && !gone && heardAt > begun) return
    gone = dead === null
    if (dead === null) for (const client of [...seen.keys()]) leave(client)
    else {
      for (const [client, state] of stuck) {
        const isSilent = state.waiting > 0 && begun - state.since >= silence
        if (isSilent && dead.includes(processOf(client))) leave(client)
      }
    }
  }

  function leave(client: pg.Client): void {
    left.push(processOf(client))
    drop(client)
  }

  /** @returns null when the database does not answer. */
  async function askWhichWait(processes: number[]): Promise<number[] | null> {
    const client = new pg.Client({ ...config, application_name: 'almotacen-probe' })
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
      if (left.length > 0) {
        await client.query(END_THEM, [left])
        left = []
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
