import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { reportDocuments } from '#domain/document/document.ts'
import type { Seeding } from '#server/demo/seeding.ts'
import { fillFile } from '#server/demo/template.ts'
import { keepFile } from '#server/operation/files/keep.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'

const folder = join(import.meta.dirname, 'files')
export const fileOfReport = {
  [reportDocuments[0]]: 'informe-auditoria.pdf',
  [reportDocuments[1]]: 'controles-evaluados.xlsx',
} as const
export const OPINION = 'dictamen-calificacion.pdf'

/** Stores a demo file: a PDF filled with the data of its row, or the spreadsheet that all rows share. */
export async function storeFile(
  { tx, store, shared }: Seeding,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<IncomingFile> {
  const known = shared.get(name)
  if (known) return known
  const isTemplate = name.endsWith('.pdf')
  const content = isTemplate ? Readable.from([fillFile(name, values)]) : createReadStream(join(folder, name))
  const file = await store.receive(content, name, Number.MAX_SAFE_INTEGER)
  await keepFile(tx, file)
  if (!isTemplate) shared.set(name, file)
  return file
}
