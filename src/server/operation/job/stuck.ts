import { sql } from 'kysely'
import type { JobName } from '#domain/notification/operation/job/job.ts'
import { overrunOf, STUCK_TIMES } from '#domain/notification/operation/job/job.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import { logLine, logProblem } from '#server/platform/log.ts'

/** How long a run counts as stuck after its server last said so, in milliseconds. */
export const STUCK_SEEN_MS = 3 * MINUTE

export type Watch = {
  /** How many times its limit the run has taken so far. */
  overrun(): number
  /** The run has ended. */
  end(): Promise<void>
}

/**
 * Watches a run that begins. One that takes ten times its limit raises an alarm in the log, and is on record for as long
 * as its server says every `lookMs` that it lasts.
 */
export function watch(contextOf: () => AppContext, name: JobName, lookMs: number): Watch {
  const startedAt = contextOf().clock.now()
  const overrun = () => overrunOf(name, Date.parse(contextOf().clock.now()) - Date.parse(startedAt))
  let noting: Promise<void> | null = null
  let isNoting = false
  const look = () => {
    // One note at a time, so that none is written behind the end.
    if (isNoting || overrun() < STUCK_TIMES) return
    if (noting === null)
      logLine('error', 'alarm', { message: `The job ${name} takes ${STUCK_TIMES} times its limit, and goes on` })
    isNoting = true
    noting = noteStuck(contextOf(), name, startedAt)
      .catch(error => logProblem('job-not-recorded', error))
      .finally(() => {
        isNoting = false
      })
  }
  const timer = setInterval(look, lookMs)
  timer.unref()
  return {
    overrun,
    end: async () => {
      clearInterval(timer)
      if (noting === null) return
      await noting
      const ended = { stuck_since: null, stuck_seen_at: null }
      await contextOf()
        .db.updateTable('job')
        .set(ended)
        .where('name', '=', name)
        .where('stuck_since', '=', startedAt)
        .execute()
        .catch(error => logProblem('job-not-recorded', error))
    },
  }
}

/** Of several servers whose run is stuck, the one that began first is on record. */
async function noteStuck({ db, clock }: AppContext, name: JobName, since: string): Promise<void> {
  const now = clock.now()
  const isOld = sql<boolean>`job.stuck_seen_at is null or job.stuck_seen_at <= ${after(now, -STUCK_SEEN_MS)}`
  await db
    .insertInto('job')
    .values({ name, stuck_since: since, stuck_seen_at: now })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({
        stuck_since: sql`case when ${isOld} then ${since}::timestamptz else least(job.stuck_since, ${since}::timestamptz) end`,
        stuck_seen_at: now,
      }),
    )
    .execute()
}
