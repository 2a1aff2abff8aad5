import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { bytesOf } from '#server/platform/reader/given-file.ts'
import type { Work } from '#server/platform/reader/reader.ts'
import { parseSheets, type WorkbookKind } from '#server/platform/spreadsheet/parse.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/** Why a file cannot be looked into; null where the portal's own readers can. */
export type Closed = 'locked' | 'damaged' | null

/** Opens a file as the portal does to show it. */
export const work: Work<'pdf' | WorkbookKind, Closed> = async (kind, file) => {
  if (kind === 'pdf') return openPdf(await bytesOf(file))
  try {
    await parseSheets(file, { kind, reach: { rows: 1, columns: 1 }, most: 1 })
    return null
  } catch (error) {
    // One that is too large for the screen opens elsewhere.
    return error instanceof SpreadsheetError && error.code === 'too-large' ? null : 'damaged'
  }
}

async function openPdf(data: Uint8Array): Promise<Closed> {
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
