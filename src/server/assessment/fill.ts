import type { Answer } from '#domain/assessment/assessment.ts'
import { answerFault, askedControls } from '#domain/assessment/assessment.ts'
import type { answerControls, editAssessment } from '#domain/assessment/contract.ts'
import { answerFacts, assessmentLabels, headerFacts } from '#domain/assessment/facts.ts'
import type { Header } from '#domain/assessment/header.ts'
import { headerFaults } from '#domain/assessment/header.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { controlsOf } from '#server/assessment/framework/queries.ts'
import type { AssessmentRow } from '#server/assessment/queries.ts'
import { answersOf, lockedAssessment } from '#server/assessment/queries.ts'
import { assertFillable, recordFilled, updateWithResults } from '#server/assessment/write.ts'
import type { Edited } from '#server/kernel/conflict.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * Changes the header of a DRAFT, the fields that are sent (DICT-06).
 * @throws DomainError notFound, changedMeanwhile, assessmentClosed, invalid with fields
 */
export async function editHeader(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...sent }: BodyOf<typeof editAssessment>,
): Promise<void> {
  const row = await lockedAssessment(tx.db, actor, id)
  await refuseStale(tx.db, actor, version, editedHeader(row, sent))
  assertFillable(row, actor)
  const header = { ...headerOf(row), ...sent }
  const fields = headerFaults(header, tx.today)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  await updateWithResults(tx.db, row, {
    target: header.target,
    scope: header.scope,
    standard: header.standard,
    opinion: header.opinion,
    period_from: header.periodFrom,
    period_to: header.periodTo,
    report_date: header.reportDate,
    subservices: header.subservices,
    user_controls: header.userControls,
  })
  recordFilled(tx, row, { fields: Object.keys(sent) })
}

/** The header of an evaluation with its target. */
export function headerOf(row: AssessmentRow): Header & { target: string } {
  const { target, scope, standard, opinion, periodFrom, periodTo, reportDate, subservices, userControls } = row
  return { target, scope, standard, opinion, periodFrom, periodTo, reportDate, subservices, userControls }
}

const editedHeader = (row: AssessmentRow, sent: Partial<Header & { target: string }>): Edited => ({
  version: row.version,
  now: headerFacts(headerOf(row)),
  yours: headerFacts(sent),
  labels: assessmentLabels,
  object: { kind: 'assessment', id: row.id },
})

type Given = BodyOf<typeof answerControls>['answers']

/**
 * Saves the answers to some controls of a DRAFT; which are reviewed then. A 'No aplica' may wait for its justification.
 * @throws DomainError notFound, changedMeanwhile, assessmentClosed, invalid with fields by control for one that is not
 * asked or is named twice
 */
export async function saveAnswers(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, answers }: BodyOf<typeof answerControls>,
): Promise<void> {
  const row = await lockedAssessment(tx.db, actor, id)
  if (version !== undefined && version !== row.version) {
    await refuseStale(tx.db, actor, version, await editedAnswers(tx.db, row, answers))
  }
  assertFillable(row, actor)
  const asked = new Set(askedControls(await controlsOf(tx.db, row.framework.id), row.target).map(({ key }) => key))
  const fields: Record<string, string> = {}
  const named = new Set<string>()
  for (const { controlKey, ...answer } of answers) {
    if (!asked.has(controlKey)) fields[`answers.${controlKey}`] = answerFault(answer, false)!
    if (named.has(controlKey)) fields[`answers.${controlKey}`] = t('El control se repite')
    named.add(controlKey)
  }
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  await putAnswers(tx.db, id, answers)
  await updateWithResults(tx.db, row)
  recordFilled(tx, row, { answers: answers.length })
}

/** Writes answers over those to the same controls. */
export async function putAnswers(
  db: Db,
  assessmentId: string,
  answers: readonly (Omit<Answer, 'inherited'> & Partial<Pick<Answer, 'inherited'>>)[],
): Promise<void> {
  if (answers.length === 0) return
  await db
    .insertInto('assessment_answer')
    .values(
      answers.map(({ controlKey, answer, note, justification, inherited = false }) => ({
        assessment_id: assessmentId,
        control_key: controlKey,
        answer,
        note,
        justification,
        inherited,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['assessment_id', 'control_key']).doUpdateSet(eb => ({
        answer: eb.ref('excluded.answer'),
        note: eb.ref('excluded.note'),
        justification: eb.ref('excluded.justification'),
        inherited: eb.ref('excluded.inherited'),
      })),
    )
    .execute()
}

/** The stored and the given answers to some controls, for a conflict report. */
export async function editedAnswers(db: Db, row: AssessmentRow, given: Given): Promise<Edited> {
  const named = new Set(given.map(({ controlKey }) => controlKey))
  const stored = await answersOf(db, row.id)
  return {
    version: row.version,
    now: answerFacts(stored.filter(({ controlKey }) => named.has(controlKey))),
    yours: answerFacts(given),
    labels: assessmentLabels,
    object: { kind: 'assessment', id: row.id },
  }
}
