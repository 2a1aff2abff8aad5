import { fileURLToPath } from 'node:url'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Signatures, StoredCheck, Subject, Unread } from '#domain/document/precheck/precheck.ts'
import { checksOf } from '#domain/document/precheck/precheck.ts'
import { pageText, readingLimits } from '#domain/document/precheck/text.ts'
import { workbookLimits } from '#domain/document/workbook.ts'
import { shownIn } from '#domain/list/cell.ts'
import { signaturesOf } from '#server/document/precheck/signatures.ts'
import { bytesOf } from '#server/platform/reader/given-file.ts'
import type { GivenFile, Work } from '#server/platform/reader/reader.ts'
import { parseSheets, type WorkbookKind } from '#server/platform/spreadsheet/parse.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** A PDF or workbook, with what it is compared with. */
type Compared = { subject: Subject; kind: 'pdf' | WorkbookKind }

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

/** The text of each sheet. */
async function sheetsOf(file: GivenFile, kind: WorkbookKind): Promise<string[] | { unread: Unread }> {
  const { sheets: most, rows, columns } = workbookLimits
  try {
    const sheets = await parseSheets(file, { kind, reach: { rows, columns }, most })
    return sheets.map(sheet => sheet.rows.flat().map(shownIn).join('\n'))
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    return { unread: error.code === 'too-large' ? 'limits' : 'failed' }
  }
}

/** The checks of a file. @throws for one that the reader can make nothing of */
export const work: Work<Compared, StoredCheck[]> = async ({ subject, kind }, file) => {
  if (kind !== 'pdf') return checksIn(await sheetsOf(file, kind), null, subject)
  const bytes = await bytesOf(file)
  // Each reader takes the bytes for itself.
  const signatures = subject.codes.includes('SIGNATURE') ? await signaturesOf(bytes.slice()) : null
  return checksIn(await pagesOf(bytes), signatures, subject)
}

const checksIn = (pages: string[] | { unread: Unread }, signatures: Signatures | null, subject: Subject) =>
  checksOf('unread' in pages ? pages : { pages, signatures }, subject)
