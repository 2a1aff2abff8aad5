import { sql } from 'kysely'
import type { Day } from '#domain/values/day.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { lockParticipants } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'
import { noteSituations } from '#server/supervision/use/note-situations.ts'
import { usesWhere } from '#server/supervision/use/queries.ts'

/** Uses per transaction, which locks their providers. */
const AT_ONCE = 200

/**
 * The uses whose situation the passing of time may have changed: a rating of theirs has lapsed since it was noted, or
 * an acceptance is past its last day.
 */
async function usesToNote(db: Db, today: Day): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from service_use u
      join participant e on e.id = u.entity_id and e.deleted_at is null
      join participant p on p.id = u.provider_id and p.deleted_at is null
    where u.until is null and exists (
        select from validation v join score k on k.validation_id = v.id
        where v.participant_id = u.provider_id and v.service_id = u.service_id and v.kind = 'AUDIT_REPORT'
          and k.is_current and k.expires_on < ${today}::date and k.expires_on >= u.noted_on)
      or exists (
        select from acceptance a where a.use_id = u.id and a.ended_at is null and a.until < ${today}::date)
    order by u.id limit ${AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Notes the situations that time has changed and tells their banks once (LEVEL-14, LEVEL-16). Situations do not depend
 * on it. Idempotent, at any hour and on any number of servers.
 */
export async function announceLevels(app: AppContext): Promise<void> {
  for (;;) {
    const noted = await inTransaction(app, null, async tx => {
      if (!(await isAlone(tx.db, jobLocks.levels))) return 0
      const due = await usesToNote(tx.db, tx.today)
      if (due.length === 0) return 0
      const isDue = sql<boolean>`u.id = any(${due})`
      const found = await usesWhere(tx.db, isDue, tx.today)
      await lockParticipants(tx.db, [...new Set(found.map(({ providerId }) => providerId))])
      // Read again under the locks.
      await noteSituations(tx, await usesWhere(tx.db, isDue, tx.today))
      return found.length
    })
    if (noted < AT_ONCE) return
  }
}
