import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** A lock that did not come in time, or two sessions that waited for each other: it may come when it is asked for again. */
const BUSY = ['55P03', '40P01']
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/**
 * Does what needs locks that others hold, again and again with growing pauses between, so that nobody who comes meanwhile
 * has to queue behind it for longer than one try waits.
 * @throws its error when that is another one, or so much time has passed.
 */
export async function patiently<T>(patienceMs: number, work: () => Promise<T>): Promise<T> {
  const begin = performance.now()
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() - begin + pause > patienceMs) throw error
      await sleep(pause)
    }
  }
}

export const isBusy = (error: unknown): boolean => BUSY.includes((error as { code?: string }).code ?? '')

/** What a session waited for when it was last seen to wait: a table, and who has it. */
export type Obstacle = { table: string | null; holders: { pid: number; user: string | null; program: string }[] }

/**
 * Looks every so often what holds up the session of process `pid`: once a lock has not come, nobody can tell any more.
 * @returns what says what it was, and what ends the looking.
 */
export function watchObstacle(pool: pg.Pool, pid: number, everyMs: number) {
  let seen: Obstacle | null = null
  const look = async () => {
    const { rows } = await pool.query<Obstacle>(
      `select
         (select l.relation::regclass::text from pg_locks l join pg_class c on c.oid = l.relation and c.relkind = 'r'
          where l.pid = $1 and not l.granted) as "table",
         json_agg(json_build_object('pid', pid, 'user', usename, 'program', application_name) order by pid) as holders
       from pg_stat_activity where pid = any(pg_blocking_pids($1)) having count(*) > 0`,
      [pid],
    )
    seen = rows[0] ?? seen
  }
  const timer = setInterval(() => void look().catch(() => {}), everyMs)
  return { seen: () => seen, end: () => clearInterval(timer) }
}
