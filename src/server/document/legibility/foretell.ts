import { DomainError } from '#domain/contract/domain-error.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import type { Closed, work } from '#server/document/legibility/open-task.ts'
import type { FileStore, IncomingFile } from '#server/platform/files/store.ts'
import { readerTask, UnreadFile } from '#server/platform/reader/reader.ts'

const warnings = {
  pdf: {
    locked:
      'El PDF pide una contraseña para abrirse: ni el CCI ni las entidades podrán leerlo. Hace falta una copia sin contraseña.',
    damaged: 'El PDF está dañado: ni el CCI ni las entidades podrán leerlo. Hace falta otra copia.',
  },
  workbook: {
    locked: '',
    damaged:
      'El portal no puede leer este libro: el CCI y las entidades no lo verán en pantalla. Ábralo en su programa de hojas de cálculo, guárdelo de nuevo sin contraseña y súbalo otra vez.',
  },
} as const satisfies Record<string, Record<NonNullable<Closed>, string>>

/** An upload waits no longer than this; what is found later CCI reads beside the file. */
export const UPLOAD_WAITS_MS = 3_000

// The time is that of the upload, whose end ends the reader.
const lookInto = readerTask<typeof work>(new URL('./open-task.ts', import.meta.url), { ms: 60_000, megabytes: 640 })

/**
 * A store that adds to each upload what CCI or banks will not be able to read of it, so that its sender hears it at once.
 * It refuses no file, and says nothing where the readers have no time for it.
 * @param waitsMs how long an upload waits for it, in milliseconds
 */
export function foretellingStore(store: FileStore, waitsMs: number): FileStore {
  return {
    ...store,
    async receive(stream, name, maxBytes) {
      const file = await store.receive(stream, name, maxBytes)
      try {
        return { ...file, ...(await foretold(file, waitsMs)) }
      } catch (error) {
        await file.discard()
        throw error
      }
    },
  }
}

async function foretold(file: IncomingFile, waitsMs: number): Promise<Partial<IncomingFile>> {
  const kind = file.mediaType === 'application/pdf' ? 'pdf' : workbookFormat(file.name)
  if (!kind) return {}
  const content = { size: file.size, open: async () => file.content() }
  const signal = AbortSignal.timeout(waitsMs)
  const late = new Promise<null>(resolve => signal.addEventListener('abort', () => resolve(null)))
  const seen = await Promise.race([lookInto(content, kind, { signal }), late]).catch((error: unknown) => {
    if (error instanceof DomainError || error instanceof UnreadFile) return null
    throw error
  })
  if (!seen) return {}
  const { closed, markFault } = seen
  const more = closed ? [warnings[kind === 'pdf' ? 'pdf' : 'workbook'][closed]] : []
  return { warnings: [...file.warnings, ...more], ...(markFault ? { markFault } : {}) }
}
