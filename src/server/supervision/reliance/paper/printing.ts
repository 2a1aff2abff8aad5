import { keptWorker } from '#server/platform/audit-log/case-file/kept-worker.ts'
import { takingTurns } from '#server/platform/turns.ts'
import type { Printed } from '#server/supervision/reliance/paper/reliance-pdf.ts'

const HEAP_MB = 256
const workers = keptWorker(new URL('./paper-worker.ts', import.meta.url), HEAP_MB)
const inTurn = takingTurns(2, 20)

/**
 * Makes the PDF of a file in a worker.
 * @throws DomainError unavailable when too many wait
 */
export const printInWorker = (file: Printed): Promise<Uint8Array> =>
  inTurn(
    () =>
      new Promise<Uint8Array>((resolve, reject) => {
        const worker = workers.take()
        worker.once('message', (bytes: Uint8Array) => {
          workers.keep(worker)
          resolve(bytes)
        })
        worker.once('error', reject)
        worker.once('exit', code => reject(new Error(`The paper's worker ended with code ${code}.`)))
        worker.postMessage(file)
      }),
  )
