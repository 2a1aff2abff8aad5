import { recordAttempt, refundLast } from '#domain/identity/session/lockout.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Origin } from '#server/http/route.ts'
import { deviceKey } from '#server/http/security/device.ts'
import {
  chargeAccount,
  chargeAddress,
  deleteIdleBudgets,
  refundAttempt,
} from '#server/identity/session/attempt-budget.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { after, DAY } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { inPipeline, unawaited } from '#server/platform/database/pipeline/together.ts'
import { statement } from '#server/platform/database/statement.ts'
import { deviceKnowledge } from '#server/session/queries.ts'

/** The keys that login failures are counted by: an account, existing or not, and the origin of the attempt (D20). */
export type AttemptKeys = {
  /** Hashed: user input, which may be a password, is stored in no row. */
  account: string
  device: string
  /** The client's network address. */
  address: string
  /** The account has signed in with this device before. */
  known: boolean
  /** True for a password attempt from a device unknown to the account. All such attempts share the account's budget. */
  paysAccount: boolean
  /** The caller's device cookie is one of ours, so it needs no new one. */
  cookieGiven: boolean
}

/** Whether an attempt may be checked, when it was counted, and whether it is the last before the block. */
export type Admission = { admitted: boolean; at: string; blocks: boolean }

/**
 * The throttle keys of an attempt. A device counts only for accounts that signed in with it: a forged cookie, or one of
 * another account, brings no attempts beyond those of its address.
 */
export async function attemptKeysOf(
  app: AppContext,
  email: string,
  { device, address }: Origin,
  db: Db = app.db,
): Promise<AttemptKeys> {
  const key = device === null ? null : deviceKey(device, address)
  const { given, knownToAccount } = await deviceKnowledge(db, key ?? '', email)
  return {
    account: app.secrets.blind(email),
    device: knownToAccount && key !== null ? key : deviceKey(null, address),
    address,
    known: knownToAccount,
    paysAccount: !knownToAccount,
    cookieGiven: given,
  }
}

/** The throttle keys of a sign-in without a password attempt: after a provider's answer or a right first step. */
export const secondStepKeys = async (app: AppContext, email: string, origin: Origin): Promise<AttemptKeys> => ({
  ...(await attemptKeysOf(app, email, origin)),
  paysAccount: false,
})

/**
 * Counts an attempt before it is checked, in a transaction of its own, so that simultaneous attempts on any number of
 * servers never get more than five checks (AUTH-32, D20).
 * @throws DomainError tooMany when the account or the address has exhausted its rate limit.
 */
export async function admitAttempt(app: AppContext, attemptKeys: AttemptKeys): Promise<Admission> {
  await chargeAddress(app, attemptKeys)
  return countOne(app, attemptKeys, db => chargeAccount(app, db, attemptKeys))
}

/** The key for an account's wrong second factors from any origin: only a caller with the password sends any. */
const SECOND_STEP = 'second-factor'

/**
 * Counts a second-factor attempt twice: with the password attempts of its origin, and with all second-factor attempts
 * at the account, so that many addresses get no more attempts than one.
 */
export async function admitSecondStep(app: AppContext, attemptKeys: AttemptKeys): Promise<Admission> {
  const first = await admitAttempt(app, attemptKeys)
  return first.admitted ? countOne(app, { account: attemptKeys.account, device: SECOND_STEP }) : first
}

type Attempt = { account: string; device: string; now: string }

// An update without a change takes the row lock, so that a concurrent delete cannot hide the row.
const lockAttempt = statement((db, { account, device, now }: Attempt) =>
  db
    .insertInto('sign_in_attempt')
    .values({ account, device, last_at: now })
    .onConflict(conflict => conflict.columns(['account', 'device']).doUpdateSet({ account }))
    .returning(['failed_at', 'blocked_until'])
    .compile(),
)

const countAttempt = statement(
  (db, { account, device, now, failedAt, blockedUntil }: Attempt & { failedAt: string; blockedUntil: string | null }) =>
    db
      .updateTable('sign_in_attempt')
      .set({ failed_at: failedAt, blocked_until: blockedUntil, last_at: now })
      .where('account', '=', account)
      .where('device', '=', device)
      .compile(),
)

/** `payFor` charges an admitted attempt; if it throws, the attempt is not counted. */
async function countOne(
  app: AppContext,
  { account, device }: Pick<AttemptKeys, 'account' | 'device'>,
  payFor?: (db: Db) => Promise<void>,
): Promise<Admission> {
  return inPipeline(app.db, async tx => {
    const row = onlyOf(await lockAttempt(tx, { account, device, now: app.clock.now() }))
    // Read after the lock: an attempt that waited must not count with an earlier time.
    const now = app.clock.now()
    const before = { failedAt: row.failed_at as string[], blockedUntil: row.blocked_until }
    const { admitted, after: counted } = recordAttempt(before, now)
    if (!admitted) return { admitted, at: now, blocks: false }
    await payFor?.(tx)
    const { blockedUntil } = counted
    unawaited(countAttempt(tx, { account, device, now, failedAt: JSON.stringify(counted.failedAt), blockedUntil }))
    return { admitted, at: now, blocks: counted.blockedUntil !== null }
  })
}

const dropAttempts = statement((db, { account, device }: Pick<AttemptKeys, 'account' | 'device'>) =>
  db
    .deleteFrom('sign_in_attempt')
    .where('account', '=', account)
    .where('device', 'in', [device, SECOND_STEP])
    .compile(),
)

/** A successful attempt clears the failures before it. */
export function clearAttempts(db: Db, attemptKeys: AttemptKeys): void {
  const { account, device } = attemptKeys
  // In the lock order of an attempt.
  unawaited(dropAttempts(db, { account, device }))
  unawaited(refundAttempt(db, attemptKeys))
}

/** A right password of an account with a second factor refunds only its own attempt. */
export async function refundPassword(db: Db, attemptKeys: AttemptKeys, at: string): Promise<void> {
  const { account, device } = attemptKeys
  const row = await db
    .selectFrom('sign_in_attempt')
    .select(['failed_at', 'blocked_until'])
    .where('account', '=', account)
    .where('device', '=', device)
    .forUpdate()
    .executeTakeFirst()
  if (row) {
    const rest = refundLast({ failedAt: row.failed_at as string[], blockedUntil: row.blocked_until }, at)
    await db
      .updateTable('sign_in_attempt')
      .set({ failed_at: JSON.stringify(rest.failedAt), blocked_until: rest.blockedUntil })
      .where('account', '=', account)
      .where('device', '=', device)
      .execute()
  }
  await refundAttempt(db, attemptKeys)
}

const failuresOf = statement((db, { account }: { account: string }) =>
  db
    .selectFrom('sign_in_attempt')
    .select('failed_at')
    .where('account', '=', account)
    .where('device', '!=', SECOND_STEP)
    .compile(),
)

/** The instants of the failed password attempts at an account (`account` of `AttemptKeys`), from any origin. */
export async function failuresAt(db: Db, account: string): Promise<string[]> {
  const rows = await failuresOf(db, { account })
  return rows.flatMap(row => row.failed_at as string[])
}

/** Deletes attempts a day after they stop counting; the daily housekeeping calls it. */
export async function deleteOldAttempts(app: AppContext): Promise<void> {
  await deleteIdleBudgets(app)
  await app.db.deleteFrom('sign_in_attempt').where('last_at', '<', after(app.clock.now(), -DAY)).execute()
}
