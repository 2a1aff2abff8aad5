import type { Workbook } from '#server/platform/spreadsheet/write.ts'
import { keptWorker, workIn } from '#server/platform/worker/kept-worker.ts'
import { takingTurns } from '#server/platform/worker/turns.ts'

const HEAP_MB = 512
const workers = keptWorker(new URL('./write-worker.ts', import.meta.url), HEAP_MB)
const inTurn = takingTurns(1)

/**
 * Builds a workbook like `writeXlsx`, in a worker thread and one at a time: a large one takes seconds and much memory,
 * which would slow other calls.
 */
export const writeWorkbook = (book: Workbook): Promise<Uint8Array> => inTurn(() => workIn<Uint8Array>(workers, book))
