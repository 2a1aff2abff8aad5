import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { roles } from '#domain/identity/roles.ts'
import type { SecondFactorRulesAnswer } from '#domain/identity/second-factor/contract.ts'
import {
  addPasskey,
  askPasskey,
  confirmTotp,
  enrolPasskeyOptions,
  proveSecondFactor,
  readSecondFactor,
  readSecondFactorOfUser,
  readSecondFactorRules,
  removePasskey,
  removeSecondFactorOfUser,
  removeTotp,
  renewRecoveryCodes,
  saveSecondFactorRules,
  startTotp,
} from '#domain/identity/second-factor/contract.ts'
import { factorRuleFacts, factorRuleLabels } from '#domain/identity/second-factor/facts.ts'
import { MAX_PASSKEYS } from '#domain/identity/second-factor/second-factor.ts'
import type { Origin, Route } from '#server/http/route.ts'
import { keyed, own, ownSession, read } from '#server/http/route.ts'
import type { Owner } from '#server/identity/second-factor/enrol.ts'
import { beginTotp, finishTotp, keepPasskey, removeFactor, renewCodes } from '#server/identity/second-factor/enrol.ts'
import { describeFactors, factorsOf, isRequired, versionedRules } from '#server/identity/second-factor/factors.ts'
import { checkNewPasskey, enrolmentOptions, signInOptions } from '#server/identity/second-factor/passkeys.ts'
import { pendingOf } from '#server/identity/second-factor/pending.ts'
import { signInBySecondStep } from '#server/identity/second-factor/prove.ts'
import { removeAllFactors } from '#server/identity/second-factor/remove-all.ts'
import { readMeOf } from '#server/identity/session/me.ts'
import { handOver } from '#server/identity/session/start.ts'
import { userByKey } from '#server/identity/user/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { accountById } from '#server/session/queries.ts'

const ownerOf = ({ userId }: Actor, origin: Origin): Owner => ({ userId, sessionId: ownSession(origin) })

// Calls with secrets in their response take no idempotency key: stored responses are kept for a day.
export const secondFactorRoutes: Route[] = [
  own(proveSecondFactor, async ({ app, body: { pending, ...proof }, origin, header, shape }) => {
    const { userId, session } = await signInBySecondStep(app, pending, proof, origin)
    handOver(session, header)
    return shape(await readMeOf(app, userId, session.id))
  }),

  own(askPasskey, async ({ app, body, shape }) => {
    const { id, userId } = await pendingOf(app, body.pending)
    return shape({ ...(await signInOptions(app, userId, id)) })
  }),

  read(readSecondFactor, async ({ db, actor }) => ({
    ...(await describeFactors(db, actor.userId)),
    required: await isRequired(db, actor.role),
  })),

  own(startTotp, async ({ app, actor, origin, shape }) => {
    return inTransaction(app, actor, async tx => shape(await beginTotp(app, tx, ownerOf(actor, origin))))
  }),

  own(confirmTotp, async ({ app, actor, body, origin, shape }) => {
    return inTransaction(app, actor, async tx => shape(await finishTotp(app, tx, ownerOf(actor, origin), body.code)))
  }),

  keyed(removeTotp, async ({ app, actor, origin, once }) => {
    await inTransaction(app, actor, tx => once(tx, () => removeFactor(tx, ownerOf(actor, origin), actor.role, 'totp')))
  }),

  own(enrolPasskeyOptions, async ({ app, actor, origin, shape }) => {
    const user = await accountById(app.db, actor.userId)
    if (!user) throw new DomainError('noSession')
    if ((await factorsOf(app.db, user.id)).passkeys >= MAX_PASSKEYS) throw new DomainError('tooManyPasskeys')
    return shape({ ...(await enrolmentOptions(app, user, ownSession(origin))) })
  }),

  own(addPasskey, async ({ app, actor, body, origin, shape }) => {
    const passkey = await checkNewPasskey(app, actor.userId, ownSession(origin), body.passkey)
    if (!passkey) throw new DomainError('passkeyWrong')
    return inTransaction(app, actor, async tx =>
      shape(await keepPasskey(tx, ownerOf(actor, origin), body.name, passkey)),
    )
  }),

  keyed(removePasskey, async ({ app, actor, params, origin, once }) => {
    await inTransaction(app, actor, tx =>
      once(tx, () => removeFactor(tx, ownerOf(actor, origin), actor.role, { passkey: params.id })),
    )
  }),

  own(renewRecoveryCodes, async ({ app, actor, origin, shape }) => {
    return inTransaction(app, actor, async tx => shape({ recoveryCodes: await renewCodes(tx, ownerOf(actor, origin)) }))
  }),

  read(readSecondFactorOfUser, async ({ db, params }) => {
    const user = await userByKey(db, params.key)
    if (!user) throw new DomainError('notFound')
    const { totp, passkeys, recoveryCodesLeft } = await describeFactors(db, user.id)
    return { totp, passkeys: passkeys.length, recoveryCodesLeft }
  }),

  keyed(removeSecondFactorOfUser, async ({ app, actor, params, once }) => {
    const known = await userByKey(app.db, params.key)
    if (!known) throw new DomainError('notFound')
    // Users remove their own factors in the call that checks whether they need one.
    if (known.id === actor.userId) throw new DomainError('forbidden')
    await inTransaction(app, actor, tx => once(tx, () => removeAllFactors(tx, known.id)))
  }),

  read(readSecondFactorRules, ({ db }) => versionedRules(db)),

  keyed(saveSecondFactorRules, async ({ app, actor, body, once }) => {
    return inTransaction(app, actor, tx => once(tx, () => saveRules(tx, actor, body)))
  }),
]

async function saveRules(
  tx: Transaction,
  actor: Actor,
  { secondFactor, version }: BodyOf<typeof saveSecondFactorRules>,
): Promise<SecondFactorRulesAnswer> {
  // One writer at a time; sign-ins can still read.
  await sql`lock table second_factor_rule in share row exclusive mode`.execute(tx.db)
  const current = await versionedRules(tx.db)
  await refuseStale(tx.db, actor, version, {
    version: current.version,
    now: factorRuleFacts(current.secondFactor),
    yours: factorRuleFacts(secondFactor),
    labels: factorRuleLabels,
    object: { kind: 'second-factor', id: 'rules' },
  })
  const saved = { secondFactor, version: current.version + 1 }
  const rows = roles.map(role => ({ role, required: secondFactor[role], version: saved.version }))
  await tx.db
    .insertInto('second_factor_rule')
    .values(rows)
    .onConflict(conflict =>
      conflict.column('role').doUpdateSet(eb => ({ required: eb.ref('excluded.required'), version: saved.version })),
    )
    .execute()
  tx.record({
    event: 'second-factor.rules-saved',
    object: { kind: 'second-factor', id: 'rules' },
    data: { required: roles.filter(role => secondFactor[role]) },
  })
  return saved
}
