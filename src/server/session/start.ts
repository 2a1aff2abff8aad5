import { sessionsBeyond } from '#domain/session/limits.ts'
import { deviceCookie, deviceKey, newDevice } from '#server/http/device.ts'
import type { Origin } from '#server/http/route.ts'
import type { Portal } from '#server/portal.ts'
import { newToken, sha256 } from '#server/secrets.ts'
import type { Guesser } from '#server/session/guess.ts'
import { endThese, openSessionsOf } from '#server/session/open-sessions.ts'
import type { Unit } from '#server/unit.ts'

/** A session as its owner gets it, once: only the token's hash is kept (D19). */
export type NewSession = { id: string; token: string; csrf: string; cookie: string | null }

/** When the person last proved to be it, and whether its provider asked for the second factor instead of the portal. */
export type Shown = { provedAt: string | null; secondFactorElsewhere: boolean }

/**
 * Writes a session; the caller holds the user's row. A device without a cookie of ours gets one (D20). When too many
 * would be open, the oldest ends.
 */
export async function startSession(
  portal: Portal,
  unit: Unit,
  userId: string,
  { cookieGiven }: Pick<Guesser, 'cookieGiven'>,
  origin: Origin,
  { provedAt, secondFactorElsewhere }: Shown,
): Promise<NewSession> {
  const open = await openSessionsOf(unit.db, userId, unit.now)
  const beyond = sessionsBeyond(open.reverse(), portal.settings.maxSessions)
  await endThese(unit, beyond, 'limit')
  const id = unit.newId()
  const token = newToken()
  const fresh = cookieGiven ? null : newDevice()
  await unit.db
    .insertInto('session')
    .values({
      id,
      user_id: userId,
      token_hash: sha256(token),
      device_id: deviceKey(fresh ?? origin.device, origin.address),
      address: origin.address,
      user_agent: origin.userAgent,
      started_at: unit.now,
      last_seen_at: unit.now,
      proved_at: provedAt,
      second_factor_elsewhere: secondFactorElsewhere,
    })
    .execute()
  return {
    id,
    token,
    csrf: portal.secrets.derive('csrf', id),
    cookie: fresh && deviceCookie(fresh, portal.publicUrl.startsWith('https:')),
  }
}

/** Hands a session to the caller, in the headers that the specification names (API-13). */
export function handOver(session: NewSession, header: (name: string, value: string) => void): void {
  header('authorization', session.token)
  header('x-csrf-token', session.csrf)
  if (session.cookie) header('set-cookie', session.cookie)
}
