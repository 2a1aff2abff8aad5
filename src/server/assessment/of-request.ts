import { askedControls, progressOf } from '#domain/assessment/assessment.ts'
import { levelsReached } from '#domain/assessment/levels.ts'
import type { FilledTemplate } from '#domain/assessment/workbook.ts'
import { answersIn } from '#domain/assessment/workbook.ts'
import { assertAllowed } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { AssessmentStatus } from '#domain/states/assessment.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { putAnswers } from '#server/assessment/fill.ts'
import { controlsOf, publishedFramework } from '#server/assessment/framework/queries.ts'
import { openAssessment } from '#server/assessment/queries.ts'
import { updateAssessment } from '#server/assessment/write.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { RequestRow } from '#server/validation/queries.ts'
import { requestFactsFor } from '#server/validation/wire.ts'

/** What an edit or a sending of a request did to its files. `template` is null where the spreadsheet is no template. */
export type FilesSent = {
  replaced: boolean
  spreadsheet?: { versionId: string; template: FilledTemplate | null }
}

/**
 * Follows the files of a request: a CONFIRMED evaluation returns to DRAFT when one was replaced (DICT-17), and a filled
 * template becomes a DRAFT, unless the evaluator has begun one (DICT-10). Refuses nothing.
 */
export async function followFiles(
  tx: Transaction,
  actor: Actor,
  request: RequestRow,
  { replaced, spreadsheet }: FilesSent,
): Promise<void> {
  const open = await openAssessment(tx.db, request.id)
  if (replaced && open && assessmentMachine.is.confirmed(open.status)) {
    const { to, event } = assertAllowed(
      decideByStatus(assessmentMachine, 'reopen', open.status as AssessmentStatus, actor.role),
    )
    await updateAssessment(tx.db, open.id, { status: to, confirmed_by: null, confirmed_at: null })
    tx.record({
      event,
      object: { kind: 'assessment', id: open.id },
      facts: { ...requestFactsFor(request), assessmentId: open.id },
      data: { from: open.status, to },
    })
  }
  if (!spreadsheet) return
  const { versionId, template } = spreadsheet
  const found = template && (await answersOf(tx, request, template))
  await tx.db
    .updateTable('document_version')
    .set({ read_as_assessment: found !== null })
    .where('id', '=', versionId)
    .execute()
  if (!found || !template) return
  // The evaluator has written in it.
  if (open && (open.origin === 'AUDIT' || open.version > 1)) return
  if (open) await tx.db.deleteFrom('assessment').where('id', '=', open.id).execute()
  await addDraft(tx, actor, request, { versionId, target: template.marks.target, ...found })
}

type Found = NonNullable<Awaited<ReturnType<typeof answersOf>>>

/** The answers of a template of the published framework for this request, or null when it is not one without fault. */
async function answersOf({ db }: Transaction, { id }: RequestRow, template: FilledTemplate) {
  const { frameworkId, validationId, target } = template.marks
  const framework = await publishedFramework(db)
  if (framework?.id !== frameworkId || (validationId !== null && validationId !== id)) return null
  const controls = await controlsOf(db, frameworkId)
  const { answers, faults } = answersIn(template, controls, target)
  return faults.length > 0 || answers.length === 0 ? null : { frameworkId, controls, answers }
}

async function addDraft(
  tx: Transaction,
  actor: Actor,
  request: RequestRow,
  { versionId, target, frameworkId, controls, answers }: Found & { versionId: string; target: string },
): Promise<void> {
  const decision = assertAllowed(decideByStatus(assessmentMachine, 'read', null, actor.role))
  const id = tx.newId()
  const evaluated = { controls, target, answers }
  await tx.db
    .insertInto('assessment')
    .values({
      id,
      validation_id: request.id,
      framework_id: frameworkId,
      origin: 'PROVIDER',
      status: decision.to,
      target,
      created_at: tx.now,
      asked: askedControls(controls, target).length,
      answered: progressOf(evaluated).answered,
      levels: JSON.stringify(levelsReached(evaluated)),
      read_version_id: versionId,
    })
    .execute()
  await putAnswers(tx.db, id, answers)
  tx.record({
    event: decision.event,
    object: { kind: 'assessment', id },
    facts: { ...requestFactsFor(request), assessmentId: id },
    data: { target, answers: answers.length },
  })
}
