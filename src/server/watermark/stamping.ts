import { Worker } from 'node:worker_threads'
import { Refusal } from '#domain/refusal.ts'
import { MARKING_MS } from '#domain/watermark/watermark.ts'
import { takingTurns } from '#server/turns.ts'
import type { StampAnswer, StampRequest } from '#server/watermark/stamp-worker.ts'

/** At most so many at once, and so many that wait: beyond, a reader is asked to come again. */
const AT_ONCE = 2
const WAITING = 20
const HEAP_MB = 512

/** Waits for a turn, then runs the work. @throws Refusal unavailable when the line is full. */
export const inTurn = takingTurns(AT_ONCE, WAITING)

/**
 * Puts the lines on every page, in a thread of its own: a hostile file costs that thread, for `limit` milliseconds at
 * most, never the server.
 * @throws Refusal notMarkable
 */
export async function stampInWorker(request: StampRequest, limit = MARKING_MS): Promise<Uint8Array> {
  const answer = await new Promise<StampAnswer>((resolve, reject) => {
    const worker = new Worker(new URL('./stamp-worker.ts', import.meta.url), {
      workerData: request,
      transferList: [request.bytes.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 64 },
      env: {},
    })
    const timer = setTimeout(() => {
      resolve({ fault: 'unreadable' })
      void worker.terminate()
    }, limit)
    worker.once('message', (message: StampAnswer) => resolve(message))
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ fault: 'unreadable' })
      else reject(error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve({ fault: 'unreadable' })
    })
  })
  if ('fault' in answer) throw new Refusal('notMarkable')
  return answer.bytes
}
