import { Worker } from 'node:worker_threads'
import type { SpreadsheetKind } from '#server/platform/spreadsheet/parse.ts'
import type { ParseAnswer, RowsRequest, SheetsRequest } from '#server/platform/spreadsheet/parse-worker.ts'
import type { SheetText } from '#server/platform/spreadsheet/sheets.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

export type SpreadsheetFile = {
  /** Path of the file on disk. */
  path: string
  /** The original file name; only the extension counts. */
  name: string
}

const kinds: readonly SpreadsheetKind[] = ['xlsx', 'ods', 'csv']
const timeLimitMs = 15_000
const heapLimitMb = 256

/**
 * Reads .xlsx, .ods and .csv (D28) as displayed text. Row `i` is line `i + 1` of the file, blank rows included. A
 * hostile file costs at most one worker thread of 256 MiB for 15 s, never the server.
 *
 * @throws SpreadsheetError 'extension' (D37: answered 415), 'unreadable', 'too-large' or 'empty' (400)
 */
export async function readTable(file: SpreadsheetFile): Promise<{ rows: string[][] }> {
  const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase()
  const kind = kinds.find(known => known === extension)
  if (!kind) throw new SpreadsheetError('extension', file.name)
  const answer = await parseInWorker({ path: file.path, kind })
  if ('rows' in answer) return answer
  throw faultOf(answer)
}

/**
 * Reads the first sheets of an .xlsx or .ods as displayed text, at the same cost as `readTable` at most. The bytes are
 * transferred to the worker.
 *
 * @throws SpreadsheetError 'unreadable' or 'too-large'
 */
export async function readSheets(request: SheetsRequest): Promise<SheetText[]> {
  const answer = await parseInWorker(request, [request.bytes.buffer as ArrayBuffer])
  if ('sheets' in answer) return answer.sheets
  throw faultOf(answer)
}

function faultOf(answer: ParseAnswer): SpreadsheetError {
  return 'code' in answer ? new SpreadsheetError(answer.code, answer.detail) : new SpreadsheetError('unreadable')
}

function parseInWorker(request: RowsRequest | SheetsRequest, transferList: ArrayBuffer[] = []): Promise<ParseAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
      workerData: request,
      transferList,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: 32 },
      env: {},
    })
    const timer = setTimeout(() => {
      void worker.terminate()
      resolve({ code: 'too-large', detail: 'time limit' })
    }, timeLimitMs)
    worker.once('message', (answer: ParseAnswer) => resolve(answer))
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ code: 'too-large', detail: 'memory limit' })
      else reject(error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve({ code: 'unreadable', detail: 'the reader ended without an answer' })
    })
  })
}
