import { statfs } from 'node:fs/promises'
import Fastify from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ServerWire } from '#domain/notification/operation/server/contract.ts'
import { checkStates, SILENT_MS } from '#domain/notification/operation/server/server.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { measured } from '#server/kernel/measured.ts'
import { newestIn } from '#server/platform/backup/newest.ts'
import { logProblem } from '#server/platform/log.ts'

/** Upper bounds of the latency buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** How long a measurement of the database is reused, in milliseconds: several scrapers ask at once. */
const REUSED_MS = 10_000

export type Metrics = {
  /** Notes an answered call: its name in the contract or route, its status, and how long it took in seconds. */
  observe(call: string, status: number, seconds: number): void
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>
  /** Lets the process that started this worker ask for its metrics. */
  share(): void
}

const HELP: Record<string, string> = {
  mails_waiting: 'Mails in the outbox that have not been sent.',
  oldest_mail_seconds: 'Age of the oldest unsent mail.',
  mails_failing: 'Unsent mails that failed once or more.',
  mails_given_up: 'Mails that were given up and not sent again.',
  files: 'Stored files, as the statistics of the database estimate.',
  files_damaged: 'Stored files that are corrupt or missing.',
  sessions: 'Open sessions.',
}

/** The background jobs that have run, on whichever server. */
async function measuredJobs({ db, clock }: AppContext) {
  const rows = await db.selectFrom('job').select(['name', 'failures', 'ended_at', 'duration_ms']).execute()
  return rows.flatMap(({ name, failures, ended_at, duration_ms }) =>
    ended_at === null
      ? []
      : [
          {
            job: name,
            failures,
            age: (Date.parse(clock.now()) - Date.parse(ended_at)) / 1000,
            seconds: (duration_ms ?? 0) / 1000,
          },
        ],
  )
}

const JOB_HELP = {
  failures: 'Failures of a background job since its last run that succeeded.',
  age: 'Seconds since the last recorded run of a background job ended.',
  seconds: 'Duration of the last recorded run of a background job.',
} as const
const JOB_NAMES = {
  failures: 'job_failures',
  age: 'job_last_run_age_seconds',
  seconds: 'job_duration_seconds',
} as const

/** What the checks of each server that gives signs of life found, and how long ago it gave one. */
async function measuredServers({ db, clock }: AppContext) {
  const rows = await db.selectFrom('server_state').select(['name', 'seen_at', 'checks']).execute()
  return rows.map(({ name: server, seen_at, checks }) => {
    const age = (Date.parse(clock.now()) - Date.parse(seen_at)) / 1000
    return { server, age, checks: age * 1000 > SILENT_MS ? [] : (checks as ServerWire['checks']) }
  })
}

/** @returns what sets the gauges of the servers to a measurement, so that those of a server that is gone end */
function gaugesOfServers(
  registry: Registry,
  collect: () => Promise<void>,
): (servers: Awaited<ReturnType<typeof measuredServers>>) => void {
  const checkState = new Gauge({
    name: 'almotacen_check_state',
    help: 'What a check of the installation came to on a server: 0 in order, 1 something to do, 2 broken.',
    labelNames: ['server', 'check'],
    registers: [registry],
    aggregator: 'max',
    collect,
  })
  const seenAge = new Gauge({
    name: 'almotacen_server_seen_age_seconds',
    help: 'Seconds since the last sign of life of a server that was not stopped.',
    labelNames: ['server'],
    registers: [registry],
    aggregator: 'min',
    collect,
  })
  return servers => {
    checkState.reset()
    seenAge.reset()
    for (const { server, age, checks } of servers) {
      seenAge.set({ server }, age)
      for (const { check, state } of checks) checkState.set({ server, check }, checkStates.indexOf(state))
    }
  }
}

/** The age of the last back-up and of the last one that was verified, in seconds; infinite if there is none. */
function measureBackups(registry: Registry, { settings: { backupDir }, clock }: AppContext): void {
  if (!backupDir) return
  new Gauge({
    name: 'almotacen_backup_age_seconds',
    help: 'Seconds since the last complete back-up in BACKUP_DIR was taken, and since one was verified.',
    labelNames: ['of'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const newest = await newestIn(backupDir).catch(() => ({ taken: null, verified: null }))
      for (const [of, at] of Object.entries(newest))
        this.set({ of }, at === null ? Number.POSITIVE_INFINITY : (Date.parse(clock.now()) - Date.parse(at)) / 1000)
    },
  })
}

/** The room on the disks of the portal's folders, as a share of their size. */
function measureDisks(registry: Registry, { settings: { dataDir, backupDir } }: AppContext): void {
  new Gauge({
    name: 'almotacen_disk_free_ratio',
    help: 'Share of a disk that is free, by the folder of the portal that lies on it.',
    labelNames: ['folder'],
    registers: [registry],
    aggregator: 'min',
    async collect() {
      for (const [folder, path] of Object.entries({ data: dataDir, backup: backupDir })) {
        const disk = path ? await statfs(path).catch(() => null) : null
        if (disk) this.set({ folder }, disk.bavail / disk.blocks)
      }
    },
  })
}

/** The processes of this server: each adds one, so that the sum are those that serve. */
function countWorkers(registry: Registry, { settings }: AppContext): void {
  new Gauge({ name: 'almotacen_workers', help: 'Processes that serve.', registers: [registry] }).set(1)
  new Gauge({
    name: 'almotacen_workers_wanted',
    help: 'Processes that should serve: WORKERS.',
    registers: [registry],
    aggregator: 'max',
  }).set(settings.workers)
}

/** The metrics of this process and of its database. */
export function makeMetrics(app: AppContext): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'almotacen_' })
  const duration = new Histogram({
    name: 'almotacen_http_request_duration_seconds',
    help: 'Duration of answered calls by name and status.',
    labelNames: ['call', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const pool: Record<string, () => number> = {
    open: () => app.pool.totalCount,
    idle: () => app.pool.idleCount,
    waiting: () => app.pool.waitingCount,
  }
  new Gauge({
    name: 'almotacen_database_connections',
    help: 'Connections to the database that are open or idle, and calls that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(pool)) this.set({ state }, count())
    },
  })
  new Gauge({
    name: 'almotacen_replica_reads',
    help: 'Reads that a replica may answer, by who did: the replica, or the primary as it was behind or away.',
    labelNames: ['by'],
    registers: [registry],
    collect() {
      for (const [by, count] of Object.entries(app.replica.counts)) this.set({ by }, count)
    },
  })
  new Gauge({
    name: 'almotacen_job_overrun',
    help: 'How many times its limit a run of a background job has taken that is under way; 10 or more is stuck.',
    labelNames: ['job'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.reset()
      for (const [job, times] of app.jobs.overruns()) this.set({ job }, times)
    },
  })
  measureBackups(registry, app)
  measureDisks(registry, app)
  countWorkers(registry, app)
  const setServers = gaugesOfServers(registry, () => measure())
  const up = new Gauge({
    name: 'almotacen_database_up',
    help: '1 when the database answered the last measurement.',
    registers: [registry],
    aggregator: 'min',
    collect: () => measure(),
  })
  // Workers measure the same database.
  const gauges = new Map(
    Object.entries(HELP).map(([name, help]) => [
      name,
      new Gauge({
        name: `almotacen_${name}`,
        help,
        registers: [registry],
        aggregator: 'max',
        collect: () => measure(),
      }),
    ]),
  )
  const ofJobs = (Object.keys(JOB_HELP) as (keyof typeof JOB_HELP)[]).map(key => ({
    key,
    gauge: new Gauge({
      name: `almotacen_${JOB_NAMES[key]}`,
      help: JOB_HELP[key],
      labelNames: ['job'],
      registers: [registry],
      aggregator: 'max',
      collect: () => measure(),
    }),
  }))
  let last = { at: Number.NEGATIVE_INFINITY, work: Promise.resolve() }
  const measure = () => {
    if (performance.now() - last.at < REUSED_MS) return last.work
    const work = Promise.all([measured(app), measuredJobs(app), measuredServers(app)]).then(
      ([values, jobs, servers]) => {
        up.set(1)
        setServers(servers)
        for (const { key, gauge } of ofJobs) for (const job of jobs) gauge.set({ job: job.job }, job[key])
        for (const [name, gauge] of gauges) gauge.set(values[name]!)
      },
      error => {
        up.set(0)
        logProblem('job-failed', error)
      },
    )
    last = { at: performance.now(), work }
    return work
  }
  return {
    observe: (call, status, seconds) => duration.observe({ call, status }, seconds),
    text: () => registry.metrics(),
    share: () => {
      AggregatorRegistry.setRegistries(registry)
      // Answers the process that asks all workers.
      new AggregatorRegistry()
    },
  }
}

/** The metrics of all workers together, asked by the process that started them. */
export function workersMetrics(): Pick<Metrics, 'text'> {
  const all = new AggregatorRegistry()
  return { text: () => all.clusterMetrics() }
}

/**
 * Serves `/metrics` on an address of its own, away from the users of the portal.
 * @throws when the address cannot be bound
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  host: string,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const fastify = Fastify()
  fastify.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text()),
  )
  await fastify.listen({ host, port })
  return { port: (fastify.server.address() as { port: number }).port, close: () => fastify.close() }
}
