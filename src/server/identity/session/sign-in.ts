import { DomainError } from '#domain/contract/domain-error.ts'
import { hasFactor } from '#domain/identity/second-factor/second-factor.ts'
import type { SecondFactorNeeded } from '#domain/identity/session/contract.ts'
import { passwordAlive } from '#domain/identity/session/outcome.ts'
import type { NoAccess } from '#domain/identity/single-sign-on/single-sign-on.ts'
import type { Reason } from '#domain/messages.ts'
import type { Origin } from '#server/http/route.ts'
import { factorsOf } from '#server/identity/second-factor/factors.ts'
import { waitForSecondStep } from '#server/identity/second-factor/pending.ts'
import type { AccountNotice } from '#server/identity/session/account-notice.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import type { AttemptKeys } from '#server/identity/session/login-throttle.ts'
import { admitAttempt, attemptKeysOf, clearAttempts, refundPassword } from '#server/identity/session/login-throttle.ts'
import type { NewSession } from '#server/identity/session/start.ts'
import { startSession } from '#server/identity/session/start.ts'
import { tellOfSignIn } from '#server/identity/session/tell-sign-in.ts'
import type { IdentityKey } from '#server/identity/single-sign-on/identities.ts'
import { bindIdentity } from '#server/identity/single-sign-on/identities.ts'
import { holdUser } from '#server/identity/user/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { onOneConnection } from '#server/platform/database/pipeline/together.ts'
import { checkNetwork, isOutside } from '#server/platform/networks.ts'
import { verifyPassword } from '#server/platform/secrets/passwords.ts'
import { endThese, openSessionsOf } from '#server/session/open-sessions.ts'
import type { AccountRow } from '#server/session/queries.ts'
import { accountByEmail, accountFactsOf, actorOfAccount } from '#server/session/queries.ts'

/**
 * The proof besides the password: a second factor, if required, and a provider's identity that replaces the password.
 */
type Proof = { secondFactor: string | null; identity?: IdentityKey | null }

/** A session, or the data for the second step of an account with a second factor. */
export type SignedIn = { userId: string; session: NewSession } | { pending: SecondFactorNeeded }

/**
 * Signs in with a normalised e-mail and a password as typed. Unknown accounts and wrong or expired passwords get the
 * same response after the same work and are blocked alike (D20).
 * @throws DomainError badCredentials (ERR-01) or blocked (ERR-02); the audit log records both.
 */
export async function signInWith(app: AppContext, email: string, password: string, origin: Origin): Promise<SignedIn> {
  const [attemptKeys, account] = await onOneConnection(app.db, db =>
    Promise.all([attemptKeysOf(app, email, origin, db), accountByEmail(db, email)]),
  )
  const { admitted, at } = await admitAttempt(app, attemptKeys)
  const hash =
    account && admitted && passwordAlive(accountFactsOf(account), app.clock.now()) ? account.password_hash : null
  const right = await verifyPassword(hash, password)
  const outside = account !== undefined && isOutside(app.settings, account.kind, origin.address)
  const opened = account && right && !outside ? await open(app, account, { attemptKeys, at }, origin) : null
  if (opened) return opened
  // A caller outside CCI's networks does not learn that the password is right; the owner gets a notice.
  const why = right && outside ? 'network' : undefined
  await noteFailure(app, email, account, { admitted, why, tell: why && 'password-from-outside' }, origin)
  throw new DomainError(admitted ? 'badCredentials' : 'blocked')
}

/** The result of a right password; null when the account changed during the check. */
function open(
  app: AppContext,
  account: AccountRow,
  { attemptKeys, at }: { attemptKeys: AttemptKeys; at: string },
  origin: Origin,
): Promise<SignedIn | null> {
  return inTransaction(app, actorOfAccount(account), async tx => {
    const [, now, factors] = await Promise.all([
      holdUser(tx.db, { id: account.id }),
      accountByEmail(tx.db, account.email),
      factorsOf(tx.db, account.id),
    ])
    if (now?.id !== account.id || now.password_hash !== account.password_hash) return null
    if (!passwordAlive(accountFactsOf(now), tx.now)) return null
    if (hasFactor(factors)) {
      await refundPassword(tx.db, attemptKeys, at)
      return { pending: await waitForSecondStep(tx, now, { ...attemptKeys, userAgent: origin.userAgent }) }
    }
    return { userId: account.id, session: await letIn(app, tx, now, attemptKeys, origin, { secondFactor: null }) }
  })
}

/** Starts the session after every required proof, and notifies the owner where necessary. */
export async function letIn(
  app: AppContext,
  tx: Transaction,
  account: AccountRow,
  attemptKeys: AttemptKeys,
  origin: Origin,
  { secondFactor, identity }: Proof,
): Promise<NewSession> {
  checkNetwork(app.settings, account.kind, origin.address)
  if (identity && !(await bindIdentity(tx, account, identity))) throw new DomainError('signOnNoAccess')
  const [open] = await Promise.all([
    openSessionsOf(tx.db, account.id, tx.now),
    tellOfSignIn(app, tx, account, attemptKeys, origin),
  ])
  clearAttempts(tx.db, attemptKeys)
  // A new sign-in ends the caller's previous session.
  if (origin.sessionId) await endThese(tx, [{ id: origin.sessionId, participantId: account.participantId }], 'owner')
  const others = open.filter(({ id }) => id !== origin.sessionId)
  const session = await startSession(app, tx, { userId: account.id, open: others }, attemptKeys, origin, {
    // Changing credentials asks for the password: the portal does not know when the user authenticated at the provider.
    authenticatedAt: identity ? null : tx.now,
    secondFactorShown: secondFactor !== null,
    secondFactorElsewhere: secondFactor === 'provider',
  })
  tx.record({
    event: 'session.started',
    object: { kind: 'session', id: session.id },
    participantId: account.participantId,
    data: {
      address: origin.address,
      ...(identity ? { issuer: identity.issuer } : {}),
      ...(secondFactor ? { secondFactor } : {}),
    },
  })
  return session
}

/** The reason why a proved sign-in was rolled back. */
type Undone = 'identity-of-another' | 'network'
const undoneBy = { signOnNoAccess: 'identity-of-another', networkNotAllowed: 'network' } as const
const refusals: Partial<Record<NoAccess | Undone, Reason>> = {
  network: 'networkNotAllowed',
  'letters-outside-ascii': 'signOnLetters',
}
export const signInRefusalOf = (why: NoAccess | Undone): DomainError =>
  new DomainError(refusals[why] ?? 'signOnNoAccess')

/**
 * The reason for a rollback: another account got the identity before this one was locked, or the caller is outside
 * CCI's networks. The caller still has to record the refusal. @throws any other error
 */
export function undone(error: unknown): Undone {
  const reason = error instanceof DomainError ? error.reason : null
  if (reason === 'signOnNoAccess' || reason === 'networkNotAllowed') return undoneBy[reason]
  throw error
}

/** Records an unknown account by its hash: user input, which may be a password, stays out of the audit log. */
export async function noteFailure(
  app: AppContext,
  email: string,
  account: AccountRow | undefined,
  { admitted, why, claim, tell }: { admitted: boolean; why?: NoAccess | Undone; claim?: string; tell?: AccountNotice },
  origin: Origin,
): Promise<void> {
  await inTransaction(app, null, async tx => {
    tx.record({
      event: admitted ? 'session.refused' : 'session.blocked',
      object: account ? { kind: 'user', id: account.id } : { kind: 'account', id: app.secrets.blind(email) },
      participantId: account?.participantId ?? null,
      data: { address: origin.address, ...(why ? { why } : {}), ...(claim ? { claim } : {}) },
    })
    if (account && tell) tellOwner(tx, account, tell, { origin })
  })
}
