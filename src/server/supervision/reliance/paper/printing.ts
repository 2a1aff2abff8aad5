import { keptWorker, workIn } from '#server/platform/worker/kept-worker.ts'
import { takingTurns } from '#server/platform/worker/turns.ts'
import type { Printed } from '#server/supervision/reliance/paper/reliance-pdf.ts'

const HEAP_MB = 256
const workers = keptWorker(new URL('./paper-worker.ts', import.meta.url), HEAP_MB)
const inTurn = takingTurns(2, 20)

/**
 * Makes the PDF of a file in a worker.
 * @throws DomainError unavailable when too many wait
 */
export const printInWorker = (file: Printed): Promise<Uint8Array> => inTurn(() => workIn<Uint8Array>(workers, file))
