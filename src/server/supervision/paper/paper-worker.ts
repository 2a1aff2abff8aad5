import { parentPort } from 'node:worker_threads'
import { type PrintedSummary, summaryPdf } from '#server/supervision/register/summary/summary-pdf.ts'
import { type Printed, reliancePdf } from '#server/supervision/reliance/paper/reliance-pdf.ts'

/** What is printed: a reliance file, or the summary of a register. */
export type Papers = { reliance: Printed } | { summary: PrintedSummary }

const port = parentPort!

/** Makes the PDFs: it takes tenths of a second, which the server's own thread does not have. */
port.on('message', async (papers: Papers) => {
  const bytes = 'reliance' in papers ? await reliancePdf(papers.reliance) : await summaryPdf(papers.summary)
  port.postMessage(bytes)
})
