import { sql } from 'kysely'
import type { Rate } from '#domain/limits/limits.ts'
import { costOf, guessRates } from '#domain/limits/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { addressKey } from '#server/address-key.ts'
import { after } from '#server/clock.ts'
import type { Db } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { Portal } from '#server/portal.ts'
import { sha256 } from '#server/secrets.ts'
import type { Guesser } from '#server/session/guess.ts'

/** What a guess is paid from: the account's budget unless the device is the account's own, and the address's. */
function budgetsOf({ account, address, known }: Guesser): [string, Rate][] {
  const ofAddress: [string, Rate] = [sha256(`address:${addressKey(address)}`), guessRates.address]
  return known ? [ofAddress] : [[sha256(`account:${account}`), guessRates.account], ofAddress]
}

type Payment = { key: string; now: string; first: string; full: string; last: string; seconds: number }

const pay = statement((db, { key, now, first, full, last, seconds }: Payment) => {
  const owed = sql`case when b.busy_until > ${full} then ${now}::timestamptz else greatest(b.busy_until, ${now}) end`
  return sql`
    insert into guess_budget as b (key, busy_until) values (${key}, ${first})
    on conflict (key) do update
      set busy_until = ${owed} + make_interval(secs => ${seconds})
      where ${owed} <= ${last}
    returning key`.compile(db)
})

const refund = statement((db, { key, seconds }: Pick<Payment, 'key' | 'seconds'>) =>
  sql`update guess_budget set busy_until = busy_until - make_interval(secs => ${seconds}) where key = ${key}`.compile(
    db,
  ),
)

/**
 * Pays for a guess before it is checked; the same rule as `spend` of the domain, in one statement, so that servers share
 * it and simultaneous guesses cannot get past it.
 * @throws Refusal tooMany with `retryAfter` in seconds.
 */
export async function payForGuess(portal: Portal, guesser: Guesser): Promise<void> {
  if (!portal.settings.rateLimits) return
  const now = portal.clock.now()
  for (const [key, rate] of budgetsOf(guesser)) {
    const cost = costOf(rate)
    const [first, full, last] = [after(now, cost), after(now, rate.burst * cost), after(now, (rate.burst - 1) * cost)]
    const rows = await pay(portal.db, { key, now, first, full, last, seconds: cost / 1000 })
    if (rows.length === 0) throw new Refusal('tooMany', { details: { retryAfter: Math.ceil(cost / 1000) } })
  }
}

/** A right guess costs nothing. */
export async function refundGuess(db: Db, guesser: Guesser): Promise<void> {
  for (const [key, rate] of budgetsOf(guesser)) {
    await refund(db, { key, seconds: costOf(rate) / 1000 })
  }
}

/** Forgets who owes nothing any more; housekeeping calls it. */
export async function sweepGuessBudgets(portal: Portal): Promise<void> {
  await portal.db.deleteFrom('guess_budget').where('busy_until', '<', portal.clock.now()).execute()
}
