import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '#domain/notification/operation/job/job.ts'
import { foretellingStore, UPLOAD_WAITS_MS } from '#server/document/legibility/foretell.ts'
import { runPrechecks } from '#server/document/precheck/checks.ts'
import { checkMarks } from '#server/document/watermark/check.ts'
import { answerResetWishes } from '#server/identity/session/reset.ts'
import { identityProvider } from '#server/identity/single-sign-on/provider.ts'
import type { DeliveryOptions } from '#server/integration/webhook/deliver.ts'
import { deliverHooks, hookSender } from '#server/integration/webhook/deliver.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { teller } from '#server/notification/stream/listen.ts'
import { startStreams } from '#server/notification/stream/start-streams.ts'
import { noteDamage } from '#server/operation/files/damage.ts'
import { scannedStore } from '#server/operation/files/scanned-store.ts'
import { makeJobs } from '#server/operation/job/jobs.ts'
import { mailSender, startOutboxWorker } from '#server/operation/mail/outbox-worker.ts'
import { tellGivenUp, tellUndelivered } from '#server/operation/mail/undelivered.ts'
import type { Clock } from '#server/platform/clock.ts'
import { MINUTE, systemClock } from '#server/platform/clock.ts'
import type { Connection, Limits } from '#server/platform/database/connect.ts'
import { connect, servingLimits } from '#server/platform/database/connect.ts'
import { prepareDatabase } from '#server/platform/database/privileges.ts'
import { noReplica, openReplica } from '#server/platform/database/topology/replica.ts'
import { clamdScanner } from '#server/platform/files/clamd.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { settleIdentity } from '#server/platform/installation/identity.ts'
import { logLine, logProblem } from '#server/platform/log.ts'
import { outboxFolder } from '#server/platform/mail/outbox-folder.ts'
import { folderTransport, smtpTransport } from '#server/platform/mail/transport.ts'
import { followSecrets } from '#server/platform/secrets/follow-secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

export type RunningApp = {
  app: AppContext
  /** The same for background jobs, with connections of their own: users never wait for those of a job. */
  background: AppContext
  sendMail(): Promise<number>
  /** Sends the due deliveries of webhooks. */
  sendHooks(options?: DeliveryOptions): Promise<number>
  /** Aborts the mail being sent; the next start sends it. */
  cutMail(): void
  /** Stops sending mail after the mails under way. `stop` does it as well. */
  stopMail(): Promise<void>
  stop(): Promise<void>
}

/**
 * Opens the portal's resources: database (migrated by `owner`, used through `connection`, or through the pooler of
 * `settings`), files, secrets, mail.
 * `autoMail: false` leaves sending to `sendMail()`, the watermark check to `checkMarks()` and the checks before a review
 * to `runPrechecks()`, so that tests decide when. `serving` listens for changes, for the streams of browsers.
 */
export async function openApp(
  settings: Settings,
  connection: Connection,
  {
    clock = systemClock(settings.clockOffsetMs),
    autoMail = true,
    poolSize = settings.databasePool,
    owner = null,
    limits = { ...servingLimits, statement: settings.statementMs },
    serving = false,
    foretellsMs = UPLOAD_WAITS_MS,
  }: {
    clock?: Clock
    autoMail?: boolean
    poolSize?: number
    owner?: Connection | null
    limits?: Limits
    serving?: boolean
    /** How long an upload waits for what is found in it, in milliseconds; 0: uploads are not looked into at once. */
    foretellsMs?: number
  } = {},
): Promise<RunningApp> {
  await mkdir(settings.dataDir, { recursive: true })
  await prepareDatabase(connection, owner)
  const { replica, close, sessions, jobs, ...users } = openPools(settings, connection, poolSize, limits, serving)
  const opened = await openFiles(settings)
  // Runs before anything is written to files that may belong to another installation.
  await settleIdentity(sessions.db, opened.mark, clock.now()).catch(async error => {
    opened.close()
    await close()
    throw error
  })
  const store = await opened.store(sha256 => void noteDamage(background, sha256))
  const safe = settings.clamd ? scannedStore(store, clamdScanner(settings.clamd), () => app) : store
  const files = foretellsMs > 0 ? foretellingStore(safe, foretellsMs) : safe
  const { secrets, stop: stopFollowing } = await followSecrets(settings)
  const transport = settings.smtpUrl
    ? smtpTransport(settings.smtpUrl, { plain: settings.plainConnections })
    : folderTransport(outboxFolder(settings.dataDir))
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`
  const ownJobs = makeJobs(() => background)
  const contextWith = ({ db, pool, sessions }: Pick<AppContext, 'db' | 'pool' | 'sessions'>): AppContext => ({
    db,
    pool,
    sessions,
    replica,
    clock,
    files,
    secrets,
    settings,
    providers: settings.signOn.map(provider => identityProvider(provider, publicUrl)),
    publicUrl,
    wakeOutbox: afterMs => outboxWorker?.wake(afterMs),
    wakeFileChecks: () => {
      prechecks?.wake()
      markCheck?.wake()
    },
    wakeHooks: afterMs => hookWorker?.wake(afterMs),
    tellChanges: changes => telling?.tell(changes),
    get streams() {
      return streams
    },
    jobs: ownJobs,
    wakeJobs: () => {
      if (autoMail) void ownJobs.runAsked().catch(error => logProblem('job-failed', error))
    },
  })
  const app = contextWith({ ...users, sessions: sessions.pool })
  const background = jobs ? contextWith(jobs) : app
  const telling = settings.streams > 0 ? teller(app.db) : null
  const streams = serving && settings.streams > 0 ? startStreams(() => app, connection) : null
  // Tests read the mails themselves.
  const lines = autoMail ? { note: logLine } : {}
  const mails = mailSender(background, transport, { ...lines, slowEnded: () => app.wakeOutbox() })
  const sendMail = async (stopped?: AbortSignal) => {
    await answerResetWishes(background, stopped)
    const sent = await mails.round(stopped)
    // Tests see what became of each; a server goes on.
    if (!autoMail) await mails.settled()
    await tellUndelivered(background)
    await tellGivenUp(background)
    return sent
  }
  const hooks = hookSender(background, () => app.wakeHooks())
  /** Runs a job when woken and at intervals; CCI may ask for it as well. */
  const worker = (name: JobName, work: (stopped: AbortSignal) => Promise<unknown>, event: string, everyMs?: number) => {
    if (!autoMail) return null
    const ending = new AbortController()
    const ended = (error: unknown) => error !== null && logProblem(event, error)
    const run = ownJobs.offer(name, () => work(ending.signal), ended)
    const started = startOutboxWorker(run, error => logProblem(event, error), everyMs)
    const stop = () => {
      ending.abort()
      return started.stop()
    }
    return { ...started, stop }
  }
  const outboxWorker = worker('send-mail', sendMail, 'mail-stuck')
  const hookWorker = worker('send-webhooks', stopped => hooks.begin({ stopped, ...lines }), 'webhooks-stuck')
  const rest = (signal: AbortSignal) => (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  const markCheck = worker(
    'check-marks',
    signal => checkMarks(background, { signal, rest: rest(signal) }),
    'job-failed',
    15 * MINUTE,
  )
  const prechecks = worker('check-files', signal => runPrechecks(background, { signal }), 'job-failed', 15 * MINUTE)
  return {
    app,
    background,
    sendMail,
    sendHooks: options => deliverHooks(background, options),
    cutMail: () => transport.cut(),
    stopMail: async () => {
      await outboxWorker?.stop()
      await mails.settled()
    },
    stop: async () => {
      await Promise.all([outboxWorker?.stop(), hookWorker?.stop(), markCheck?.stop(), prechecks?.stop()])
      // Of those that are slow, the claims last, and another server takes them afterwards.
      transport.cut()
      await Promise.all([mails.settled(), hooks.settled()])
      await streams?.stop()
      await telling?.stop()
      stopFollowing()
      transport.close()
      opened.close()
      await close()
    },
  }
}

/** The most jobs that hold a lock at once. */
const SESSIONS = 8
/** Connections of the jobs of a serving process, and how much longer than a call a job waits for one. */
const OF_JOBS = { connections: 3, patience: 2 }

/** The pools: for users, for session locks, and for the jobs of a serving process; and the replica. */
function openPools(settings: Settings, connection: Connection, poolSize: number, limits: Limits, serving: boolean) {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl } = settings
  const pooled = databaseDirectUrl === null ? null : databaseUrl
  const through = { pooled: pooled !== null }
  const users = connect(pooled ?? connection, poolSize, limits, through)
  const ofJobs = { ...limits, connect: OF_JOBS.patience * limits.connect }
  const jobs = serving ? connect(pooled ?? connection, OF_JOBS.connections, ofJobs, through) : null
  // A job that holds a lock takes connections of the other pool, so that jobs never wait for each other's locks.
  const sessions = pooled || serving ? connect(connection, SESSIONS, ofJobs) : users
  const replica = databaseReadUrl ? openReplica(users.db, databaseReadUrl, poolSize) : noReplica(users.db)
  const close = async () => {
    const opened = new Set([users.db, sessions.db, ...(jobs ? [jobs.db] : [])])
    await Promise.all([replica.stop(), ...[...opened].map(db => db.destroy())])
  }
  return { ...users, sessions, jobs: jobs && { ...jobs, sessions: sessions.pool }, replica, close }
}
