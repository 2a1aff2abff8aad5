import type { Transaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import { checkQuota } from '#server/platform/files/quota.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'

/**
 * Puts a file into the store and records it, so that rows of this transaction can reference it (D23). The row of an
 * already recorded file is locked until the transaction ends: a concurrent replacement could otherwise delete it before
 * these rows reference it.
 * @throws DomainError quotaExceeded
 */
export async function keepFile(
  tx: Pick<Transaction, 'db' | 'now' | 'actor' | 'quotaBytes'>,
  file: IncomingFile,
): Promise<void> {
  const { db, now, actor, quotaBytes } = tx
  if (actor) {
    // The lock makes concurrent uploads count. Calls already hold it, because they write data of the participant.
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
  // Deleted between the two statements.
  if (!held) await keepFile(tx, file)
}
