import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import type { Origin } from '#server/http/route.ts'
import { first, statement } from '#server/platform/database/statement.ts'
import { tellOwner } from '#server/session/account-notice.ts'
import type { AttemptKeys } from '#server/session/login-throttle.ts'
import { failuresSince } from '#server/session/login-throttle.ts'
import type { AccountRow } from '#server/session/queries.ts'
import type { Transaction } from '#server/transaction.ts'

/** From how many failures on, since the account was last opened, its owner is told of them. */
const TOLD_FAILURES = 3

const lastSessionOf = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('session')
    .select('started_at')
    .where('user_id', '=', userId)
    .orderBy('started_at', 'desc')
    .limit(sql.lit(1))
    .compile(),
)

/**
 * Tells the owner of an account that it was opened from a device that it never used, or after failures. Only a right
 * sign-in comes here, so that nothing can be learned of an account that one cannot open. The first of all is no news.
 */
export async function tellOfSignIn(
  app: AppContext,
  tx: Transaction,
  account: AccountRow,
  attemptKeys: AttemptKeys,
  origin: Origin,
): Promise<void> {
  const last = await first(lastSessionOf(tx.db, { userId: account.id }))
  if (!last) return
  // The right guess that is being let in is counted too (D20).
  const failures = (await failuresSince(tx.db, app.secrets.blind(account.email), last.started_at)) - 1
  if (failures >= TOLD_FAILURES) tellOwner(tx, account, 'signed-in-after-failures', { origin, failures })
  else if (!attemptKeys.known) tellOwner(tx, account, 'signed-in-from-new-device', { origin })
}
