import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { CHALLENGE_MS } from '#domain/second-factor/second-factor.ts'
import { after } from '#server/clock.ts'
import type { Portal } from '#server/portal.ts'
import { sha256 } from '#server/secrets.ts'

/** For what, and for which session or pending sign-in, something is signed. */
type Purpose = { userId: string; purpose: 'enrol' | 'sign-in'; boundTo: string }

/** Who asks, as authenticators know it: from PUBLIC_URL alone, never from a request. */
function relyingParty({ publicUrl }: Portal) {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

const passkeysOf = ({ db }: Portal, userId: string) =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', userId).execute()

const named = (rows: readonly { credential_id: string; transports: string[] }[]) =>
  rows.map(row => ({ id: row.credential_id, transports: row.transports }))

/** What a new passkey is to sign. The library draws the challenge: 256 random bits. */
export async function enrolmentOptions(portal: Portal, user: { id: string; email: string }, sessionId: string) {
  const options = await generateRegistrationOptions({
    rpName: portal.settings.productName,
    rpID: relyingParty(portal).rpID,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    attestationType: 'none',
    timeout: CHALLENGE_MS,
    excludeCredentials: named(await passkeysOf(portal, user.id)),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  await keepChallenge(portal, { userId: user.id, purpose: 'enrol', boundTo: sessionId }, options.challenge)
  return options
}

/** What one of the passkeys of a user is to sign so that a sign-in goes on. */
export async function signInOptions(portal: Portal, userId: string, pendingId: string) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(portal).rpID,
    timeout: CHALLENGE_MS,
    allowCredentials: named(await passkeysOf(portal, userId)),
    userVerification: 'preferred',
  })
  await keepChallenge(portal, { userId, purpose: 'sign-in', boundTo: pendingId }, options.challenge)
  return options
}

async function keepChallenge({ db, clock }: Portal, { userId, purpose, boundTo }: Purpose, challenge: string) {
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

/** Uses a challenge up, whatever comes of it: what it was signed for is tried once. */
async function takeChallenge({ db, clock }: Portal, { userId, purpose, boundTo }: Purpose, challenge: string) {
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

/** The passkey that a browser made, or null when what it sent does not prove one. */
export async function checkNewPasskey(
  portal: Portal,
  userId: string,
  sessionId: string,
  response: unknown,
): Promise<NewPasskey | null> {
  const { rpID, origin } = relyingParty(portal)
  const purpose: Purpose = { userId, purpose: 'enrol', boundTo: sessionId }
  const { verified, registrationInfo } = await quietly(() =>
    verifyRegistrationResponse({
      response: response as never,
      expectedChallenge: challenge => takeChallenge(portal, purpose, challenge),
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

/** The passkey that signed, with its count before and now, or null when what was sent does not prove it. */
export async function checkPasskey(
  portal: Portal,
  userId: string,
  pendingId: string,
  response: unknown,
): Promise<{ id: string; before: number; counter: number } | null> {
  const { rpID, origin } = relyingParty(portal)
  const credentialId = (response as { id?: unknown } | null)?.id
  const row = (await passkeysOf(portal, userId)).find(passkey => passkey.credential_id === credentialId)
  if (!row) return null
  const purpose: Purpose = { userId, purpose: 'sign-in', boundTo: pendingId }
  const { verified, authenticationInfo } = await quietly(() =>
    verifyAuthenticationResponse({
      response: response as never,
      expectedChallenge: challenge => takeChallenge(portal, purpose, challenge),
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

/** The library throws at whatever is wrong with an answer; here that is one more wrong answer. */
async function quietly<T extends { verified: boolean }>(
  verify: () => Promise<T>,
): Promise<T | { verified: false; registrationInfo?: undefined; authenticationInfo?: undefined }> {
  try {
    return await verify()
  } catch {
    return { verified: false }
  }
}
