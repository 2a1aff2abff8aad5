import { DomainError } from '#domain/contract/domain-error.ts'
import { passwordAlive } from '#domain/identity/session/outcome.ts'
import type { UserPatch } from '#domain/identity/user/user.ts'
import { decide } from '#domain/states/machine.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { userMachine } from '#domain/states/user.ts'
import { checkPassword } from '#domain/values/password.ts'
import type { Origin } from '#server/http/route.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import type { AttemptKeys } from '#server/identity/session/login-throttle.ts'
import { admitAttempt, attemptKeysOf, clearAttempts } from '#server/identity/session/login-throttle.ts'
import { noteFailure } from '#server/identity/session/sign-in.ts'
import type { NewSession } from '#server/identity/session/start.ts'
import { startSession } from '#server/identity/session/start.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { breachOf } from '#server/platform/secrets/breached.ts'
import { hashPassword, verifyPassword } from '#server/platform/secrets/passwords.ts'
import type { AccountRow } from '#server/session/queries.ts'
import { accountById, accountFactsOf, contextWords, endSessions, killResetCodes } from '#server/session/queries.ts'
import { shownBy } from '#server/session/recent-auth.ts'

/** A password change with a correct old password. */
export type CheckedChange = { account: AccountRow; hash: string; attemptKeys: AttemptKeys }

/**
 * Checks a change of one's own password, outside any transaction because hashing is slow (API-15, FORM-07, FORM-08).
 * Wrong old passwords count as login attempts (D20).
 * @throws DomainError passwordFieldsMissing, passwordSame, invalid, passwordWrong or blocked
 */
export async function checkChange(
  app: AppContext,
  userId: string,
  { oldPassword = '', newPassword = '', policyAccepted }: UserPatch,
  origin: Origin,
): Promise<CheckedChange> {
  const account = await accountById(app.db, userId)
  if (!account) throw new DomainError('noSession')
  const accepted = policyAccepted === true || (account.policy_accepted_at !== null && policyAccepted !== false)
  if (oldPassword === '' || newPassword === '' || !accepted) throw new DomainError('passwordFieldsMissing')
  if (oldPassword === newPassword) throw new DomainError('passwordSame')
  const { passwordPolicy, productName } = app.settings
  const error =
    checkPassword(passwordPolicy, newPassword, contextWords(account, productName)) ??
    (await breachOf(app.settings.breachedPasswords, newPassword))
  if (error) throw new DomainError('invalid', { fields: { newPassword: error } })
  const attemptKeys = await attemptKeysOf(app, account.email, origin)
  const { admitted } = await admitAttempt(app, attemptKeys)
  const hash = admitted && passwordAlive(accountFactsOf(account), app.clock.now()) ? account.password_hash : null
  if (!(await verifyPassword(hash, oldPassword))) {
    await noteFailure(app, account.email, account, { admitted }, origin)
    throw new DomainError(admitted ? 'passwordWrong' : 'blocked')
  }
  return { account, hash: await hashPassword(newPassword), attemptKeys }
}

/**
 * Writes the change: ends every session of the user and starts a new one for the caller (D19), invalidates codes and
 * the one-time password, and accepts a user without an invitation (D15).
 */
export async function writeChange(
  app: AppContext,
  tx: Transaction,
  { account, hash, attemptKeys }: CheckedChange,
  origin: Origin,
): Promise<NewSession> {
  const { db, now } = tx
  const current = await accountById(db, account.id)
  // A concurrent reset, change or withdrawal replaced the password that was checked.
  if (!current || current.password_hash !== account.password_hash) throw new DomainError('passwordWrong')
  const status = current.status as UserStatus
  // An invited user of an onboarded participant waits for nothing more: a colleague sent the documentation.
  const awaitsAcceptance = current.invitation !== null && current.onboarded_at === null
  const { awaitsConfirmation } = accountFactsOf(current)
  const first = decide(userMachine, 'changeFirstPassword', status, { awaitsAcceptance, awaitsConfirmation }, 'SELF')
  await db
    .updateTable('portal_user')
    .set({
      password_hash: hash,
      temporary_until: null,
      secret_nonce: null,
      last_password_change: now,
      policy_accepted_at: current.policy_accepted_at ?? now,
      ...(first.ok ? { status: first.to } : {}),
    })
    .where('id', '=', account.id)
    .execute()
  clearAttempts(db, attemptKeys)
  await killResetCodes(db, account.id, now)
  const shown = await shownBy(db, origin.sessionId)
  await endSessions(db, { userId: account.id }, now)
  tellOwner(tx, account, 'password-changed', { origin })
  const object = { kind: 'user', id: account.id }
  tx.record({ event: 'user.password-changed', object, participantId: account.participantId })
  if (first.ok) tx.record({ event: first.event, object, participantId: account.participantId })
  // A sign-in may need more than the password: the new session keeps the factors that the previous one had proved.
  return startSession(app, tx, { userId: account.id, open: [] }, attemptKeys, origin, shown)
}
