import { Worker } from 'node:worker_threads'
import type { Workbook } from '#server/platform/spreadsheet/write.ts'

const heapLimitMb = 512

/** The current or last write. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Builds a workbook like `writeXlsx`, in a worker thread and one at a time: a large one takes seconds and much memory,
 * which would slow other calls.
 */
export function writeWorkbook(book: Workbook): Promise<Uint8Array> {
  const written = last.then(() => writeInWorker(book))
  last = written.catch(() => {})
  return written
}

function writeInWorker(book: Workbook): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./write-worker.ts', import.meta.url), {
      workerData: book,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: 32 },
      env: {},
    })
    worker.once('message', (bytes: Uint8Array) => resolve(bytes))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the writer ended without an answer')))
  })
}
