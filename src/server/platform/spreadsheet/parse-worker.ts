import { parentPort, workerData } from 'node:worker_threads'
import { parse, parseSheets, type SpreadsheetKind, type WorkbookKind } from '#server/platform/spreadsheet/parse.ts'
import type { Reach, SheetText } from '#server/platform/spreadsheet/sheets.ts'
import { SpreadsheetError, type SpreadsheetFault } from '#server/platform/spreadsheet/spreadsheet-error.ts'

export type RowsRequest = { path: string; kind: SpreadsheetKind }
export type SheetsRequest = { bytes: Uint8Array; kind: WorkbookKind; reach: Reach; most: number }
export type ParseFault = { code: SpreadsheetFault; detail: string }
export type ParseAnswer = { rows: string[][] } | { sheets: SheetText[] } | ParseFault

async function answer(request: RowsRequest | SheetsRequest): Promise<ParseAnswer> {
  try {
    if ('path' in request) return { rows: await parse(request.path, request.kind) }
    return { sheets: await parseSheets(request.bytes, request.kind, request.reach, request.most) }
  } catch (error) {
    if (error instanceof SpreadsheetError) return { code: error.code, detail: error.detail }
    return { code: 'unreadable', detail: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.postMessage(await answer(workerData as RowsRequest | SheetsRequest))
