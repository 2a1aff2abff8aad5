import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { StoredCheck, Subject, Unread } from '#domain/document/precheck/precheck.ts'
import { checksOf } from '#domain/document/precheck/precheck.ts'
import { pageText, readingLimits } from '#domain/document/precheck/text.ts'
import { signaturesOf } from '#server/document/precheck/signatures.ts'

/** A PDF with what it is compared with, or the text of the sheets of a workbook. */
export type ReadRequest = { subject: Subject } & ({ bytes: Uint8Array } | { sheets: readonly string[] })
/** `failed`: the reader could make nothing of the file. */
export type ReadAnswer = { checks: StoredCheck[] } | { failed: true }

const cMapUrl = fileURLToPath(new URL('../../cmaps/', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))

/** The text of each page. */
async function pagesOf(bytes: Uint8Array): Promise<string[] | { unread: Unread }> {
  const task = getDocument({
    data: bytes,
    cMapUrl,
    disableFontFace: true,
    enableXfa: false,
    useSystemFonts: false,
    verbosity: 0,
  })
  try {
    const pdf = await task.promise
    if (pdf.numPages > readingLimits.pages) return { unread: 'limits' }
    const pages: string[] = []
    let characters = 0
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const text = pageText(items)
      characters += text.length
      if (characters > readingLimits.characters) return { unread: 'limits' }
      pages.push(text)
      page.cleanup()
    }
    return pages
  } catch (error) {
    if ((error as Error).name === 'PasswordException') return { unread: 'locked' }
    throw error
  } finally {
    await task.destroy()
  }
}

async function read(request: ReadRequest): Promise<ReadAnswer> {
  const { subject } = request
  if ('sheets' in request) return { checks: checksOf({ pages: request.sheets, signatures: null }, subject) }
  // Each reader takes the bytes for itself.
  const signatures = subject.codes.includes('SIGNATURE') ? await signaturesOf(request.bytes.slice()) : null
  const pages = await pagesOf(request.bytes)
  return { checks: checksOf('unread' in pages ? pages : { pages, signatures }, subject) }
}

parentPort!.on('message', (request: ReadRequest) => {
  read(request).then(
    answer => parentPort!.postMessage(answer),
    () => parentPort!.postMessage({ failed: true } satisfies ReadAnswer),
  )
})
