import { DomainError } from '#domain/contract/domain-error.ts'
import { passwordAlive } from '#domain/identity/session/outcome.ts'
import type { Origin } from '#server/http/route.ts'
import { describeFactors } from '#server/identity/second-factor/factors.ts'
import { checkPasskey } from '#server/identity/second-factor/passkeys.ts'
import { type PendingSignIn, pendingOf, usePending } from '#server/identity/second-factor/pending.ts'
import { recoveryHash } from '#server/identity/second-factor/recovery.ts'
import { stepOfCode } from '#server/identity/second-factor/totp.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import { admitSecondStep, secondStepKeys } from '#server/identity/session/login-throttle.ts'
import { letIn, noteFailure, signInRefusalOf, undone } from '#server/identity/session/sign-in.ts'
import type { NewSession } from '#server/identity/session/start.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction, type Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { logLine } from '#server/platform/log.ts'
import type { AccountRow } from '#server/session/queries.ts'
import { accountById, accountFactsOf, actorOfAccount } from '#server/session/queries.ts'

/** The proof of the second step: exactly one of them. */
export type Proof = { code?: string; recoveryCode?: string; passkey?: unknown }

/** A valid proof, not consumed yet. */
type Right =
  | { factor: 'totp'; step: number }
  | { factor: 'recovery'; hash: string }
  | { factor: 'passkey'; id: string; before: number; counter: number }

/**
 * The second step of a sign-in. An attempt counts before it is checked, with the password attempts (D20). The
 * transaction that starts the session consumes a valid proof, so that it opens one session however many calls send it
 * at the same moment.
 * @throws DomainError invalid, pendingDead, factorUnreadable, blocked, codeWrong, passkeyWrong, or signOnNoAccess when
 * another account got the identity in between.
 */
export async function signInBySecondStep(
  app: AppContext,
  token: string,
  proof: Proof,
  origin: Origin,
): Promise<{ userId: string; session: NewSession }> {
  if (Object.values(proof).filter(value => value !== undefined).length !== 1) throw new DomainError('invalid')
  const pending = await pendingOf(app, token)
  const account = await accountById(app.db, pending.userId)
  if (!account || !passwordAlive(accountFactsOf(account), app.clock.now())) throw new DomainError('pendingDead')
  const attemptKeys = await secondStepKeys(app, account.email, origin)
  // Unsealed before the attempt counts: an unreadable secret is the portal's fault, not a wrong code.
  const seed = proof.code === undefined ? null : await seedOf(app, account.id)
  const { admitted, blocks } = await admitSecondStep(app, attemptKeys)
  const right = admitted ? await check(app, pending, proof, seed) : null
  const session =
    right &&
    (await inTransaction(app, actorOfAccount(account), async tx => {
      await tx.db.selectFrom('portal_user').select('id').where('id', '=', account.id).forUpdate().execute()
      if (!(await useUp(tx.db, pending.userId, right, tx.now))) return null
      if (!(await usePending(tx.db, pending, tx.now))) throw new DomainError('pendingDead')
      if (right.factor === 'recovery') await noteRecovery(tx, account, origin)
      const proof = { secondFactor: right.factor, identity: pending.identity }
      return letIn(app, tx, account, attemptKeys, origin, proof)
    }).catch(undone))
  if (typeof session === 'string') {
    await noteFailure(app, account.email, account, { admitted: true, why: session }, origin)
    throw signInRefusalOf(session)
  }
  if (session) return { userId: account.id, session }
  await noteWrong(app, account, { admitted, blocks, byProvider: pending.identity !== null }, origin)
  throw new DomainError(admitted ? (proof.passkey === undefined ? 'codeWrong' : 'passkeyWrong') : 'blocked')
}

/** The TOTP secret of the user's app. @throws DomainError factorUnreadable when no key opens it. */
async function seedOf(app: AppContext, userId: string): Promise<Uint8Array | null> {
  const row = await app.db
    .selectFrom('totp_factor')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  try {
    return app.secrets.unseal('totp', userId, row.sealed_secret)
  } catch {
    const message = 'The app of this user does not open with the key of the portal: it cannot sign in with its codes'
    logLine('error', 'alarm', { message, user: userId })
    throw new DomainError('factorUnreadable')
  }
}

async function check(
  app: AppContext,
  { id, userId }: PendingSignIn,
  proof: Proof,
  seed: Uint8Array | null,
): Promise<Right | null> {
  if (proof.recoveryCode !== undefined) return { factor: 'recovery', hash: recoveryHash(proof.recoveryCode) }
  if (proof.passkey !== undefined) {
    const passkey = await checkPasskey(app, userId, id, proof.passkey)
    return passkey && { factor: 'passkey', ...passkey }
  }
  const step = seed && stepOfCode(seed, proof.code ?? '', app.clock.now())
  return step === null ? null : { factor: 'totp', step }
}

/** Consumes a proof; false when it was used before or does not belong to the user. */
async function useUp(db: Db, userId: string, right: Right, now: string): Promise<boolean> {
  if (right.factor === 'totp') {
    const used = await db
      .updateTable('totp_factor')
      .set({ last_step: right.step })
      .where('user_id', '=', userId)
      .where('last_step', '<', right.step)
      .returning('user_id')
      .executeTakeFirst()
    return used !== undefined
  }
  if (right.factor === 'recovery') {
    const used = await db
      .updateTable('recovery_code')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('code_hash', '=', right.hash)
      .where('used_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    return used !== undefined
  }
  const used = await db
    .updateTable('passkey')
    .set({ counter: right.counter, last_used_at: now })
    .where('id', '=', right.id)
    .where('user_id', '=', userId)
    .where('counter', '=', right.before)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

async function noteRecovery(tx: Transaction, account: AccountRow, origin: Origin): Promise<void> {
  const { recoveryCodesLeft: left } = await describeFactors(tx.db, account.id)
  tellOwner(tx, account, 'recovery-code-used', { origin, left })
  tx.record({
    event: 'user.recovery-code-used',
    object: { kind: 'user', id: account.id },
    participantId: account.participantId,
    data: { left },
  })
}

/**
 * Records a wrong proof. Its caller has the password, or the account at the provider, so the last one before the block
 * notifies the owner.
 */
async function noteWrong(
  app: AppContext,
  account: AccountRow,
  { admitted, blocks, byProvider }: { admitted: boolean; blocks: boolean; byProvider: boolean },
  origin: Origin,
): Promise<void> {
  await inTransaction(app, null, async tx => {
    const about = { object: { kind: 'user', id: account.id }, participantId: account.participantId }
    const data = { address: origin.address, secondStep: true }
    tx.record({ event: admitted ? 'session.refused' : 'session.blocked', ...about, data })
    if (!admitted || !blocks) return
    tx.record({ event: 'user.second-step-blocked', ...about, data: { address: origin.address } })
    tellOwner(tx, account, byProvider ? 'second-step-blocked-by-provider' : 'second-step-blocked', { origin })
  })
}
