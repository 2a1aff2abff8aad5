import type { Readable } from 'node:stream'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import type { Scanner, Verdict } from '#server/platform/files/clamd.ts'
import type { FileStore } from '#server/platform/files/store.ts'

/**
 * A store that returns no file without a clean verdict (ASVS 5.4.3). It scans a file on upload; a file from before the
 * scanner was configured, on its first download.
 * @throws DomainError fileInfected, scannerDown, fileUnscannable from `receive` and `open`.
 */
export function scannedStore(store: FileStore, scanner: Scanner, portal: () => AppContext): FileStore {
  async function judge(sha256: string, content: () => Readable | Promise<Readable>): Promise<void> {
    const { db } = portal()
    const known = await db
      .selectFrom('file_verdict')
      .select('signature')
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    const signature = known ? known.signature : await scanned(sha256, await content())
    if (signature !== null) throw new DomainError('fileInfected')
  }

  /** The signature found, or null. The verdict is stored before it is returned. */
  async function scanned(sha256: string, content: Readable): Promise<string | null> {
    const verdict: Verdict = await scanner.scan(content)
    const signature = verdict.clean ? null : verdict.signature
    await inTransaction(portal(), null, async tx => {
      const first = await tx.db
        .insertInto('file_verdict')
        .values({ sha256, signature, scanned_at: tx.now })
        .onConflict(conflict => conflict.doNothing())
        .returning('sha256')
        .executeTakeFirst()
      if (!first || signature === null) return
      tx.record({
        event: 'file.infected',
        object: { kind: 'file', id: sha256 },
        facts: { reason: signature },
      })
    })
    return signature
  }

  return {
    ...store,
    async receive(stream, name, maxBytes) {
      const file = await store.receive(stream, name, maxBytes)
      try {
        await judge(file.sha256, file.content)
      } catch (error) {
        await file.discard()
        throw error
      }
      return file
    },
    async open(sha256, size, beforeEnd) {
      await judge(sha256, () => store.open(sha256, size))
      return store.open(sha256, size, beforeEnd)
    },
  }
}
