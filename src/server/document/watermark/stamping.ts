import { Worker } from 'node:worker_threads'
import { MARKING_MS } from '#domain/document/watermark/watermark.ts'
import type { StampAnswer, StampRequest } from '#server/document/watermark/stamp-worker.ts'
import { takingTurns } from '#server/platform/turns.ts'

/** Concurrent stamps, and readers in the queue; beyond that, readers must retry. */
const AT_ONCE = 2
const WAITING = 20
const HEAP_MB = 512

/**
 * Waits for a turn, then runs the work.
 * @throws DomainError unavailable when the queue is full
 */
export const inTurn = takingTurns(AT_ONCE, WAITING)

/**
 * Stamps every page in a worker thread: a hostile file costs that thread, for `limit` milliseconds at most, never the
 * server.
 * @returns the marked PDF, or the fault; `slow` if it took too long or too much memory, or was aborted
 */
export function stampInWorker(
  request: StampRequest,
  { limit = MARKING_MS, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<StampAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./stamp-worker.ts', import.meta.url), {
      workerData: request,
      transferList: [request.bytes.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 64 },
      env: {},
    })
    const end = () => {
      resolve({ fault: 'slow' })
      void worker.terminate()
    }
    const timer = setTimeout(end, limit)
    signal?.addEventListener('abort', end)
    worker.once('message', (message: StampAnswer) => resolve(message))
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ fault: 'slow' })
      else reject(error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve({ fault: 'unreadable' })
    })
  })
}
