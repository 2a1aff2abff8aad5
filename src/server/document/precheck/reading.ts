import type { StoredCheck } from '#domain/document/precheck/precheck.ts'
import { unknownChecks } from '#domain/document/precheck/precheck.ts'
import { readingLimits } from '#domain/document/precheck/text.ts'
import type { ReadAnswer, ReadRequest } from '#server/document/precheck/read-worker.ts'
import { keptWorker } from '#server/platform/kept-worker.ts'

const YOUNG_MB = 32
const workers = keptWorker(new URL('./read-worker.ts', import.meta.url), readingLimits.megabytes, YOUNG_MB)

/** How often the memory of the thread is looked at: what is outside its heap has no limit of its own. */
const LOOK_MS = 50

/** The limits of one reading; tests lower them. */
export type ReadingLimits = { ms: number; bytes: number }

/** A file that the reader cannot read. */
export class UnreadableFile extends Error {}

/**
 * The checks of a file, made in a thread (DESK-14): a hostile file costs that thread, for 20 s and 256 MiB at most,
 * never the server. Beyond that they are UNKNOWN, and the thread ends. The bytes are transferred to it.
 * @throws UnreadableFile, and Error when the thread ends by itself
 */
export function checkInThread(
  request: ReadRequest,
  { ms, bytes }: ReadingLimits = { ms: readingLimits.ms, bytes: readingLimits.megabytes * 1024 * 1024 },
): Promise<StoredCheck[]> {
  return new Promise((resolve, reject) => {
    const worker = workers.take()
    const done = (settle: () => void) => {
      clearTimeout(timer)
      clearInterval(watch)
      settle()
    }
    const end = (settle: () => void) => {
      done(settle)
      void worker.terminate()
    }
    const beyond = () => end(() => resolve(unknownChecks(request.subject.codes, 'limits')))
    const timer = setTimeout(beyond, ms)
    const watch = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ total_heap_size: heap, external_memory: external }) => heap + external > bytes && beyond(),
        () => {}, // The thread has ended.
      )
    }, LOOK_MS)
    worker.once('message', (answer: ReadAnswer) => {
      // What a file left behind is not held against the next.
      if ('failed' in answer) return end(() => reject(new UnreadableFile()))
      done(() => resolve(answer.checks))
      workers.keep(worker)
    })
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') beyond()
      else end(() => reject(error))
    })
    worker.once('exit', () => done(() => reject(new Error('The thread ended without an answer'))))
    worker.postMessage(request, 'bytes' in request ? [request.bytes.buffer as ArrayBuffer] : [])
  })
}
