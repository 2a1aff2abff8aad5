import { DomainError } from '#domain/contract/domain-error.ts'
import { PENDING_MS } from '#domain/identity/second-factor/second-factor.ts'
import type { SecondFactorNeeded } from '#domain/identity/session/contract.ts'
import type { Origin } from '#server/http/route.ts'
import { describeFactors } from '#server/identity/second-factor/factors.ts'
import { tellOfHalfOpen } from '#server/identity/second-factor/half-open.ts'
import type { AttemptKeys } from '#server/identity/session/login-throttle.ts'
import type { IdentityKey } from '#server/identity/single-sign-on/identities.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { after } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { newToken, sha256 } from '#server/platform/secrets/secrets.ts'

/** A sign-in after its first step; `identity` is set when a provider proved it, null after a password. */
export type PendingSignIn = { id: string; userId: string; identity: IdentityKey | null }

/**
 * Creates a pending sign-in after a right first step; only the hash of its token is stored. The audit log records it,
 * because its caller knows the password.
 */
export async function waitForSecondStep(
  tx: Transaction,
  { id: userId, participantId }: { id: string; participantId: string },
  { address, known, device, userAgent }: Pick<AttemptKeys, 'address' | 'known' | 'device'> & Pick<Origin, 'userAgent'>,
  identity: IdentityKey | null = null,
): Promise<SecondFactorNeeded> {
  tx.record({
    event: 'session.half-open',
    object: { kind: 'user', id: userId },
    participantId,
    data: { address, knownDevice: known, ...(identity ? { issuer: identity.issuer } : {}) },
  })
  const pending = newToken()
  const expiresAt = after(tx.now, PENDING_MS)
  await tx.db
    .insertInto('pending_sign_in')
    .values({
      id: tx.newId(),
      user_id: userId,
      token_hash: sha256(pending),
      expires_at: expiresAt,
      issuer: identity?.issuer ?? null,
      subject: identity?.subject ?? null,
      begun_at: tx.now,
      address,
      user_agent: userAgent,
      known_device: known ? device : null,
    })
    .execute()
  const { totp, passkeys, recoveryCodesLeft } = await describeFactors(tx.db, userId)
  return {
    secondFactorNeeded: true,
    pending,
    expiresAt,
    methods: [
      ...(totp === null ? [] : ['totp' as const]),
      ...(passkeys.length === 0 ? [] : ['passkey' as const]),
      ...(recoveryCodesLeft === 0 ? [] : ['recovery' as const]),
    ],
  }
}

/** The pending sign-in of a token. @throws DomainError pendingDead when the token is unknown, used or expired. */
export async function pendingOf(app: AppContext, token: string): Promise<PendingSignIn> {
  const row = await app.db
    .selectFrom('pending_sign_in')
    .select(['id', 'user_id as userId', 'issuer', 'subject'])
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', app.clock.now())
    .executeTakeFirst()
  if (!row) throw new DomainError('pendingDead')
  const { id, userId, issuer, subject } = row
  return { id, userId, identity: issuer === null || subject === null ? null : { issuer, subject } }
}

/** Consumes a pending sign-in: it becomes one session, however many calls use it at the same moment. */
export async function usePending(db: Db, { id }: PendingSignIn, now: string): Promise<boolean> {
  const used = await db
    .deleteFrom('pending_sign_in')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/**
 * Deletes expired pending sign-ins and challenges, and notifies owners whose password was used; housekeeping calls it.
 */
export async function sweepSecondSteps(app: AppContext): Promise<void> {
  const { db, clock } = app
  await tellOfHalfOpen(app)
  for (const table of ['passkey_challenge', 'totp_enrolment'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', clock.now()).execute()
  }
}
