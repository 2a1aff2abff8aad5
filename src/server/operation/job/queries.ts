import type { JobWire } from '#domain/notification/operation/job/contract.ts'
import type { JobFault, JobName } from '#domain/notification/operation/job/job.ts'
import { jobNames, jobStatusOf, jobs } from '#domain/notification/operation/job/job.ts'
import { STUCK_SEEN_MS } from '#server/operation/job/stuck.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** Every job of the portal, also those that have not run. */
export async function allJobs(db: Db, now: string): Promise<JobWire[]> {
  const rows = new Map((await db.selectFrom('job').selectAll().execute()).map(row => [row.name, row]))
  return jobNames.map(name => wireOf(name, rows.get(name), now))
}

type Row = {
  started_at: string | null
  ended_at: string | null
  duration_ms: number | null
  failures: number
  failed_at: string | null
  fault: string | null
  detail: string
  asked_at: string | null
  stuck_since: string | null
  stuck_seen_at: string | null
}

function wireOf(name: JobName, row: Row | undefined, now: string): JobWire {
  const { started_at = null, ended_at = null, duration_ms = null, failures = 0, asked_at = null } = row ?? {}
  // A server that ends says nothing more.
  const isSeen = row?.stuck_seen_at && row.stuck_seen_at > after(now, -STUCK_SEEN_MS)
  const stuckSince = isSeen ? row.stuck_since : null
  return {
    name,
    label: jobs[name].label,
    status: jobStatusOf({ askedAt: asked_at, endedAt: ended_at, failures, stuckSince }),
    startedAt: started_at,
    durationMs: duration_ms,
    nextAt: started_at && after(started_at, jobs[name].everyMinutes * MINUTE),
    stuckSince,
    failures,
    failedAt: row?.failed_at ?? null,
    fault: (row?.fault ?? null) as JobFault | null,
    detail: row?.detail ?? '',
  }
}
