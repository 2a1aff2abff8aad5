import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { controlLimits } from '#domain/assessment/framework/framework.ts'
import type { FilledTemplate } from '#domain/assessment/workbook.ts'
import { answerHeadings, MARK_SHEET, templateIn } from '#domain/assessment/workbook.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import { DEFLATED, LOCAL_BYTES, zipContentAt, zipEnd, zipEntries } from '#server/platform/files/zip.ts'
import { readSheets } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'
import { takingTurns } from '#server/platform/turns.ts'

const MiB = 1024 * 1024
/** A template of every control with every text is smaller; a larger file is none. */
const MAX_BYTES = 8 * MiB
const reach = { rows: controlLimits.controls + 50, columns: answerHeadings.length + 4 }
const SHEETS = 6

/** Each reading has a thread with its own memory. */
const inTurn = takingTurns(2, 20)

/** The filled template in a workbook; null for any other file, also a harmful one. @throws DomainError unavailable */
async function templateOf(name: string, size: number, read: () => Promise<Uint8Array>): Promise<FilledTemplate | null> {
  const kind = workbookFormat(name)
  if (!kind || size > MAX_BYTES) return null
  return inTurn(async () => {
    // A copy of its own, which can be transferred to the thread.
    const bytes = new Uint8Array(await read())
    return templateIn(await readSheets({ bytes, kind, reach, most: SHEETS }))
  }).catch((error: unknown) => {
    if (error instanceof SpreadsheetError) return null
    throw error
  })
}

export const templateOfUpload = ({ name, size, path }: Upload) => templateOf(name, size, () => readFile(path))

/** The same of a file that is already in the store. */
export const templateOfBytes = (name: string, bytes: Uint8Array) => templateOf(name, bytes.length, async () => bytes)

/** The same of a file that a request brings; null also when too many are being read: a request never waits for it. */
export async function templateOfIncoming(file: IncomingFile | undefined): Promise<FilledTemplate | null> {
  if (!file) return null
  if (!workbookFormat(file.name) || file.size > MAX_BYTES) return null
  const bytes = Buffer.concat(await Array.fromAsync(file.content() as AsyncIterable<Buffer>))
  if (workbookFormat(file.name) === 'xlsx' && !namesMarks(bytes)) return null
  return templateOf(file.name, file.size, async () => bytes).catch(() => null)
}

/** Whether an .xlsx names the sheet of the marks: any other needs no thread, and its call does not wait for one. */
function namesMarks(bytes: Buffer): boolean {
  try {
    const end = zipEnd(bytes)
    const entries = end ? (zipEntries(bytes.subarray(end.at), end.count) ?? []) : []
    const list = entries.find(({ name }) => name === 'xl/workbook.xml')
    const start = list && zipContentAt(bytes.subarray(list.at, list.at + LOCAL_BYTES), list)
    if (!list || typeof start !== 'number') return false
    const packed = bytes.subarray(start, start + list.packed)
    const content = list.method === DEFLATED ? inflateRawSync(packed, { maxOutputLength: MiB }) : packed
    return content.includes(MARK_SHEET)
  } catch {
    return false
  }
}
