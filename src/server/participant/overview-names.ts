import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { onlyOf } from '#domain/values/certain.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'

/** Participants per transaction, which holds the lock of the audit log. */
export const PARTICIPANTS_AT_ONCE = 50

/** Whether a new name of a service or an evaluator is still missing in rows of overviews. */
export async function hasRenames({ db }: AppContext): Promise<boolean> {
  return (await db.selectFrom('overview_rename').select('after').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Brings new names into the rows of overviews that the renaming transaction left (decision 047). Rests after each piece
 * as long as it took, so that other writes come in between. Idempotent, on any number of servers.
 */
export async function refreshNames(app: AppContext): Promise<void> {
  for (;;) {
    const begun = performance.now()
    const more = await app.db.transaction().execute(async tx => {
      if (!(await isAlone(tx, jobLocks.overviewNames))) return false
      const { rows } = await sql<{ more: boolean }>`select refresh_renamed(${PARTICIPANTS_AT_ONCE}) as more`.execute(tx)
      return onlyOf(rows).more
    })
    if (!more) return
    await sleep(performance.now() - begun)
  }
}
