import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { onlyOf } from '#domain/values/certain.ts'
import type { Connection, Db, Limits } from '#server/platform/database/connect.ts'
import { connect, servingLimits } from '#server/platform/database/connect.ts'
import { isUnavailable } from '#server/platform/database/unavailable.ts'
import { logProblem } from '#server/platform/log.ts'

/** Pauses between looks at a replica that is a moment behind, in milliseconds: together less than a reader notices. */
const PAUSES_MS = [2, 5, 10, 20]
/** How long a replica that failed is left alone, in milliseconds. */
const REST_MS = 5000
/** A replica that is away is passed over sooner than the primary would be given up. */
const LIMITS: Limits = { ...servingLimits, connect: 500, silence: 500, probe: 500 }
/** The replica ended a query because its rows were vacuumed or its table changed. */
const CONFLICT = '40001'

/** Who answered the reads that a replica may answer: the replica, or the primary because it was behind or away. */
export type ReplicaCounts = { replica: number; behind: number; away: number }

export type Replica = {
  /** Runs a read on the replica, or on the primary. It may run twice, so it must change nothing. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  readonly counts: Readonly<ReplicaCounts>
  stop(): Promise<void>
}

/** Without a replica the primary reads everything. */
export const noReplica = (primary: Db): Replica => ({
  read: work => work(primary),
  counts: { replica: 0, behind: 0, away: 0 },
  stop: async () => {},
})

/**
 * Reads from a replica what was written before: the position of the primary's log is taken when a read begins, and the
 * replica answers only once it has replayed that far (decision 040). So no reader misses what was acknowledged before,
 * by any user through any server.
 */
export function openReplica(primary: Db, connection: Connection, max: number, limits = LIMITS): Replica {
  const { db } = connect(connection, max, limits)
  const counts: ReplicaCounts = { replica: 0, behind: 0, away: 0 }
  let restsUntil = 0

  const onReplica = async <T>(position: string, work: (db: Db) => Promise<T>) =>
    // On one connection: behind one address may be several replicas, each at a position of its own.
    db.connection().execute(async one => ((await hasReplayed(one, position)) ? { answer: await work(one) } : null))

  return {
    counts,
    async read(work) {
      if (performance.now() < restsUntil) {
        counts.away++
        return work(primary)
      }
      const position = await positionOf(primary)
      try {
        const done = await onReplica(position, work)
        counts[done ? 'replica' : 'behind']++
        if (done) return done.answer
      } catch (error) {
        if (!isUnavailable(error) && (error as { code?: string }).code !== CONFLICT) throw error
        counts.away++
        if (isUnavailable(error)) {
          restsUntil = performance.now() + REST_MS
          logProblem('replica-away', error)
        }
      }
      return work(primary)
    },
    stop: () => db.destroy(),
  }
}

/** Everything that the primary has acknowledged lies before. */
async function positionOf(primary: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(primary)
  return onlyOf(rows).at
}

/** A server that is no replica (any more) has no position: the primary reads instead. */
async function hasReplayed(replica: Db, position: string): Promise<boolean> {
  for (const pause of [...PAUSES_MS, null]) {
    const { rows } = await sql<{ fresh: boolean }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as fresh`.execute(replica)
    if (onlyOf(rows).fresh) return true
    if (pause !== null) await sleep(pause)
  }
  return false
}
