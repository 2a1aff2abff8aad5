import type { Answer, Control } from '#domain/assessment/assessment.ts'
import type { FilledTemplate } from '#domain/assessment/workbook.ts'
import { answersIn, FAULTS_LISTED } from '#domain/assessment/workbook.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { SPREADSHEET_DOCUMENT } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { editedAnswers, putAnswers } from '#server/assessment/fill.ts'
import { controlsOf } from '#server/assessment/framework/queries.ts'
import type { AssessmentRow } from '#server/assessment/queries.ts'
import { lockedAssessment, visibleAssessment } from '#server/assessment/queries.ts'
import { templateInFile } from '#server/assessment/template.ts'
import { assertFillable, recordFilled, updateWithResults } from '#server/assessment/write.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { fileInStore } from '#server/platform/reader/reader.ts'

/**
 * Replaces all answers of a DRAFT by those of a filled template, or none (DICT-09): an upload, or without one the
 * spreadsheet that the provider sent with the request (DICT-10).
 * @throws DomainError notFound, workbookUnreadable, changedMeanwhile, assessmentClosed, workbookElsewhere, workbookWrong
 * with `faults` and `total`
 */
export async function loadWorkbook(
  app: AppContext,
  tx: Transaction,
  actor: Actor,
  id: string,
  { upload, version }: { upload: Upload | undefined; version: number | undefined },
): Promise<void> {
  const seen = await visibleAssessment(tx.db, actor, id)
  assertFillable(seen, actor)
  const sent = upload ? undefined : await readableSpreadsheet(tx.db, seen)
  if (!upload && !sent) throw new DomainError('workbookUnreadable')
  // Before any lock: a reading may take seconds.
  const template = upload
    ? await templateInFile(upload, { path: upload.path })
    : await templateInFile(sent!, fileInStore(app.files, sent!))
  if (!template) throw new DomainError('workbookUnreadable')
  const row = await lockedAssessment(tx.db, actor, id)
  const controls = await controlsOf(tx.db, row.framework.id)
  if (version !== undefined && version !== row.version) {
    const { answers: yours } = answersIn(template, controls, row.target)
    await refuseStale(tx.db, actor, version, await editedAnswers(tx.db, row, yours))
  }
  assertFillable(row, actor)
  const answers = answersOrRefusal(template, row, controls)
  await replaceAnswers(tx.db, id, answers)
  await updateWithResults(tx.db, row, sent ? { read_version_id: sent.versionId } : {})
  recordFilled(tx, row, { answers: answers.length, workbook: upload?.name ?? sent!.name })
}

function answersOrRefusal(template: FilledTemplate, row: AssessmentRow, controls: readonly Control[]): Answer[] {
  const { frameworkId, validationId } = template.marks
  if (frameworkId !== row.framework.id || (validationId !== null && validationId !== row.validationId)) {
    throw new DomainError('workbookElsewhere')
  }
  const { answers, faults } = answersIn(template, controls, row.target)
  if (faults.length === 0) return answers
  throw new DomainError('workbookWrong', {
    values: { n: String(faults.length) },
    details: { faults: faults.slice(0, FAULTS_LISTED), total: faults.length },
  })
}

async function replaceAnswers(db: Db, id: string, answers: readonly Answer[]): Promise<void> {
  await db.deleteFrom('assessment_answer').where('assessment_id', '=', id).execute()
  await putAnswers(db, id, answers)
}

/** The current spreadsheet of the request, if it was read as an evaluation. */
export async function readableSpreadsheet(db: Db, { validationId }: Pick<AssessmentRow, 'validationId'>) {
  return db
    .selectFrom('document as d')
    .innerJoin('document_version as x', 'x.document_id', 'd.id')
    .innerJoin('stored_file as f', 'f.sha256', 'x.sha256')
    .select(['x.id as versionId', 'x.file_name as name', 'x.uploaded_at as uploadedAt', 'x.sha256', 'f.size'])
    .where('d.validation_id', '=', validationId)
    .where('d.name', '=', SPREADSHEET_DOCUMENT)
    .where('x.is_current', '=', true)
    .where('x.read_as_assessment', '=', true)
    .executeTakeFirst()
}
