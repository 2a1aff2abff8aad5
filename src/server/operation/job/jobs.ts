import type { JobName } from '#domain/notification/operation/job/job.ts'
import { jobNames } from '#domain/notification/operation/job/job.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { recordRun } from '#server/operation/job/record.ts'
import type { Watch } from '#server/operation/job/stuck.ts'
import { watch } from '#server/operation/job/stuck.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import { alone, askedLock } from '#server/platform/database/lock.ts'
import { newId } from '#server/platform/ids.ts'
import { logProblem } from '#server/platform/log.ts'
import { onBehalfOf } from '#server/platform/operation/cause.ts'
import type { Span } from '#server/platform/operation/tracing/span.ts'
import { failWith, inSpan } from '#server/platform/operation/tracing/span.ts'

/** The work of a job. It answers null when another server is at it, which is no run. */
type Work = () => Promise<unknown>

/** Told how each run ended: the error, or null. */
type Ended = (error: unknown) => void

export type Jobs = {
  /** Runs a job's work and records the run. Never fails; a run under way in this process is joined. */
  run(name: JobName, work: Work, ended?: Ended): Promise<void>
  /** Offers a job to those who ask for a run. @returns a run of it */
  offer(name: JobName, work: Work, ended?: Ended): () => Promise<void>
  /** The runs under way in this process: how many times its limit each has taken so far. */
  overruns(): ReadonlyMap<JobName, number>
  /** Runs what was asked for and no other server has taken. */
  runAsked(): Promise<void>
}

type Once = { work: Work; ended: Ended; askedAt: string | null; span: Span | null }

/** A good run of a frequent job is recorded once in this time, in milliseconds. */
const RECORDED_MS = 50_000

const logFailure: Ended = error => {
  if (error !== null) logProblem('job-failed', error)
}

/** The background jobs of this process. */
export function makeJobs(contextOf: () => AppContext, lookMs = MINUTE): Jobs {
  const offered = new Map<JobName, { work: Work; ended: Ended | undefined }>()
  const running = new Map<JobName, Promise<void>>()
  const watches = new Map<JobName, Watch>()
  /** The last good run that this process recorded, of each job. */
  const recorded = new Map<JobName, string>()

  async function once(name: JobName, { work, ended, askedAt, span }: Once): Promise<void> {
    const app = contextOf()
    const startedAt = app.clock.now()
    const begun = performance.now()
    let error: unknown = null
    try {
      if ((await work()) === null) return
    } catch (problem) {
      error = problem ?? new Error('unknown')
      if (span) failWith(span, error)
    }
    ended(error)
    const [last, now] = [recorded.get(name), app.clock.now()]
    if (error === null && askedAt === null && last !== undefined && now < after(last, RECORDED_MS)) return
    const durationMs = Math.round(performance.now() - begun)
    try {
      await recordRun(app, { name, startedAt, durationMs, error, askedAt })
      if (error === null) recorded.set(name, now)
      else recorded.delete(name)
    } catch (problem) {
      logProblem('job-not-recorded', problem)
    }
  }

  function run(name: JobName, work: Work, ended: Ended = logFailure, askedAt: string | null = null): Promise<void> {
    const present = running.get(name)
    if (present) return present
    const cause = { id: newId(contextOf().clock.now()), job: name }
    const watched = watch(contextOf, name, lookMs)
    const attributes = { 'almotacen.job': name, 'almotacen.cause': cause.id }
    const started = onBehalfOf(cause, () =>
      inSpan(`job ${name}`, { attributes }, span => once(name, { work, ended, askedAt, span })),
    ).finally(() => {
      running.delete(name)
      watches.delete(name)
      return watched.end()
    })
    running.set(name, started)
    watches.set(name, watched)
    return started
  }

  /** One server takes it; a server that ends before it has finished leaves it to the next. */
  async function take(name: JobName): Promise<void> {
    const job = offered.get(name)
    if (!job) return
    const app = contextOf()
    await alone(app, askedLock(jobNames.indexOf(name)), async () => {
      const row = await app.db.selectFrom('job').select('asked_at').where('name', '=', name).executeTakeFirst()
      if (!row?.asked_at) return
      // A run that began before it was asked for may have passed what it was asked for.
      await running.get(name)
      await run(name, job.work, job.ended, row.asked_at)
    })
  }

  return {
    run: (name, work, ended) => run(name, work, ended),
    offer(name, work, ended) {
      offered.set(name, { work, ended })
      return () => run(name, work, ended)
    },
    overruns: () => new Map([...watches].map(([name, { overrun }]) => [name, overrun()])),
    async runAsked() {
      const asked = await contextOf().db.selectFrom('job').select('name').where('asked_at', 'is not', null).execute()
      await Promise.all(asked.map(({ name }) => take(name as JobName)))
    },
  }
}
