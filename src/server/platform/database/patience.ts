import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** A lock timeout or a deadlock: a retry may succeed. */
const BUSY = ['55P03', '40P01']
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/**
 * Runs work that needs locks of other sessions, and retries it with growing pauses, so that other sessions never queue
 * behind it for longer than one attempt.
 * @throws the error of `work` when it is another one, or after `patienceMs` milliseconds.
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

/** The last lock that a session waited for: its table and its holders. */
export type Obstacle = { table: string | null; holders: { pid: number; user: string | null; program: string }[] }

/**
 * Polls which sessions block process `pid`, because after a lock timeout the information is gone.
 * @returns `seen`, the last obstacle, and `end`, which stops polling.
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
