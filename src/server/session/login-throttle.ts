import { recordAttempt, refundLast } from '#domain/session/lockout.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Origin } from '#server/http/route.ts'
import { deviceKey } from '#server/http/security/device.ts'
import { after, DAY } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import { chargeAccount, chargeAddress, deleteIdleBudgets, refundAttempt } from '#server/session/attempt-budget.ts'
import { deviceKnowledge } from '#server/session/queries.ts'

/** A pair whose failures count together: an account, existing or not, and where the guess comes from (D20). */
export type AttemptKeys = {
  /** Blinded: whatever is typed there, even a password, is in no row. */
  account: string
  device: string
  /** Whence it comes, as the network says. */
  address: string
  /** The account signed in with this device before. */
  known: boolean
  /** Its guesses are at the password, from a device that is not the account's: all such together are bounded. */
  paysAccount: boolean
  /** The caller's cookie was given here, so that it needs no new one. */
  cookieGiven: boolean
}

/** Whether a guess may be checked, when it was counted, and whether it is the last before the block. */
export type Admission = { admitted: boolean; at: string; blocks: boolean }

/**
 * Whom a guess is counted for. A device counts as such only for accounts that signed in with it: with a made-up cookie,
 * or one of another account, nobody gets more guesses than its address has.
 */
export async function attemptKeysOf(app: AppContext, email: string, { device, address }: Origin): Promise<AttemptKeys> {
  const key = device === null ? null : deviceKey(device, address)
  const { given, knownToAccount } = await deviceKnowledge(app.db, key ?? '', email)
  return {
    account: app.secrets.blind(email),
    device: knownToAccount ? key! : deviceKey(null, address),
    address,
    known: knownToAccount,
    paysAccount: !knownToAccount,
    cookieGiven: given,
  }
}

/** Whom the sign-in of somebody is counted for who guesses no password: a provider said who it is, or the first step did. */
export const secondStepKeys = async (app: AppContext, email: string, origin: Origin): Promise<AttemptKeys> => ({
  ...(await attemptKeysOf(app, email, origin)),
  paysAccount: false,
})

/**
 * Counts a guess before it is checked, in a transaction of its own, so that simultaneous ones on any number of servers
 * never get more than five checks (AUTH-32, D20).
 * @throws Refusal tooMany when the account or the address has sent too many wrong ones of late.
 */
export async function admitAttempt(app: AppContext, attemptKeys: AttemptKeys): Promise<Admission> {
  await chargeAddress(app, attemptKeys)
  return countOne(app, attemptKeys, db => chargeAccount(app, db, attemptKeys))
}

/** Where wrong second factors of an account are counted, wherever they come from: only who has the password sends any. */
const SECOND_STEP = 'second-factor'

/**
 * Counts a guess at the second factor: with the passwords that came from there, and with all others at this account's
 * second factor, so that many addresses have no more guesses than one.
 */
export async function admitSecondStep(app: AppContext, attemptKeys: AttemptKeys): Promise<Admission> {
  const first = await admitAttempt(app, attemptKeys)
  return first.admitted ? countOne(app, { account: attemptKeys.account, device: SECOND_STEP }) : first
}

type Attempt = { account: string; device: string; now: string }

// An update that changes nothing, for the row's lock: a delete that runs at the same time cannot hide the row.
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

/** `payFor`: what has to be paid for a guess that is admitted; one that cannot be paid is not counted. */
async function countOne(
  app: AppContext,
  { account, device }: Pick<AttemptKeys, 'account' | 'device'>,
  payFor?: (db: Db) => Promise<void>,
): Promise<Admission> {
  return app.db.transaction().execute(async tx => {
    const [row] = await lockAttempt(tx, { account, device, now: app.clock.now() })
    // Read after the lock: whoever waited for it must not count with an earlier time.
    const now = app.clock.now()
    const before = { failedAt: row!.failed_at as string[], blockedUntil: row!.blocked_until }
    const { admitted, after: counted } = recordAttempt(before, now)
    if (!admitted) return { admitted, at: now, blocks: false }
    await payFor?.(tx)
    const { blockedUntil } = counted
    await countAttempt(tx, { account, device, now, failedAt: JSON.stringify(counted.failedAt), blockedUntil })
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

/** A right guess takes back those before it. */
export async function clearAttempts(db: Db, attemptKeys: AttemptKeys): Promise<void> {
  const { account, device } = attemptKeys
  // In the order in which a guess locks them.
  await dropAttempts(db, { account, device })
  await refundAttempt(db, attemptKeys)
}

/** A right password of an account that asks for more takes back itself alone. */
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

/** The failures at the password of an account, as a `AttemptKeys` has it, since an instant, from anywhere. */
export async function failuresSince(db: Db, account: string, since: string): Promise<number> {
  const rows = await failuresOf(db, { account })
  return rows.flatMap(row => row.failed_at as string[]).filter(at => at > since).length
}

/** Removes guesses that no longer count, a day after the last; the daily housekeeping calls it. */
export async function deleteOldAttempts(app: AppContext): Promise<void> {
  await deleteIdleBudgets(app)
  await app.db.deleteFrom('sign_in_attempt').where('last_at', '<', after(app.clock.now(), -DAY)).execute()
}
