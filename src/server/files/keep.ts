import type { IncomingFile } from '#server/files/store.ts'
import type { Unit } from '#server/unit.ts'

/**
 * Puts a file into the store and notes it, so that rows of this transaction may speak of it (D23). One that is noted already
 * is held until the transaction ends, for who replaces it elsewhere could forget it before these rows speak of it.
 */
export async function keepFile(unit: Pick<Unit, 'db' | 'now'>, file: IncomingFile): Promise<void> {
  const { db, now } = unit
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
  if (!held) await keepFile(unit, file)
}
