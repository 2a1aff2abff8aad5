import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import { markLines } from '#domain/document/watermark/watermark.ts'
import { stampInReader } from '#server/document/watermark/stamping.ts'
import { holds, keepVerdict } from '#server/document/watermark/verdicts.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { fileInStore } from '#server/platform/reader/reader.ts'

const AT_A_TIME = 20
/** A placeholder reader: whether a PDF can be marked does not depend on the text. */
const somebody = { name: 'Nombre Apellido', email: 'nombre@entidad.example', organisation: 'Entidad' }

/**
 * Tries the watermark on every stored PDF without a verdict, newest first, one at a time and behind those that
 * banks read, and keeps only the verdict: CCI learns of a problem before a bank does. Runs even if the watermark is off, so
 * that the list is ready when CCI considers it. Only one server runs it.
 * @param rest called after each file with its duration in milliseconds, to yield the processor
 */
export function checkMarks(
  app: AppContext,
  { signal, rest }: { signal?: AbortSignal; rest?: (ms: number) => Promise<unknown> } = {},
): Promise<unknown> {
  return alone(app, jobLocks.checkMarks, async () => {
    // Files that the store refuses: already recorded as damaged, infected or not scanned.
    const withheld: string[] = []
    for (;;) {
      const files = await uncheckedFiles(app, withheld)
      if (files.length === 0) return
      for (const file of files) {
        if (signal?.aborted) return
        const begun = performance.now()
        const isJudged = await judge(app, file, signal)
        if (!isJudged) withheld.push(file.sha256)
        await rest?.(performance.now() - begun)
      }
    }
  })
}

type StoredPdf = { sha256: string; size: number }

async function judge(app: AppContext, file: StoredPdf, signal?: AbortSignal): Promise<boolean> {
  try {
    const lines = markLines(somebody, app.clock.now())
    const answer = await stampInReader(fileInStore(app.files, file), lines, { signal, background: true })
    if (signal?.aborted) return false
    await keepVerdict(app, file.sha256, 'fault' in answer ? answer.fault : null)
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

async function uncheckedFiles({ db, clock, settings }: AppContext, without: readonly string[]): Promise<StoredPdf[]> {
  const { rows } = await sql<StoredPdf>`
    select f.sha256, f.size from stored_file f
    where f.media_type = 'application/pdf' and f.size <= ${settings.maxFileBytes} and not f.sha256 = any(${without}::text[])
      and not exists (select from mark_verdict v where v.sha256 = f.sha256 and ${holds(clock.now())})
    order by f.created_at desc, f.sha256 limit ${AT_A_TIME}`.execute(db)
  return rows
}
