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

export type Holder = { pid: number; user: string; program: string }

/**
 * Looks every so often which sessions hold up the one of process `pid`: once a lock has not come, nobody can tell any more.
 * @returns who did when it was last held up, and ends the looking.
 */
export function watchHolders(pool: pg.Pool, pid: number, everyMs: number): () => Holder[] {
  let seen: Holder[] = []
  const look = async () => {
    const { rows } = await pool.query<Holder>(
      `select pid, usename as user, application_name as program from pg_stat_activity
       where pid = any(pg_blocking_pids($1)) order by pid`,
      [pid],
    )
    if (rows.length > 0) seen = rows
  }
  const timer = setInterval(() => void look().catch(() => {}), everyMs)
  return () => {
    clearInterval(timer)
    return seen
  }
}
