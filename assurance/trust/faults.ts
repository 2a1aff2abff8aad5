import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Replicas } from '#assurance/trust/replicas.ts'

const kinds = ['kill', 'kill', 'pause', 'pause', 'terminate', 'terminate', 'backend', 'database', 'none'] as const
type Fault = (typeof kinds)[number]

/** Injects one fault after another, each undone before the next. @returns the count per fault. */
export async function nemesis(
  replicas: Replicas,
  { ms, next }: { ms: number; next: (limit: number) => number },
): Promise<Partial<Record<Fault, number>>> {
  const end = performance.now() + ms
  const left = () => end - performance.now()
  const befell: Partial<Record<Fault, number>> = {}
  while (left() > 0) {
    await sleep(Math.min(left(), 500 + next(1500)))
    if (left() <= 0) break
    const fault = kinds[next(kinds.length)]!
    befell[fault] = (befell[fault] ?? 0) + 1
    await faults[fault](replicas, next)
  }
  return befell
}

const faults: Record<Fault, (replicas: Replicas, next: (limit: number) => number) => Promise<void>> = {
  /** Kills and restarts one server, sometimes with another clock. */
  async kill(replicas, next) {
    const which = next(2)
    await replicas.kill(which)
    await sleep(next(1000))
    await replicas.raise(which, next(3) === 0 ? next(Replicas.clocksApartS) : 0)
  },
  /** Pauses one server, with its open transactions and locks. */
  async pause(replicas, next) {
    const which = next(2)
    replicas.signal(which, 'SIGSTOP')
    await sleep(500 + next(6000))
    replicas.signal(which, 'SIGCONT')
  },
  /** Cuts some connections in the middle of their work. */
  async terminate({ db }, next) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'almotacen_app' and pid % 3 = ${next(3)}`
      .execute(db)
      .catch(() => {})
  },
  /** Kills a database process, after which PostgreSQL restarts all others and recovers from its log. */
  async backend({ db }, next) {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where usename = 'almotacen_app'`
      .execute(db)
      .catch(() => ({ rows: [] }))
    const victim = rows[next(Math.max(1, rows.length))]
    if (victim) process.kill(victim.pid, 'SIGKILL')
  },
  /** Shuts the database down during work; the portals restart it. */
  async database(replicas, next) {
    replicas.endDatabase(next(2) === 0 ? 'SIGINT' : 'SIGQUIT')
    await sleep(1000)
  },
  async none() {},
}
