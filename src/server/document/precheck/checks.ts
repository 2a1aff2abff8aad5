import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import { endingOf } from '#domain/document/file-types.ts'
import type { StoredCheck, Subject } from '#domain/document/precheck/precheck.ts'
import { checksFor, checksOf, isAskedSigned, unknownChecks } from '#domain/document/precheck/precheck.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import { checksOfFile } from '#server/document/precheck/reading.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { logProblem } from '#server/platform/log.ts'
import { fileInStore, UnreadFile } from '#server/platform/reader/reader.ts'

/** A failed check is tried once more, and is UNKNOWN then (DESK-09). */
const TRIES = 2

type Task = {
  versionId: string
  tries: number
  fileName: string
  sha256: string
  size: number
  mediaType: string
  document: string
  description: string
  kind: 'DOC_MIN' | 'AUDIT_REPORT'
  cif: string
  name: string
  businessName: string
  evaluator: string | null
  service: string | null
}

/** The next version that waits for its checks, the oldest first; counted as tried before it is. */
async function nextTask(db: Db): Promise<Task | undefined> {
  const { rows } = await sql<Task>`
    with next as (
      update precheck_task t set tries = t.tries + 1
      where t.version_id = (select version_id from precheck_task order by asked_at, version_id limit 1)
      returning t.version_id, t.tries)
    select x.id as "versionId", next.tries, x.file_name as "fileName", x.sha256, f.size, f.media_type as "mediaType",
      d.name as document, v.kind, p.cif, p.display_name as name, p.business_name as "businessName",
      e.display_name as evaluator, s.description as service,
      coalesce((select r.description from required_document r join document_catalogue c on c.id = r.catalogue_id
        where c.type = p.kind and r.name = d.name), '') as description
    from next join document_version x on x.id = next.version_id
      join stored_file f on f.sha256 = x.sha256
      join document d on d.id = x.document_id join validation v on v.id = d.validation_id
      join participant p on p.id = v.participant_id
      left join participant e on e.id = v.evaluator_id left join service s on s.id = v.service_id`.execute(db)
  return rows[0]
}

const subjectOf = (task: Task): Subject => ({
  codes: checksFor(task.kind, task.document),
  cif: task.cif,
  names: [...new Set([task.businessName, task.name])].filter(Boolean),
  signed: isAskedSigned(task.document, task.description),
  evaluator: task.evaluator,
  service: task.service,
})

/** @throws for a file that cannot be read now, or that the reader fails at */
async function made(app: AppContext, task: Task): Promise<StoredCheck[]> {
  const subject = subjectOf(task)
  const kind = task.mediaType === 'application/pdf' ? 'pdf' : workbookFormat(task.fileName)
  if (kind) return checksOfFile(fileInStore(app.files, task), { subject, kind }, { background: true })
  const isPicture = ['.png', '.jpg', '.jpeg'].includes(endingOf(task.fileName))
  return checksOf(isPicture ? { pages: [''], signatures: null } : { unread: 'kind' }, subject)
}

/** The checks of a version; UNKNOWN after its last try; null while another try is left. */
async function checked(app: AppContext, task: Task): Promise<StoredCheck[] | null> {
  const codes = checksFor(task.kind, task.document)
  // A try that ended the process wrote nothing.
  if (task.tries > TRIES) return unknownChecks(codes, 'failed')
  try {
    return await made(app, task)
  } catch (error) {
    // It may have ended its reader: another try would end another.
    if (error instanceof UnreadFile && error.why === 'limits') return unknownChecks(codes, 'limits')
    if (task.tries < TRIES) return null
    // Files that the store refuses are on record already.
    if (!(error instanceof DomainError || error instanceof UnreadFile)) logProblem('precheck-failed', error)
    return unknownChecks(codes, 'failed')
  }
}

/** Stores the checks of a version, unless it was erased meanwhile. */
async function keep(app: AppContext, versionId: string, checks: readonly StoredCheck[]): Promise<void> {
  await app.db.transaction().execute(async db => {
    const version = await db
      .selectFrom('document_version')
      .select('id')
      .where('id', '=', versionId)
      .forKeyShare()
      .executeTakeFirst()
    if (!version) return
    const rows = checks.map(({ code, outcome, detail, page }) => ({
      version_id: versionId,
      code,
      outcome,
      detail: JSON.stringify(detail),
      page,
      checked_at: app.clock.now(),
    }))
    await db
      .insertInto('precheck')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await db.deleteFrom('precheck_task').where('version_id', '=', versionId).execute()
  })
}

/**
 * Checks every version that waits for it, one at a time, after its upload was answered (DESK-09). Only one server runs
 * it.
 */
export function runPrechecks(app: AppContext, { signal }: { signal?: AbortSignal } = {}): Promise<unknown> {
  return alone(app, jobLocks.prechecks, async () => {
    while (!signal?.aborted) {
      const task = await nextTask(app.db)
      if (!task) return
      const checks = await checked(app, task)
      if (checks) await keep(app, task.versionId, checks)
    }
  })
}
