import { sql } from 'kysely'
import { HOLD_MS } from '#domain/notification/undo/undo.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { after } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { causesBy } from '#server/supervision/reliance/grounds.ts'
import type { StoredFile } from '#server/supervision/reliance/queries.ts'
import { filesWhere, isSigned } from '#server/supervision/reliance/queries.ts'

/** Files per transaction. */
const AT_ONCE = 500

/** The next signed files of living banks after one, whose use goes on: an ended use causes no alert (LEVEL-03). */
const filesAfter = (db: Db, id: string): Promise<StoredFile[]> =>
  filesWhere(
    db,
    sql`f.id in (select n.id from reliance_file n
      join participant b on b.id = n.entity_id and b.deleted_at is null
      join service_use o on o.id = n.use_id and o.until is null
      where n.id > ${id} and ${hasStatus(sql`n.status`, relianceMachine.sets.standing)}
      order by n.id limit ${AT_ONCE})`,
  )

/**
 * Tells a bank once for each cause that its signed file has to be reviewed (RELY-10). Statuses do not depend on it.
 * Idempotent, at any hour and on any number of servers.
 */
export async function announceReliance(app: AppContext): Promise<void> {
  for (let last = ''; ; ) {
    const next = await inTransaction(app, null, async tx => {
      if (!(await isAlone(tx.db, jobLocks.reliance))) return null
      const files = await filesAfter(tx.db, last)
      await tellCauses(tx, files)
      return files.length < AT_ONCE
        ? null
        : files
            .map(({ id }) => id)
            .toSorted()
            .at(-1)!
    })
    if (next === null) return
    last = next
  }
}

async function tellCauses(tx: Transaction, files: readonly StoredFile[]): Promise<void> {
  // What may still be taken back is not told yet (decision 027).
  const causes = await causesBy(tx.db, files, { by: after(tx.now, -HOLD_MS), today: tx.today })
  for (const file of files.filter(isSigned)) {
    const fresh = valueIn(causes, file.id).filter(({ key }) => !file.told.includes(key))
    if (fresh.length === 0 || !file.providerId || !file.isUsed) continue
    const keys = fresh.map(({ key }) => key)
    // Not where the next file was signed meanwhile.
    const { rows } = await sql`
      update reliance_file set told = told || ${keys}::text[]
      where id = ${file.id} and ${hasStatus(sql`status`, relianceMachine.sets.standing)} returning id`.execute(tx.db)
    if (rows.length === 0) continue
    const { provider, service } = file.facts.subject
    tx.record({
      event: relianceMachine.moves.fallDue.event,
      object: { kind: 'reliance', id: file.id },
      participantId: file.entityId,
      told: {
        participantId: file.entityId,
        useId: file.useId!,
        relianceId: file.id,
        providerId: file.providerId,
        providerName: provider,
        serviceName: service,
        causes: fresh.map(({ sentence }) => sentence).join(' '),
        onceKey: `RELIANCE_REVIEW_DUE:${file.id}:${keys.join(',')}`,
      },
    })
  }
}
