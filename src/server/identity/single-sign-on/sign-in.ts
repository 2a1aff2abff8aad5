import { DomainError } from '#domain/contract/domain-error.ts'
import { hasFactor } from '#domain/identity/second-factor/second-factor.ts'
import type { Identity, NoAccess, Unusable } from '#domain/identity/single-sign-on/single-sign-on.ts'
import {
  noAccess,
  noIdentity,
  saysMultiFactor,
  verifiedEmailOf,
} from '#domain/identity/single-sign-on/single-sign-on.ts'
import type { Origin } from '#server/http/route.ts'
import { factorsOf } from '#server/identity/second-factor/factors.ts'
import { waitForSecondStep } from '#server/identity/second-factor/pending.ts'
import type { Admission, AttemptKeys } from '#server/identity/session/login-throttle.ts'
import { admitAttempt, refundPassword, secondStepKeys } from '#server/identity/session/login-throttle.ts'
import type { SignedIn } from '#server/identity/session/sign-in.ts'
import { letIn, noteFailure, signInRefusalOf, undone } from '#server/identity/session/sign-in.ts'
import { bondsOf } from '#server/identity/single-sign-on/identities.ts'
import type { IdentityProvider } from '#server/identity/single-sign-on/provider.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { logProblem } from '#server/platform/log.ts'
import { sameSecret } from '#server/platform/secrets/secrets.ts'
import { tiesOf, useAttempt } from '#server/session/attempt.ts'
import type { AccountRow } from '#server/session/queries.ts'
import { accountByEmail, accountFactsOf, actorOfAccount } from '#server/session/queries.ts'

/** What the operator reads of an e-mail that does not count. */
const problems: Record<Unusable['why'], (claim: string) => string> = {
  'not-verified': claim => `The claim ${claim} is missing or says no`,
  'letters-outside-ascii': claim => `The claim ${claim} has letters outside ASCII, and the portal compares none`,
}

/**
 * Signs in with a provider's answer: once, and in the browser that started it. The rest is as with a password: the same
 * accounts, login throttle (D20) and second step.
 * @throws DomainError signOnDead, signOnDenied, signOnDown, signOnFailed, signOnLetters, signOnNoAccess,
 * networkNotAllowed or blocked.
 */
export async function signInByProvider(
  app: AppContext,
  answer: string,
  origin: Origin,
): Promise<{ outcome: SignedIn; secret: string }> {
  const { provider, ties, secret } = await attemptOf(app, answer, origin)
  const identity = await noting(app, provider, origin, () => provider.identify(answer, ties))
  const verified = verifiedEmailOf(identity, provider.trustsEmail)
  if ('unusable' in verified) {
    const { issuer, subject } = identity
    const { why, claim } = verified.unusable
    await noteFailure(app, `${issuer} ${subject}`, undefined, { admitted: true, why, claim }, origin)
    logProblem(`sign-on-email-${why}`, new Error(problems[why](claim)))
    throw signInRefusalOf(why)
  }
  const { email } = verified
  const attemptKeys = await secondStepKeys(app, email, origin)
  const admission = await admitAttempt(app, attemptKeys)
  const account = await accountByEmail(app.db, email)
  if (!admission.admitted) {
    await noteFailure(app, email, account, { admitted: false }, origin)
    throw new DomainError('blocked')
  }
  const shown = { identity, email, provider, attemptKeys, admission }
  const opened = await open(app, account, shown, origin).catch(undone)
  if (typeof opened !== 'string') return { outcome: opened, secret }
  await noteFailure(app, email, account, { admitted: true, why: opened }, origin)
  throw signInRefusalOf(opened)
}

/**
 * Consumes the sign-in that this browser started and this answer belongs to. An answer to another sign-in leaves all
 * untouched, so that no outsider can end one.
 */
async function attemptOf(app: AppContext, answer: string, { signOns }: Origin) {
  const [state = '', ...more] = new URLSearchParams(answer).getAll('state')
  const secret = signOns.find(each => sameSecret(state, tiesOf(each).state))
  if (more.length > 0 || secret === undefined) throw new DomainError('signOnDead')
  const ties = tiesOf(secret)
  const key = await useAttempt(app, secret)
  const provider = app.providers.find(each => each.key === key)
  if (!provider) throw new DomainError('signOnDead')
  return { provider, ties, secret }
}

/** Asks a provider for the identity. An answer without one is a refused sign-in, although the user is unknown. */
async function noting(
  app: AppContext,
  { key }: IdentityProvider,
  { address }: Origin,
  identify: () => Promise<Identity>,
): Promise<Identity> {
  try {
    return await identify()
  } catch (error) {
    const why = error instanceof DomainError ? noIdentity(error.reason) : null
    if (why) {
      await inTransaction(app, null, async tx => {
        tx.record({
          event: 'session.refused',
          object: { kind: 'identity-provider', id: key },
          data: { address, why },
        })
      })
    }
    throw error
  }
}

type Shown = {
  identity: Identity
  email: string
  provider: IdentityProvider
  attemptKeys: AttemptKeys
  admission: Admission
}

/** The result for an identity, or the reason for refusing it; decided while the account is locked. */
async function open(
  app: AppContext,
  account: AccountRow | undefined,
  { identity, email, provider, attemptKeys, admission }: Shown,
  origin: Origin,
): Promise<SignedIn | NoAccess> {
  if (!account) return 'no-account'
  return inTransaction(app, actorOfAccount(account), async (tx: Transaction) => {
    await tx.db.selectFrom('portal_user').select('id').where('id', '=', account.id).forUpdate().execute()
    const now = await accountByEmail(tx.db, email)
    // The e-mail moved to another user, or its user was deleted, while this call waited.
    if (now?.id !== account.id) return 'no-account'
    const bonds = await bondsOf(tx.db, identity, now.id)
    const refused = noAccess(identity.subject, { id: now.id, ...accountFactsOf(now) }, bonds, tx.now)
    if (refused) return refused
    const trusted = provider.trustsMultiFactor && saysMultiFactor(identity)
    if (!trusted && hasFactor(await factorsOf(tx.db, now.id))) {
      await refundPassword(tx.db, attemptKeys, admission.at)
      const from = { ...attemptKeys, userAgent: origin.userAgent }
      return { pending: await waitForSecondStep(tx, now, from, identity) }
    }
    const proof = { identity, secondFactor: trusted ? 'provider' : null }
    return { userId: now.id, session: await letIn(app, tx, now, attemptKeys, origin, proof) }
  })
}
