import { DomainError } from '#domain/contract/domain-error.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import type { Closed, work } from '#server/document/legibility/open-task.ts'
import { somebodysMark } from '#server/document/watermark/check.ts'
import { stampInReader } from '#server/document/watermark/stamping.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
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
const PATIENCE_MS = 3_000

const openIn = readerTask<typeof work>(new URL('./open-task.ts', import.meta.url), { ms: PATIENCE_MS, megabytes: 256 })

/**
 * Adds to uploads what CCI or banks will not be able to read of them, so that their sender hears it at once. Before any
 * lock: it may take seconds. Never refuses a file, and says nothing where the readers have no time for it.
 */
export async function foretell(...files: readonly (IncomingFile | undefined)[]): Promise<void> {
  for (const file of files) if (file) await foretellOne(file)
}

async function foretellOne(file: IncomingFile): Promise<void> {
  const kind = file.mediaType === 'application/pdf' ? 'pdf' : workbookFormat(file.name)
  if (!kind) return
  const content = { size: file.size, open: async () => file.content() }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const inTime = async <T>(reading: Promise<T>): Promise<T | null> => {
    const late = new Promise<null>(resolve => signal.addEventListener('abort', () => resolve(null)))
    return Promise.race([reading, late]).catch((error: unknown) => {
      if (error instanceof DomainError || error instanceof UnreadFile) return null
      throw error
    })
  }
  if (kind === 'pdf') {
    const answer = await inTime(stampInReader(content, somebodysMark(), { signal }))
    const fault = answer && 'fault' in answer ? answer.fault : null
    // Most files can be marked, and so be read.
    if (!fault || fault === 'slow') return
    file.markFault = fault
  }
  const closed = await inTime(openIn(content, kind, { signal }))
  if (closed) file.warnings.push(warnings[kind === 'pdf' ? 'pdf' : 'workbook'][closed])
}
