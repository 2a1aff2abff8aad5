import { lockParticipant } from '#server/participant/queries.ts'
import { checkQuota } from '#server/platform/files/quota.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import type { Transaction } from '#server/transaction.ts'

/**
 * Puts a file into the store and notes it, so that rows of this transaction may speak of it (D23). One that is noted already
 * is held until the transaction ends, for who replaces it elsewhere could forget it before these rows speak of it.
 * @throws Refusal quotaExceeded
 */
export async function keepFile(
  tx: Pick<Transaction, 'db' | 'now' | 'actor' | 'quotaBytes'>,
  file: IncomingFile,
): Promise<void> {
  const { db, now, actor, quotaBytes } = tx
  if (actor) {
    // What came in beside this file is counted: calls hold this lock already, for they write what is the participant's.
    await lockParticipant(db, actor.participantId)
    await checkQuota(db, actor, file.size, quotaBytes)
  }
  await file.keep()
  const made = await db
    .insertInto('stored_file')
    .values({
      sha256: file.sha256,
      size: file.size,
      media_type: file.mediaType,
      warnings: file.warnings,
      created_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('sha256')
    .executeTakeFirst()
  if (made) return
  const held = await db
    .selectFrom('stored_file')
    .select('sha256')
    .where('sha256', '=', file.sha256)
    .forKeyShare()
    .executeTakeFirst()
  // Forgotten between the two.
  if (!held) await keepFile(tx, file)
}
