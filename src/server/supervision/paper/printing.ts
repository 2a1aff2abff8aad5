import { keptWorker, workIn } from '#server/platform/worker/kept-worker.ts'
import { takingTurns } from '#server/platform/worker/turns.ts'
import type { Papers } from '#server/supervision/paper/paper-worker.ts'

const HEAP_MB = 256
const workers = keptWorker(new URL('./paper-worker.ts', import.meta.url), HEAP_MB)
const inTurn = takingTurns(2, 20)

/**
 * Makes a PDF in a worker.
 * @throws DomainError unavailable when too many wait
 */
export const printInWorker = (papers: Papers): Promise<Uint8Array> => inTurn(() => workIn<Uint8Array>(workers, papers))
