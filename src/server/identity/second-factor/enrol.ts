import { DomainError } from '#domain/contract/domain-error.ts'
import type { Role } from '#domain/identity/roles.ts'
import {
  ENROLMENT_MS,
  factorRemovalRefusal,
  hasFactor,
  MAX_PASSKEYS,
} from '#domain/identity/second-factor/second-factor.ts'
import { t } from '#domain/language/translate.ts'
import { describeFactors, dropFactors, factorsOf, isRequired } from '#server/identity/second-factor/factors.ts'
import type { NewPasskey } from '#server/identity/second-factor/passkeys.ts'
import { makeRecoveryCodes } from '#server/identity/second-factor/recovery.ts'
import { newTotpSecret, stepOfCode, totpKey } from '#server/identity/second-factor/totp.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { after } from '#server/platform/clock.ts'
import { endSessions } from '#server/session/queries.ts'

/** The user who owns the factors, and the session that changes them. */
export type Owner = { userId: string; sessionId: string }

type Enrolled = { recoveryCodes: string[] | null }

const APP = () => t('una aplicación de autenticación')
const passkeyNamed = (name: string) => () => t`la llave de acceso «${name}»`

/**
 * Locks the user, so that its factors change one after the other.
 * @throws DomainError noSession when the user or the session has ended
 */
async function holdUser(tx: Transaction, { userId, sessionId }: Owner) {
  const user = await tx.db
    .selectFrom('portal_user')
    .select(['id', 'email', 'name', 'participant_id as participantId'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const session = tx.db.selectFrom('session').select('id').where('id', '=', sessionId).where('ended_at', 'is', null)
  if (!user || !(await session.executeTakeFirst())) throw new DomainError('noSession')
  return { ...user, sessionId }
}

/** Draws the secret of an authenticator app. It has no effect until one of its codes is verified. */
export async function beginTotp(app: AppContext, tx: Transaction, owner: Owner) {
  const { id: userId, email } = await holdUser(tx, owner)
  const secret = newTotpSecret()
  const row = {
    sealed_secret: app.secrets.seal('totp', userId, secret),
    expires_at: after(tx.now, ENROLMENT_MS),
  }
  await tx.db
    .insertInto('totp_enrolment')
    .values({ user_id: userId, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return totpKey(secret, { issuer: app.settings.productName, account: email })
}

/** Replaces the user's authenticator app. Consumes the code that verifies it. @throws enrolmentDead, codeWrong. */
export async function finishTotp(app: AppContext, tx: Transaction, owner: Owner, code: string): Promise<Enrolled> {
  const { db, now } = tx
  const user = await holdUser(tx, owner)
  const userId = user.id
  const enrolment = await db
    .selectFrom('totp_enrolment')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!enrolment) throw new DomainError('enrolmentDead')
  const step = stepOfCode(app.secrets.unseal('totp', userId, enrolment.sealed_secret), code, now)
  if (step === null) throw new DomainError('codeWrong')
  const row = { sealed_secret: enrolment.sealed_secret, last_step: step, created_at: now }
  await db
    .insertInto('totp_factor')
    .values({ user_id: userId, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await db.deleteFrom('totp_enrolment').where('user_id', '=', userId).execute()
  return added(tx, user, 'totp', APP)
}

/** @throws passkeyExists, tooManyPasskeys. */
export async function keepPasskey(tx: Transaction, owner: Owner, name: string, passkey: NewPasskey): Promise<Enrolled> {
  const user = await holdUser(tx, owner)
  if ((await factorsOf(tx.db, user.id)).passkeys >= MAX_PASSKEYS) throw new DomainError('tooManyPasskeys')
  const kept = await tx.db
    .insertInto('passkey')
    .values({ id: tx.newId(), user_id: user.id, name, ...passkey, created_at: tx.now })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!kept) throw new DomainError('passkeyExists')
  return added(tx, user, 'passkey', passkeyNamed(name))
}

type Held = Awaited<ReturnType<typeof holdUser>>

async function added(tx: Transaction, user: Held, factor: string, what: () => string): Promise<Enrolled> {
  tx.record({ event: 'user.factor-added', ...about(user), data: { factor } })
  tellOwner(tx, user, 'factor-added', { factor: what })
  await endOthers(tx, user)
  await tx.db.updateTable('session').set({ second_factor_shown: true }).where('id', '=', user.sessionId).execute()
  const { recoveryCodesLeft } = await describeFactors(tx.db, user.id)
  return { recoveryCodes: recoveryCodesLeft > 0 ? null : await makeRecoveryCodes(tx.db, user.id) }
}

/** Other sessions and pending sign-ins showed less than a sign-in requires from now on. */
const endOthers = ({ db, now }: Transaction, { id, sessionId }: Held) =>
  endSessions(db, { userId: id, butSessionId: sessionId, passwordStays: true }, now)

const about = (user: Held) => ({ object: { kind: 'user', id: user.id }, participantId: user.participantId })

/**
 * Removes the app or one passkey; with the last factor the recovery codes go too. @throws notFound,
 * secondFactorRequired.
 */
export async function removeFactor(
  tx: Transaction,
  owner: Owner,
  role: Role,
  which: 'totp' | { passkey: string },
): Promise<void> {
  const { db } = tx
  const user = await holdUser(tx, owner)
  const gone =
    which === 'totp'
      ? await db.selectFrom('totp_factor').select('user_id').where('user_id', '=', user.id).executeTakeFirst()
      : await db
          .selectFrom('passkey')
          .select('name')
          .where('user_id', '=', user.id)
          .where('id', '=', which.passkey)
          .executeTakeFirst()
  if (!gone) throw new DomainError('notFound')
  const refusal = factorRemovalRefusal(await factorsOf(db, user.id), await isRequired(db, role))
  if (refusal) throw new DomainError(refusal)
  if (which === 'totp') await db.deleteFrom('totp_factor').where('user_id', '=', user.id).execute()
  else await db.deleteFrom('passkey').where('user_id', '=', user.id).where('id', '=', which.passkey).execute()
  if (!hasFactor(await factorsOf(db, user.id))) await dropFactors(db, user.id)
  const what = 'name' in gone ? passkeyNamed(gone.name) : APP
  tx.record({ event: 'user.factor-removed', ...about(user), data: { factor: which === 'totp' ? 'totp' : 'passkey' } })
  tellOwner(tx, user, 'factor-removed', { factor: what })
  await endOthers(tx, user)
}

/** Replaces the recovery codes of a user with a factor. @throws notFound. */
export async function renewCodes(tx: Transaction, owner: Owner): Promise<string[]> {
  const user = await holdUser(tx, owner)
  if (!hasFactor(await factorsOf(tx.db, user.id))) throw new DomainError('notFound')
  tx.record({ event: 'user.recovery-codes-made', ...about(user) })
  tellOwner(tx, user, 'recovery-codes-made')
  await endOthers(tx, user)
  return makeRecoveryCodes(tx.db, user.id)
}
