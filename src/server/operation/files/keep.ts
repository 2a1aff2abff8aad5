import type { Transaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import { statement } from '#server/platform/database/statement.ts'
import { bytesKeptFor, checkRoom, hasQuota } from '#server/platform/files/quota.ts'
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

const holdFile = statement((db, { sha256 }: { sha256: string }) =>
  db.selectFrom('stored_file').select('sha256').where('sha256', '=', sha256).forKeyShare().compile(),
)

type Keeping = Pick<Transaction, 'db' | 'now' | 'actor' | 'quotaBytes'>
/** What the actor's participant keeps, and whether the row of the file is there and held. */
export type Recorded = { kept: number; isHeld: boolean }

/** Records a file, and asks what else its uploader keeps, in one round trip. */
export async function recordFile({ db, now, actor }: Keeping, file: IncomingFile): Promise<Recorded> {
  const { sha256, size, mediaType, warnings } = file
  const [, kept, added, held] = await Promise.all([
    // The lock makes concurrent uploads count. Calls already hold it, because they write data of the participant.
    actor && lockParticipant(db, actor.participantId),
    hasQuota(actor) ? bytesKeptFor(db, actor.participantId) : 0,
    addFile(db, { sha256, size, mediaType, warnings, now }),
    holdFile(db, { sha256 }),
  ])
  return { kept, isHeld: added.length + held.length > 0 }
}

/**
 * Puts a file into the store and records it, so that rows of this transaction can reference it (D23). The row of an
 * already recorded file is locked until the transaction ends: a concurrent replacement could otherwise delete it before
 * these rows reference it.
 * @param recorded what `recordFile` found, for callers that asked together with something else
 * @throws DomainError quotaExceeded
 */
export async function keepFile(tx: Keeping, file: IncomingFile, recorded?: Recorded): Promise<void> {
  const { kept, isHeld } = recorded ?? (await recordFile(tx, file))
  if (hasQuota(tx.actor)) checkRoom(kept, file.size, tx.quotaBytes)
  // Deleted between the two statements.
  if (!isHeld) return keepFile(tx, file)
  await file.keep()
}
