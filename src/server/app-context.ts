import type pg from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { IdentityProvider } from '#server/single-sign-on/provider.ts'

/** The outside world as the server's parts see it: one adapter per thing. */
export type AppContext = {
  readonly db: Db
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly files: FileStore
  readonly secrets: Secrets
  readonly settings: Settings
  /** Who else says who somebody is; none unless configured. */
  readonly providers: readonly IdentityProvider[]
  /** The address that links in mails begin with; never taken from a request (D21). */
  readonly publicUrl: string
  /** Tells the mail courier that a mail, or somebody who forgot a password, waits; it looks by itself as well. */
  readonly wakeOutbox: () => void
  /** Tells the background check of the watermark that a PDF may have come; it looks by itself as well. */
  readonly wakeMarkCheck: () => void
}
