import { DomainError } from '#domain/contract/domain-error.ts'
import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import type { Closed, work } from '#server/document/legibility/open-task.ts'
import { somebodysMark } from '#server/document/watermark/check.ts'
import { stampInReader } from '#server/document/watermark/stamping.ts'
import type { FileStore, IncomingFile } from '#server/platform/files/store.ts'
import { type File, readerTask, UnreadFile } from '#server/platform/reader/reader.ts'

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
const PATIENCE_MS = 3_000

const openIn = readerTask<typeof work>(new URL('./open-task.ts', import.meta.url), { ms: PATIENCE_MS, megabytes: 256 })

/**
 * A store that adds to each upload what CCI or banks will not be able to read of it, so that its sender hears it at once.
 * It refuses no file, and says nothing where the readers have no time for it.
 */
export function foretellingStore(store: FileStore): FileStore {
  return {
    ...store,
    async receive(stream, name, maxBytes) {
      const file = await store.receive(stream, name, maxBytes)
      try {
        return { ...file, ...(await foretold(file)) }
      } catch (error) {
        await file.discard()
        throw error
      }
    },
  }
}

async function foretold(file: IncomingFile): Promise<Partial<IncomingFile>> {
  const kind = file.mediaType === 'application/pdf' ? 'pdf' : workbookFormat(file.name)
  if (!kind) return {}
  const content = { size: file.size, open: async () => file.content() }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const inTime = async <T>(reading: Promise<T>): Promise<T | null> => {
    const late = new Promise<null>(resolve => signal.addEventListener('abort', () => resolve(null)))
    return Promise.race([reading, late]).catch((error: unknown) => {
      if (error instanceof DomainError || error instanceof UnreadFile) return null
      throw error
    })
  }
  const markFault = kind === 'pdf' ? await inTime(faultOf(content, signal)) : undefined
  // What can be marked can be read.
  if (kind === 'pdf' && !markFault) return {}
  const closed = await inTime(openIn(content, kind, { signal }))
  const more = closed ? [warnings[kind === 'pdf' ? 'pdf' : 'workbook'][closed]] : []
  return { warnings: [...file.warnings, ...more], ...(markFault ? { markFault } : {}) }
}

/** Why a PDF cannot carry the mark; a slow one is tried again behind the uploads. */
async function faultOf(content: File, signal: AbortSignal): Promise<MarkFault | null> {
  const answer = await stampInReader(content, somebodysMark(), { signal })
  return 'fault' in answer && answer.fault !== 'slow' ? answer.fault : null
}
