import type { JobName } from '#domain/notification/operation/job/job.ts'
import { jobFaultLabels, jobFaultOf, jobs, TOLD_FAILURES } from '#domain/notification/operation/job/job.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import { safeError } from '#server/platform/log.ts'

const DETAIL_MAX = 300

type Run = {
  name: JobName
  startedAt: string
  durationMs: number
  /** null for a run that succeeded. */
  error: unknown
  /** When the run was asked for; null for one that was due. */
  askedAt: string | null
}

type Before = { failures: number; failed_at: string | null; told_at: string | null; asked_at: string | null }

/** Records the run of a job that has ended, and tells CCI once when it fails again and again. */
export async function recordRun(app: AppContext, run: Run): Promise<void> {
  await inTransaction(app, null, async tx => {
    await tx.db
      .insertInto('job')
      .values({ name: run.name })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const before = await tx.db
      .selectFrom('job')
      .select(['failures', 'failed_at', 'told_at', 'asked_at'])
      .where('name', '=', run.name)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx.db
      .updateTable('job')
      .set({
        started_at: run.startedAt,
        ended_at: tx.now,
        duration_ms: run.durationMs,
        // One that was asked for meanwhile still waits.
        ...(run.askedAt !== null && before.asked_at === run.askedAt ? { asked_at: null } : {}),
        ...(run.error === null ? succeeded(tx, run, before) : failed(tx, run, before)),
      })
      .where('name', '=', run.name)
      .execute()
  })
}

const eventOf = ({ name }: Run, more: object) => ({
  object: { kind: 'job', id: name },
  facts: { job: jobs[name].label, ...more },
})

function succeeded(tx: Transaction, run: Run, { told_at }: Before) {
  if (told_at !== null) tx.record({ event: 'job.recovered', ...eventOf(run, {}) })
  return { failures: 0, told_at: null }
}

function failed(tx: Transaction, run: Run, before: Before) {
  // Servers that meet one trouble at the same time have failed once.
  const apart = after(tx.now, (-jobs[run.name].everyMinutes * MINUTE) / 2)
  const isAnother = before.failures === 0 || before.failed_at === null || before.failed_at <= apart
  const failures = before.failures + Number(isAnother)
  const { type, code = '', constraint, message } = safeError(run.error)
  const isOfDatabase = (run.error as { severity?: unknown }).severity !== undefined
  const fault = isOfDatabase ? 'database' : jobFaultOf(code)
  const tells = failures >= TOLD_FAILURES && before.told_at === null
  if (tells) tx.record({ event: 'job.failing', ...eventOf(run, { fault: jobFaultLabels[fault] }) })
  return {
    failures,
    failed_at: tx.now,
    fault,
    detail: firstCharacters([type, code, constraint, message].filter(Boolean).join(' '), DETAIL_MAX),
    ...(tells ? { told_at: tx.now } : {}),
  }
}
