import { parentPort } from 'node:worker_threads'
import { type Workbook, writeXlsx } from '#server/platform/spreadsheet/write.ts'

const port = parentPort!

port.on('message', async (book: Workbook) => {
  const bytes = await writeXlsx(book)
  port.postMessage(bytes)
})
