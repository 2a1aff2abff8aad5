import type { Transaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import { first, statement } from '#server/platform/database/statement.ts'
import { checkQuota } from '#server/platform/files/quota.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'

type NewFile = Pick<IncomingFile, 'sha256' | 'size' | 'mediaType' | 'warnings'> & { now: string }

/** Returns a row only for a file that was not recorded yet. */
const addFile = statement((db, { sha256, size, mediaType, warnings, now }: NewFile) =>
  db
    .insertInto('stored_file')
    .values({ sha256, size, media_type: mediaType, warnings, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('sha256')
    .compile(),
)

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
  const { sha256, size, mediaType, warnings } = file
  if (await first(addFile(db, { sha256, size, mediaType, warnings, now }))) return
  const held = await db
    .selectFrom('stored_file')
    .select('sha256')
    .where('sha256', '=', file.sha256)
    .forKeyShare()
    .executeTakeFirst()
  // Deleted between the two statements.
  if (!held) await keepFile(tx, file)
}
