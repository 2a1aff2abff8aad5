import { parentPort, workerData } from 'node:worker_threads'
import { type Workbook, writeXlsx } from '#server/platform/spreadsheet/write.ts'

parentPort?.postMessage(await writeXlsx(workerData as Workbook))
