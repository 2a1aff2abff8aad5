import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Rate } from '#domain/contract/limits.ts'
import { attemptRates, CLOCKS_APART_MS, costOf } from '#domain/contract/limits.ts'
import type { AttemptKeys } from '#server/identity/session/login-throttle.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { addressKey } from '#server/platform/address-key.ts'
import { after } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

type Budget = { key: string; rate: Rate }

const ofAddress = ({ address }: AttemptKeys): Budget => ({
  key: sha256(`address:${addressKey(address)}`),
  rate: attemptRates.address,
})

/** The account's own devices are not charged, nor is a step that is no password attempt. */
const ofAccount = ({ account, paysAccount }: AttemptKeys): Budget | null =>
  paysAccount ? { key: sha256(`account:${account}`), rate: attemptRates.account } : null

type Payment = { key: string; now: string; first: string; forgiven: string; last: string; seconds: number }

const pay = statement((db, { key, now, first, forgiven, last, seconds }: Payment) => {
  const owed = sql`case when b.busy_until > ${forgiven} then ${now}::timestamptz else greatest(b.busy_until, ${now}) end`
  return sql`
    insert into guess_budget as b (key, busy_until) values (${key}, ${first})
    on conflict (key) do update
      set busy_until = ${owed} + make_interval(secs => ${seconds})
      where ${owed} <= ${last}
    returning key`.compile(db)
})

type Refund = { keys: string[]; seconds: number[] }

const refund = statement((db, { keys, seconds }: Refund) =>
  sql`
    update guess_budget b set busy_until = b.busy_until - make_interval(secs => r.seconds)
    from unnest(${keys}::text[], ${seconds}::float8[]) as r (key, seconds) where b.key = r.key`.compile(db),
)

/**
 * Charges a budget before an attempt is checked. It applies the rule of the domain's `spend` in one statement, so that
 * servers share it and simultaneous attempts cannot exceed it.
 * @throws DomainError tooMany with `retryAfter` in seconds.
 */
async function payFrom(app: AppContext, db: Db, { key, rate }: Budget): Promise<void> {
  if (!app.settings.rateLimits) return
  const now = app.clock.now()
  const cost = costOf(rate)
  const [first, forgiven, last] = [
    after(now, cost),
    after(now, rate.burst * cost + CLOCKS_APART_MS),
    after(now, (rate.burst - 1) * cost),
  ]
  const rows = await pay(db, { key, now, first, forgiven, last, seconds: cost / 1000 })
  if (rows.length === 0) throw new DomainError('tooMany', { details: { retryAfter: Math.ceil(cost / 1000) } })
}

/** Charges an address for every attempt, also one that is not checked. @throws DomainError tooMany */
export const chargeAddress = (app: AppContext, attemptKeys: AttemptKeys): Promise<void> =>
  payFrom(app, app.db, ofAddress(attemptKeys))

/**
 * Charges the account only for attempts that will be checked: an attempt stopped by the lockout reveals nothing and
 * must not lock the owner out. @throws DomainError tooMany
 */
export async function chargeAccount(app: AppContext, db: Db, attemptKeys: AttemptKeys): Promise<void> {
  const budget = ofAccount(attemptKeys)
  if (budget) await payFrom(app, db, budget)
}

/** Refunds a successful attempt. */
export async function refundAttempt(db: Db, attemptKeys: AttemptKeys): Promise<void> {
  const budgets = [ofAccount(attemptKeys), ofAddress(attemptKeys)].filter(budget => budget !== null)
  await refund(db, { keys: budgets.map(({ key }) => key), seconds: budgets.map(({ rate }) => costOf(rate) / 1000) })
}

/** Deletes budgets without a debt; housekeeping calls it. */
export async function deleteIdleBudgets(app: AppContext): Promise<void> {
  await app.db.deleteFrom('guess_budget').where('busy_until', '<', app.clock.now()).execute()
}
