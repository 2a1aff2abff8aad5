import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SIGN_ON_MS } from '#domain/identity/single-sign-on/single-sign-on.ts'
import { cookiesOf, cookieText, hostName } from '#server/http/security/cookies.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { after } from '#server/platform/clock.ts'
import { newToken, sha256 } from '#server/platform/secrets/secrets.ts'

const NAME = 'almotacen_sign_on'
/** The sign-ins of one browser that can be open at once: a browser that opens its tabs again begins several. */
const OPEN_MAX = 5
const isSecure = ({ publicUrl }: AppContext) => publicUrl.startsWith('https:')

/** Values that tie the provider's answer to the browser; all derive from the secret in the browser's cookie. */
export type Ties = { state: string; nonce: string; verifier: string }

export function tiesOf(secret: string): Ties {
  const derived = (purpose: string) => createHash('sha256').update(`${purpose}:${secret}`).digest('base64url')
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

/** Each sign-in has a cookie of its own, so that those of two tabs do not replace each other. */
const nameOf = (secret: string) => `${NAME}-${tiesOf(secret).state.slice(0, 12)}`

/**
 * The secrets of the sign-ins that this browser started, the oldest first. Over https only prefixed cookies count: others
 * could be planted.
 */
export const signOnSecretsOf = (app: AppContext, request: FastifyRequest): string[] =>
  cookiesOf(request, name => name.startsWith(hostName(`${NAME}-`, isSecure(app))))

/**
 * Starts a sign-in. @returns its secret, and the cookies: the one that keeps it in the browser, and those of the oldest
 * of too many, emptied.
 */
export async function beginAttempt(
  app: AppContext,
  provider: string,
  open: readonly string[],
): Promise<{ secret: string; cookies: string[] }> {
  const secret = newToken()
  await app.db
    .insertInto('sign_on_attempt')
    .values({ secret_hash: sha256(secret), provider, expires_at: after(app.clock.now(), SIGN_ON_MS) })
    .execute()
  const kept = cookieText(nameOf(secret), secret, SIGN_ON_MS / 1000, isSecure(app))
  return { secret, cookies: [kept, ...open.slice(0, 1 - OPEN_MAX).map(old => spentCookie(app, old))] }
}

/**
 * Consumes a sign-in, however many calls try at once. @returns its provider; null when it is unknown, used or expired.
 */
export async function useAttempt(app: AppContext, secret: string): Promise<string | null> {
  const used = await app.db
    .deleteFrom('sign_on_attempt')
    .where('secret_hash', '=', sha256(secret))
    .returning(['provider', 'expires_at'])
    .executeTakeFirst()
  return used && used.expires_at > app.clock.now() ? used.provider : null
}

/** The cookie header that removes the cookie of a sign-in from the browser. */
export const spentCookie = (app: AppContext, secret: string): string => cookieText(nameOf(secret), '', 0, isSecure(app))

/** Deletes the sign-ins without an answer; housekeeping calls it. */
export async function sweepAttempts({ db, clock }: AppContext): Promise<void> {
  await db.deleteFrom('sign_on_attempt').where('expires_at', '<=', clock.now()).execute()
}
