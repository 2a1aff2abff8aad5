import { sql } from 'kysely'
import type { Origin } from '#server/http/route.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import type { AttemptKeys } from '#server/identity/session/login-throttle.ts'
import { failuresAt } from '#server/identity/session/login-throttle.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { first, statement } from '#server/platform/database/statement.ts'
import type { AccountRow } from '#server/session/queries.ts'

/** Failures since the last session from which the owner gets a notice. */
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
 * Notifies the owner of a sign-in from a new device or after failures. Only successful sign-ins get here, so it reveals
 * nothing about accounts that the caller cannot open. The first sign-in of an account sends no notice.
 */
export async function tellOfSignIn(
  app: AppContext,
  tx: Transaction,
  account: AccountRow,
  attemptKeys: AttemptKeys,
  origin: Origin,
): Promise<void> {
  const [last, failed] = await Promise.all([
    first(lastSessionOf(tx.db, { userId: account.id })),
    failuresAt(tx.db, app.secrets.blind(account.email)),
  ])
  if (!last) return
  // The current, successful attempt is counted too (D20).
  const failures = failed.filter(at => at > last.started_at).length - 1
  if (failures >= TOLD_FAILURES) tellOwner(tx, account, 'signed-in-after-failures', { origin, failures })
  else if (!attemptKeys.known) tellOwner(tx, account, 'signed-in-from-new-device', { origin })
}
