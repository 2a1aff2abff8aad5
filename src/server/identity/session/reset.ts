import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '#domain/contract/domain-error.ts'
import { isReachable } from '#domain/identity/session/outcome.ts'
import { mayMailReset, RESET_CODE_MS } from '#domain/identity/session/reset.ts'
import { checkPassword } from '#domain/values/password.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { after, HOUR } from '#server/platform/clock.ts'
import { firstIdOf, newId } from '#server/platform/ids.ts'
import { logProblem } from '#server/platform/log.ts'
import { breachOf } from '#server/platform/secrets/breached.ts'
import { hashPassword } from '#server/platform/secrets/passwords.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import {
  accountByEmail,
  accountById,
  accountFactsOf,
  actorOfAccount,
  contextWords,
  endSessions,
  killResetCodes,
} from '#server/session/queries.ts'

/** Response delay in milliseconds: longer than the write takes under load, so that timing reveals nothing (D21). */
const ANSWER_AFTER_MS = 150

/**
 * Stores a request for a password reset. The outbox worker looks the account up moments later, so the response time
 * does not depend on whether the account exists (D21).
 */
export async function askForReset(app: AppContext, email: string): Promise<void> {
  const [work] = await Promise.allSettled([noteWish(app, email), sleep(ANSWER_AFTER_MS)])
  if (work.status === 'rejected') throw work.reason
  app.wakeOutbox()
}

async function noteWish({ db, clock, secrets }: AppContext, email: string): Promise<void> {
  const id = newId(clock.now())
  const sealed_email = secrets.seal('reset-wish', id, Buffer.from(email))
  await db.insertInto('reset_wish').values({ id, sealed_email }).execute()
}

/** Maximum number of requests handled in a batch, so that a flood of requests delays no mail. */
const WISHES_MAX = 200

/**
 * Mails a one-time code for each reset request that has an account. A request is deleted in the transaction that
 * handles it; a failed one is retried at the next run.
 */
export async function answerResetWishes(app: AppContext, stopped?: AbortSignal): Promise<void> {
  let last = ''
  for (let answered = 0; answered < WISHES_MAX; ) {
    if (stopped?.aborted) return
    const wish = await app.db
      .selectFrom('reset_wish')
      .select(['id', 'sealed_email'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!wish) return
    last = wish.id
    const email = emailOf(app, wish)
    if (email === null && isYoung(app, wish.id)) continue
    answered++
    await answerWish(app, wish.id, email).catch(error => logProblem('job-failed', error))
  }
  app.wakeOutbox()
}

async function answerWish(app: AppContext, id: string, email: string | null): Promise<void> {
  await inTransaction(app, null, async tx => {
    const { numDeletedRows } = await tx.db.deleteFrom('reset_wish').where('id', '=', id).executeTakeFirstOrThrow()
    if (numDeletedRows > 0n && email !== null) await mailResetCode(app, tx, email)
  })
}

/** The e-mail of a request; null when no available key opens it. */
function emailOf({ secrets }: AppContext, { id, sealed_email }: { id: string; sealed_email: string }): string | null {
  try {
    return Buffer.from(secrets.unseal('reset-wish', id, sealed_email)).toString()
  } catch {
    return null
  }
}

/**
 * Whether an unreadable request is still kept: another server may have sealed it with a key that this one cannot read
 * yet. It is dropped when a link mailed in its place would have expired as well.
 */
const isYoung = ({ clock }: AppContext, id: string) => id >= firstIdOf(after(clock.now(), -RESET_CODE_MS))

async function mailResetCode(app: AppContext, tx: Transaction, email: string): Promise<void> {
  const { db, now } = tx
  await db
    .selectFrom('portal_user')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .execute()
  const account = await accountByEmail(db, email)
  if (!account || !isReachable(accountFactsOf(account))) return
  const earlier = await db
    .selectFrom('password_reset')
    .select('created_at')
    .where('user_id', '=', account.id)
    .where('created_at', '>', after(now, -HOUR))
    .execute()
  if (
    !mayMailReset(
      earlier.map(row => row.created_at),
      now,
    )
  )
    return
  await killResetCodes(db, account.id, now)
  const nonce = app.secrets.newNonce()
  await db
    .insertInto('password_reset')
    .values({
      id: tx.newId(),
      user_id: account.id,
      code_hash: sha256(app.secrets.derive('reset-code', nonce)),
      secret_nonce: nonce,
      created_at: now,
      expires_at: after(now, RESET_CODE_MS),
    })
    .execute()
  tx.mail({ to: account.email, template: 'password-reset', data: { name: account.name, nonce } })
  tx.record({
    event: 'user.reset-asked',
    object: { kind: 'user', id: account.id },
    participantId: account.participantId,
  })
}

/**
 * Sets a new password by a mailed code: once, however many calls use it at the same moment. Every session ends. A user
 * who has not accepted the policy yet still makes the forced first change (D50).
 * @throws DomainError resetFieldsMissing, resetCodeDead, or invalid with the policy's sentence.
 */
export async function resetWith(app: AppContext, code: string, newPassword: string): Promise<void> {
  if (code === '' || newPassword === '') throw new DomainError('resetFieldsMissing')
  const { db, settings } = app
  const reset = await db
    .selectFrom('password_reset')
    .select(['id', 'user_id'])
    .where('code_hash', '=', sha256(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.clock.now())
    .executeTakeFirst()
  const account = reset && (await accountById(db, reset.user_id))
  if (!reset || !account) throw new DomainError('resetCodeDead')
  const error =
    checkPassword(settings.passwordPolicy, newPassword, contextWords(account, settings.productName)) ??
    (await breachOf(settings.breachedPasswords, newPassword))
  if (error) throw new DomainError('invalid', { fields: { newPassword: error } })
  const hash = await hashPassword(newPassword)
  await inTransaction(app, actorOfAccount(account), async tx => {
    const { now } = tx
    await tx.db.selectFrom('portal_user').select('id').where('id', '=', account.id).forUpdate().execute()
    const current = await accountById(tx.db, account.id)
    if (!current || !isReachable(accountFactsOf(current))) throw new DomainError('resetCodeDead')
    const used = await tx.db
      .updateTable('password_reset')
      .set({ used_at: now })
      .where('id', '=', reset.id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('id')
      .executeTakeFirst()
    if (!used) throw new DomainError('resetCodeDead')
    await tx.db
      .updateTable('portal_user')
      .set({
        password_hash: hash,
        temporary_until: null,
        secret_nonce: null,
        ...(current.policy_accepted_at === null ? {} : { last_password_change: now }),
      })
      .where('id', '=', account.id)
      .execute()
    await killResetCodes(tx.db, account.id, now)
    await endSessions(tx.db, { userId: account.id }, now)
    tellOwner(tx, account, 'password-reset')
    tx.record({
      event: 'user.password-reset',
      object: { kind: 'user', id: account.id },
      participantId: account.participantId,
    })
  })
}
