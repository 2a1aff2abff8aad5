import { parentPort } from 'node:worker_threads'
import { type Printed, reliancePdf } from '#server/supervision/reliance/paper/reliance-pdf.ts'

const port = parentPort!

/** Makes the PDFs of files: it takes tenths of a second, which the server's own thread does not have. */
port.on('message', async (file: Printed) => {
  const bytes = await reliancePdf(file)
  port.postMessage(bytes)
})
