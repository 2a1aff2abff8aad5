import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { reportDocuments } from '#domain/document/document.ts'
import { demoDocuments } from '#server/demo/catalogue.ts'
import type { IncomingFile } from '#server/files/store.ts'
import type { Portal } from '#server/portal.ts'

const folder = join(import.meta.dirname, 'files')
export const fileOfReport = {
  [reportDocuments[0]]: 'informe-auditoria.pdf',
  [reportDocuments[1]]: 'controles-evaluados.xlsx',
} as const

/** Puts the demo files into the store, by their names. */
export async function takeFiles(portal: Portal): Promise<Map<string, IncomingFile>> {
  const names = [
    ...Object.values(demoDocuments).flatMap(list => list.map(([, , , file]) => file)),
    ...Object.values(fileOfReport),
    'dictamen-calificacion.pdf',
  ]
  const files = new Map<string, IncomingFile>()
  for (const name of new Set(names.filter(name => name !== ''))) {
    files.set(name, await portal.files.receive(createReadStream(join(folder, name)), name, Number.MAX_SAFE_INTEGER))
  }
  return files
}
