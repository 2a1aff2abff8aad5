import pg from 'pg'

/** What is seen of one connection: how many statements wait for their answer, and since when the first does. */
type Seen = { waiting: number; since: number }

export type WatchLimits = {
  /** How long a statement may go unanswered before the database is asked whether it is there, in milliseconds. */
  silence: number
  /** How long that question may go unanswered. */
  probe: number
}

/** Nobody was reached; what a caller is told is that the portal is unavailable. */
export class DatabaseGone extends Error {
  readonly code = 'DATABASE_GONE'
}

/** Of connections by their process: on which of them the database waits for a statement, and has so for a while. */
const IDLE_THERE = `select pid from pg_stat_activity
  where pid = any($1) and state like 'idle%' and state_change < clock_timestamp() - $2 * interval '1 millisecond'`
/** Ends sessions that were left: the database may not know yet that nobody is there, and keeps what they had locked. */
const END_THEM = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1) and usename = current_user and datname = current_database()`
const TOO_MANY_CONNECTIONS = '53300'

/**
 * Watches a pool for a network that swallows (R3). A statement that takes long and one whose answer will never come look
 * the same from here, so the database is asked on a connection of its own. Does it not answer either, and nobody heard
 * from it meanwhile, then it is gone: every connection is dropped, which ends what waits on them, new ones are refused at
 * once, and it is asked again until it answers. Does it answer, then only those connections are dropped on which it waits
 * for us as we do for it. What takes long is left alone: `statement_timeout` bounds it.
 */
export function watchPool(pool: pg.Pool, config: pg.PoolConfig, { silence, probe }: WatchLimits): void {
  const seen = new Map<pg.Client, Seen>()
  let gone = false
  /** The processes of connections that were dropped and may go on over there. */
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
    // A farewell to which nobody answers would keep the process.
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
        // What ends because the connection does was not heard from the database.
        answer.then(answered, error => 'severity' in error && answered())
      }
      return answer
    }) as typeof client.query
    client.on('drain', () => heard(0))
    // Between two statements of a transaction nobody else listens, and an error that nobody hears ends the process.
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
    // Heard meanwhile on another connection: it is there, and only slow to let in.
    if (dead === null && !gone && heardAt > begun) return
    gone = dead === null
    if (dead === null) for (const client of [...seen.keys()]) leave(client)
    else {
      for (const [client, state] of stuck) {
        const signOutPending = state.waiting > 0 && begun - state.since >= silence
        if (signOutPending && dead.includes(processOf(client))) leave(client)
      }
    }
  }

  function leave(client: pg.Client): void {
    left.push(processOf(client))
    drop(client)
  }

  /** @returns null when nobody answers. */
  async function askWhichWait(processes: number[]): Promise<number[] | null> {
    const client = new pg.Client({ ...config, application_name: 'almotacen-probe' })
    client.on('error', () => {})
    let limit: NodeJS.Timeout
    const wait = () => {
      const due = performance.now() + probe
      limit = setTimeout(() => {
        // Had this process stood still itself, the answer would lie there unread.
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

/** Ends a connection without a word: nobody may be there to hear one. */
function drop(client: pg.Client): void {
  client.connection.stream.destroy()
}
