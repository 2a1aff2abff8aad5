import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { MARKING_MS } from '#domain/document/watermark/watermark.ts'
import type { work } from '#server/document/watermark/stamp-task.ts'
import { readerTask, UnreadFile } from '#server/platform/reader/reader.ts'

const stampIn = readerTask<typeof work>(new URL('./stamp-task.ts', import.meta.url), { ms: MARKING_MS, megabytes: 640 })

/**
 * Stamps every page in a reader.
 * @returns the marked PDF, or the fault; `slow` if it took too long or too much memory, or was aborted
 * @throws DomainError unavailable when too many wait; what opening the file throws
 */
export const stampInReader: (...how: Parameters<typeof stampIn>) => Promise<Uint8Array | { fault: MarkFault }> = (
  ...how
) =>
  stampIn(...how).catch((error: unknown) => {
    if (!(error instanceof UnreadFile)) throw error
    return { fault: error.why === 'limits' ? 'slow' : 'unreadable' }
  })
