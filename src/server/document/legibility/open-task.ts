import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { markFaultOf } from '#server/document/watermark/stamp.ts'
import { bytesOf } from '#server/platform/reader/given-file.ts'
import type { Work } from '#server/platform/reader/reader.ts'
import { parseSheets, type WorkbookKind } from '#server/platform/spreadsheet/parse.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** Why a file cannot be looked into; null where the portal's own readers can. */
export type Closed = 'locked' | 'damaged' | null
export type Seen = { closed: Closed; markFault: MarkFault | null }

/** Looks into a file as the portal does to show and to mark it. */
export const work: Work<'pdf' | WorkbookKind, Seen> = async (kind, file) => {
  if (kind !== 'pdf') {
    const closed = await parseSheets(file, { kind, reach: { rows: 1, columns: 1 }, most: 1 }).then(() => null, closedBy)
    return { closed, markFault: null }
  }
  const bytes = await bytesOf(file)
  // Each reader takes the bytes for itself.
  const markFault = await markFaultOf(bytes.slice(), ['x', 'x'])
  // What can be marked can be read.
  return { closed: markFault ? await openPdf(bytes) : null, markFault }
}

/** A workbook that is too large for the screen opens elsewhere. */
const closedBy = (error: unknown): Closed =>
  error instanceof SpreadsheetError && error.code === 'too-large' ? null : 'damaged'

async function openPdf(data: Uint8Array): Promise<Closed> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data, disableFontFace: true, enableXfa: false, useSystemFonts: false, verbosity: 0 })
  try {
    await (await task.promise).getPage(1)
    return null
  } catch (error) {
    return (error as Error).name === 'PasswordException' ? 'locked' : 'damaged'
  } finally {
    await task.destroy()
  }
}
