import type pg from 'pg'
import type { Change } from '#domain/notification/stream/stream.ts'
import type { IdentityProvider } from '#server/identity/single-sign-on/provider.ts'
import type { ServedStreams } from '#server/notification/stream/start-streams.ts'
import type { Jobs } from '#server/operation/job/jobs.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Replica } from '#server/platform/database/topology/replica.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** The server's adapters to the outside world, one for each thing. */
export type AppContext = {
  readonly db: Db
  readonly pool: pg.Pool
  /** Connections that keep their session, for session locks; the same as `pool` without a pooler in between. */
  readonly sessions: pg.Pool
  /** Reads that a replica may answer. */
  readonly replica: Replica
  readonly clock: Clock
  readonly files: FileStore
  readonly secrets: Secrets
  readonly settings: Settings
  /** The configured identity providers; empty by default. */
  readonly providers: readonly IdentityProvider[]
  /** The base URL of links in mails; never taken from a request (D21). */
  readonly publicUrl: string
  /** Wakes the outbox worker, at once or later, for a new mail or password reset request; it also polls. */
  readonly wakeOutbox: (afterMs?: number) => void
  /** Wakes the background checks of new files, for the watermark and before a review; they also poll. */
  readonly wakeFileChecks: () => void
  /** Wakes the worker that sends to webhooks, at once or later; it also polls. */
  readonly wakeHooks: (afterMs?: number) => void
  /** Tells the open streams of all servers what changed, after the commit. */
  readonly tellChanges: (changes: readonly Change[]) => void
  /** The streams of this server; null where none are served. */
  readonly streams: ServedStreams | null
  /** The background jobs of this process. */
  readonly jobs: Jobs
  /** Has a job that was asked for run at once; every process also looks now and then. */
  readonly wakeJobs: () => void
}
