import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SIGN_ON_MS } from '#domain/identity/single-sign-on/single-sign-on.ts'
import type { AppContext } from '#server/app/app-context.ts'
import { cookieOf, cookieText, hostName } from '#server/http/security/cookies.ts'
import { after } from '#server/platform/clock.ts'
import { newToken, sha256 } from '#server/platform/secrets/secrets.ts'

const NAME = 'almotacen_sign_on'
const isSecure = ({ publicUrl }: AppContext) => publicUrl.startsWith('https:')

/** Values that tie the provider's answer to the browser; all derive from the secret in the browser's cookie. */
export type Ties = { state: string; nonce: string; verifier: string }

export function tiesOf(secret: string): Ties {
  const derived = (purpose: string) => createHash('sha256').update(`${purpose}:${secret}`).digest('base64url')
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

/**
 * The secret of the sign-in that this browser started. Over https only the prefixed cookie counts: another could be
 * planted.
 */
export const signOnSecretOf = (app: AppContext, request: FastifyRequest): string | null =>
  cookieOf(request, hostName(NAME, isSecure(app)))

/** Starts a sign-in. @returns its secret, and the cookie that keeps it in the browser. */
export async function beginAttempt(app: AppContext, provider: string): Promise<{ secret: string; cookie: string }> {
  const secret = newToken()
  await app.db
    .insertInto('sign_on_attempt')
    .values({ secret_hash: sha256(secret), provider, expires_at: after(app.clock.now(), SIGN_ON_MS) })
    .execute()
  return { secret, cookie: cookieText(NAME, secret, SIGN_ON_MS / 1000, isSecure(app)) }
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

/** The cookie header that removes the cookie from the browser. */
export const spentCookie = (app: AppContext): string => cookieText(NAME, '', 0, isSecure(app))

/** Deletes the sign-ins without an answer; housekeeping calls it. */
export async function sweepAttempts({ db, clock }: AppContext): Promise<void> {
  await db.deleteFrom('sign_on_attempt').where('expires_at', '<=', clock.now()).execute()
}
