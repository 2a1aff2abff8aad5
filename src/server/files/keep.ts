import type { IncomingFile } from '#server/files/store.ts'
import type { Unit } from '#server/unit.ts'

/** Puts a file into the store and notes it, so that rows of this transaction may speak of it (D23). */
export async function keepFile({ db, now }: Pick<Unit, 'db' | 'now'>, file: IncomingFile): Promise<void> {
  await file.keep()
  await db
    .insertInto('stored_file')
    .values({
      sha256: file.sha256,
      size: file.size,
      media_type: file.mediaType,
      warnings: file.warnings,
      created_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
