import { parentPort, workerData } from 'node:worker_threads'
import { type Workbook, writeXlsx } from '#server/spreadsheet/write.ts'

parentPort?.postMessage(await writeXlsx(workerData as Workbook))
