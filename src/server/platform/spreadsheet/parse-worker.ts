import { parentPort, workerData } from 'node:worker_threads'
import { parse, type SpreadsheetKind } from '#server/platform/spreadsheet/parse.ts'
import { SpreadsheetError, type SpreadsheetFault } from '#server/platform/spreadsheet/spreadsheet-error.ts'

export type ParseRequest = { path: string; kind: SpreadsheetKind }
export type ParseAnswer = { rows: string[][] } | { code: SpreadsheetFault; detail: string }

async function answer({ path, kind }: ParseRequest): Promise<ParseAnswer> {
  try {
    return { rows: await parse(path, kind) }
  } catch (error) {
    if (error instanceof SpreadsheetError) return { code: error.code, detail: error.detail }
    return { code: 'unreadable', detail: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.postMessage(await answer(workerData as ParseRequest))
