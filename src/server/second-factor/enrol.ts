import { Refusal } from '#domain/refusal.ts'
import type { Role } from '#domain/roles.ts'
import { ENROLMENT_MS, hasFactor, MAX_PASSKEYS, removalRefusal } from '#domain/second-factor/second-factor.ts'
import type { AppContext } from '#server/app-context.ts'
import { after } from '#server/clock.ts'
import { describeFactors, dropFactors, factorsOf, isRequired } from '#server/second-factor/factors.ts'
import type { NewPasskey } from '#server/second-factor/passkeys.ts'
import { makeRecoveryCodes } from '#server/second-factor/recovery.ts'
import { newTotpSecret, stepOfCode, totpKey } from '#server/second-factor/totp.ts'
import { tellOwner } from '#server/session/account-notice.ts'
import { endSessions } from '#server/session/queries.ts'
import type { Unit } from '#server/unit.ts'

/** Whose factors, and the session in which they are changed. */
export type Owner = { userId: string; sessionId: string }

type Enrolled = { recoveryCodes: string[] | null }

const APP = 'una aplicación de autenticación'
const passkeyNamed = (name: string) => `la llave de acceso «${name}»`

/**
 * The user, held so that its factors change one after the other.
 * @throws Refusal noSession for who ended meanwhile, and for a session that a change of the factors ended meanwhile
 */
async function holdUser(unit: Unit, { userId, sessionId }: Owner) {
  const user = await unit.db
    .selectFrom('portal_user')
    .select(['id', 'email', 'name', 'participant_id as participantId'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const session = unit.db.selectFrom('session').select('id').where('id', '=', sessionId).where('ended_at', 'is', null)
  if (!user || !(await session.executeTakeFirst())) throw new Refusal('noSession')
  return { ...user, sessionId }
}

/** Draws the secret of an app. It counts for nothing until one of its codes was shown. */
export async function beginTotp(app: AppContext, unit: Unit, owner: Owner) {
  const { id: userId, email } = await holdUser(unit, owner)
  const secret = newTotpSecret()
  const row = {
    sealed_secret: app.secrets.seal('totp', userId, secret),
    expires_at: after(unit.now, ENROLMENT_MS),
  }
  await unit.db
    .insertInto('totp_enrolment')
    .values({ user_id: userId, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return totpKey(secret, { issuer: app.settings.productName, account: email })
}

/** The app takes the place of the one before. The code that shows it is used up. @throws enrolmentDead, codeWrong. */
export async function finishTotp(app: AppContext, unit: Unit, owner: Owner, code: string): Promise<Enrolled> {
  const { db, now } = unit
  const user = await holdUser(unit, owner)
  const userId = user.id
  const enrolment = await db
    .selectFrom('totp_enrolment')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!enrolment) throw new Refusal('enrolmentDead')
  const step = stepOfCode(app.secrets.unseal('totp', userId, enrolment.sealed_secret), code, now)
  if (step === null) throw new Refusal('codeWrong')
  const row = { sealed_secret: enrolment.sealed_secret, last_step: step, created_at: now }
  await db
    .insertInto('totp_factor')
    .values({ user_id: userId, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await db.deleteFrom('totp_enrolment').where('user_id', '=', userId).execute()
  return added(unit, user, 'totp', APP)
}

/** @throws passkeyExists, tooManyPasskeys. */
export async function keepPasskey(unit: Unit, owner: Owner, name: string, passkey: NewPasskey): Promise<Enrolled> {
  const user = await holdUser(unit, owner)
  if ((await factorsOf(unit.db, user.id)).passkeys >= MAX_PASSKEYS) throw new Refusal('tooManyPasskeys')
  const kept = await unit.db
    .insertInto('passkey')
    .values({ id: unit.newId(), user_id: user.id, name, ...passkey, created_at: unit.now })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!kept) throw new Refusal('passkeyExists')
  return added(unit, user, 'passkey', passkeyNamed(name))
}

type Held = Awaited<ReturnType<typeof holdUser>>

async function added(unit: Unit, user: Held, factor: string, what: string): Promise<Enrolled> {
  unit.record({ event: 'user.factor-added', ...about(user), data: { factor } })
  tellOwner(unit, user, 'factor-added', { what })
  await endOthers(unit, user)
  await unit.db.updateTable('session').set({ second_factor_shown: true }).where('id', '=', user.sessionId).execute()
  const { recoveryCodesLeft } = await describeFactors(unit.db, user.id)
  return { recoveryCodes: recoveryCodesLeft > 0 ? null : await makeRecoveryCodes(unit.db, user.id) }
}

/** Whoever was let in before, and waits to be, showed less than what signs in from now on. */
const endOthers = ({ db, now }: Unit, { id, sessionId }: Held) =>
  endSessions(db, { userId: id, butSessionId: sessionId, passwordStays: true }, now)

const about = (user: Held) => ({ object: { kind: 'user', id: user.id }, participantId: user.participantId })

/** Takes the app or one passkey away; with the last factor the recovery codes go too. @throws notFound, secondFactorRequired. */
export async function removeFactor(
  unit: Unit,
  owner: Owner,
  role: Role,
  which: 'totp' | { passkey: string },
): Promise<void> {
  const { db } = unit
  const user = await holdUser(unit, owner)
  const gone =
    which === 'totp'
      ? await db.selectFrom('totp_factor').select('user_id').where('user_id', '=', user.id).executeTakeFirst()
      : await db
          .selectFrom('passkey')
          .select('name')
          .where('user_id', '=', user.id)
          .where('id', '=', which.passkey)
          .executeTakeFirst()
  if (!gone) throw new Refusal('notFound')
  const refusal = removalRefusal(await factorsOf(db, user.id), await isRequired(db, role))
  if (refusal) throw new Refusal(refusal)
  if (which === 'totp') await db.deleteFrom('totp_factor').where('user_id', '=', user.id).execute()
  else await db.deleteFrom('passkey').where('user_id', '=', user.id).where('id', '=', which.passkey).execute()
  if (!hasFactor(await factorsOf(db, user.id))) await dropFactors(db, user.id)
  const what = 'name' in gone ? passkeyNamed(gone.name) : APP
  unit.record({ event: 'user.factor-removed', ...about(user), data: { factor: which === 'totp' ? 'totp' : 'passkey' } })
  tellOwner(unit, user, 'factor-removed', { what })
  await endOthers(unit, user)
}

/** Other recovery codes for a user that has a factor. @throws notFound. */
export async function renewCodes(unit: Unit, owner: Owner): Promise<string[]> {
  const user = await holdUser(unit, owner)
  if (!hasFactor(await factorsOf(unit.db, user.id))) throw new Refusal('notFound')
  unit.record({ event: 'user.recovery-codes-made', ...about(user) })
  tellOwner(unit, user, 'recovery-codes-made')
  await endOthers(unit, user)
  return makeRecoveryCodes(unit.db, user.id)
}
