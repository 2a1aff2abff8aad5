import { CHALLENGE_MS } from '#domain/identity/second-factor/second-factor.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { after } from '#server/platform/clock.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

/** The purpose of a challenge, and the session or pending sign-in that it is bound to. */
type Purpose = { userId: string; purpose: 'enrol' | 'sign-in'; boundTo: string }

/** Loaded when it is used: it is large, and few users have a passkey. */
const webAuthn = () => import('@simplewebauthn/server')

/** The relying party of WebAuthn: from PUBLIC_URL alone, never from a request. */
function relyingParty({ publicUrl }: AppContext) {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

const passkeysOf = ({ db }: AppContext, userId: string) =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', userId).execute()

const named = (rows: readonly { credential_id: string; transports: string[] }[]) =>
  rows.map(row => ({ id: row.credential_id, transports: row.transports }))

/** The options for creating a passkey. The library draws the challenge: 256 random bits. */
export async function enrolmentOptions(app: AppContext, user: { id: string; email: string }, sessionId: string) {
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: app.settings.productName,
    rpID: relyingParty(app).rpID,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    attestationType: 'none',
    timeout: CHALLENGE_MS,
    excludeCredentials: named(await passkeysOf(app, user.id)),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  await keepChallenge(app, { userId: user.id, purpose: 'enrol', boundTo: sessionId }, options.challenge)
  return options
}

/** The options for signing in with one of a user's passkeys. */
export async function signInOptions(app: AppContext, userId: string, pendingId: string) {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(app).rpID,
    timeout: CHALLENGE_MS,
    allowCredentials: named(await passkeysOf(app, userId)),
    userVerification: 'preferred',
  })
  await keepChallenge(app, { userId, purpose: 'sign-in', boundTo: pendingId }, options.challenge)
  return options
}

async function keepChallenge({ db, clock }: AppContext, { userId, purpose, boundTo }: Purpose, challenge: string) {
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: sha256(challenge),
      user_id: userId,
      purpose,
      bound_to: boundTo,
      expires_at: after(clock.now(), CHALLENGE_MS),
    })
    .execute()
}

/** Consumes a challenge, whatever the result: each is tried once. */
async function takeChallenge({ db, clock }: AppContext, { userId, purpose, boundTo }: Purpose, challenge: string) {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', sha256(challenge))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .returning('expires_at')
    .executeTakeFirst()
  return taken !== undefined && taken.expires_at > clock.now()
}

export type NewPasskey = { credential_id: string; public_key: string; counter: number; transports: string[] }

/** The passkey that a browser created, or null when its response does not prove one. */
export async function checkNewPasskey(
  app: AppContext,
  userId: string,
  sessionId: string,
  response: unknown,
): Promise<NewPasskey | null> {
  const { rpID, origin } = relyingParty(app)
  const purpose: Purpose = { userId, purpose: 'enrol', boundTo: sessionId }
  const { verifyRegistrationResponse } = await webAuthn()
  const { verified, registrationInfo } = await quietly(() =>
    verifyRegistrationResponse({
      response: response as never,
      expectedChallenge: challenge => takeChallenge(app, purpose, challenge),
      expectedOrigin: origin,
      expectedRPID: rpID,
      // The password came first: presence is enough.
      requireUserVerification: false,
    }),
  )
  if (!verified || !registrationInfo) return null
  const { id, publicKey, counter, transports } = registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: [...(transports ?? [])],
  }
}

/** The passkey that signed, with its previous and new signature count, or null for an invalid response. */
export async function checkPasskey(
  app: AppContext,
  userId: string,
  pendingId: string,
  response: unknown,
): Promise<{ id: string; before: number; counter: number } | null> {
  const { rpID, origin } = relyingParty(app)
  const credentialId = (response as { id?: unknown } | null)?.id
  const row = (await passkeysOf(app, userId)).find(passkey => passkey.credential_id === credentialId)
  if (!row) return null
  const purpose: Purpose = { userId, purpose: 'sign-in', boundTo: pendingId }
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await quietly(() =>
    verifyAuthenticationResponse({
      response: response as never,
      expectedChallenge: challenge => takeChallenge(app, purpose, challenge),
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: row.credential_id,
        publicKey: Uint8Array.from(Buffer.from(row.public_key, 'base64url')),
        counter: row.counter,
      },
      requireUserVerification: false,
    }),
  )
  return verified && authenticationInfo
    ? { id: row.id, before: row.counter, counter: authenticationInfo.newCounter }
    : null
}

/** The library throws at an invalid response; here that is a wrong proof like any other. */
async function quietly<T extends { verified: boolean }>(
  verify: () => Promise<T>,
): Promise<T | { verified: false; registrationInfo?: undefined; authenticationInfo?: undefined }> {
  try {
    return await verify()
  } catch {
    return { verified: false }
  }
}
