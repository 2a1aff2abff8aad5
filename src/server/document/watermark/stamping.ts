import { MARKING_MS } from '#domain/document/watermark/watermark.ts'
import type { StampAnswer, StampRequest } from '#server/document/watermark/stamp-worker.ts'
import { keptWorker } from '#server/platform/kept-worker.ts'
import { takingTurns } from '#server/platform/turns.ts'

/** Concurrent stamps, and readers in the queue; beyond that, readers must retry. */
const AT_ONCE = 2
const WAITING = 20
const HEAP_MB = 512
const YOUNG_MB = 64
const workers = keptWorker(new URL('./stamp-worker.ts', import.meta.url), HEAP_MB, YOUNG_MB)

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
    const worker = workers.take()
    const done = (answer: StampAnswer) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve(answer)
    }
    const end = () => {
      done({ fault: 'slow' })
      void worker.terminate()
    }
    const timer = setTimeout(end, limit)
    signal?.addEventListener('abort', end)
    worker.once('message', (answer: StampAnswer) => {
      done(answer)
      workers.keep(worker)
    })
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') done({ fault: 'slow' })
      else reject(error)
    })
    worker.once('exit', () => done({ fault: 'unreadable' }))
    worker.postMessage(request, [request.bytes.buffer as ArrayBuffer])
  })
}
