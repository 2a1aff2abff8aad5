import { sessionsBeyond } from '#domain/identity/session/limits.ts'
import type { Origin } from '#server/http/route.ts'
import { deviceCookie, deviceKey, newDevice } from '#server/http/security/device.ts'
import type { AttemptKeys } from '#server/identity/session/login-throttle.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { unawaited } from '#server/platform/database/pipeline/together.ts'
import { statement } from '#server/platform/database/statement.ts'
import { newToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { endThese, type OpenSession } from '#server/session/open-sessions.ts'

/** A session as its owner gets it, once: only the token's hash is stored (D19). */
export type NewSession = { id: string; token: string; csrf: string; cookie: string | null }

/**
 * When the session last authenticated, whether it showed a second factor (null: created by a version that did not store
 * it), and whether the identity provider asked for it instead of the portal.
 */
export type Shown = {
  authenticatedAt: string | null
  secondFactorShown: boolean | null
  secondFactorElsewhere: boolean
}

type Row = Shown &
  Pick<Origin, 'address' | 'userAgent'> & { id: string; userId: string; hash: string; device: string; now: string }

const insertSession = statement((db, row: Row) =>
  db
    .insertInto('session')
    .values({
      id: row.id,
      user_id: row.userId,
      token_hash: row.hash,
      device_id: row.device,
      address: row.address,
      user_agent: row.userAgent,
      started_at: row.now,
      last_seen_at: row.now,
      proved_at: row.authenticatedAt,
      second_factor_shown: row.secondFactorShown,
      second_factor_elsewhere: row.secondFactorElsewhere,
    })
    .compile(),
)

/**
 * Inserts a session; the caller has locked the user's row and read the open sessions, newest first. A device without our cookie gets one (D20). Beyond the
 * maximum number of open sessions, the oldest ends.
 */
export async function startSession(
  app: AppContext,
  tx: Transaction,
  { userId, open }: { userId: string; open: OpenSession[] },
  { cookieGiven }: Pick<AttemptKeys, 'cookieGiven'>,
  origin: Origin,
  shown: Shown,
): Promise<NewSession> {
  const beyond = sessionsBeyond(open.toReversed(), app.settings.maxSessions)
  await endThese(tx, beyond, 'limit')
  const id = tx.newId()
  const token = newToken()
  const fresh = cookieGiven ? null : newDevice()
  const { address, userAgent } = origin
  const device = deviceKey(fresh ?? origin.device, address)
  unawaited(
    insertSession(tx.db, { ...shown, id, userId, hash: sha256(token), device, address, userAgent, now: tx.now }),
  )
  return {
    id,
    token,
    csrf: app.secrets.derive('csrf', id),
    cookie: fresh && deviceCookie(fresh, app.publicUrl.startsWith('https:')),
  }
}

/** Sends the session to the caller in the headers that the specification names (API-13). */
export function handOver(session: NewSession, header: (name: string, value: string) => void): void {
  header('authorization', session.token)
  header('x-csrf-token', session.csrf)
  if (session.cookie) header('set-cookie', session.cookie)
}
