import {
  answerControls,
  assessmentWorkbook,
  beginAssessment as beginContract,
  changeAssessment,
  compareAssessments,
  discardAssessment as discardContract,
  editAssessment,
  explainAssessment,
  exportAssessments,
  readAssessment,
  uploadWorkbook,
} from '#domain/assessment/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { beginAssessment } from '#server/assessment/begin.ts'
import { confirmAssessment, discardAssessment, takeBackAssessment } from '#server/assessment/change.ts'
import { editHeader, saveAnswers } from '#server/assessment/fill.ts'
import { answerWorkbook } from '#server/assessment/framework/files.ts'
import { answersOf, assessmentPage, visibleAssessment } from '#server/assessment/queries.ts'
import { comparisonOf, explanationOf, readDetail } from '#server/assessment/read.ts'
import { loadWorkbook } from '#server/assessment/workbook.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'

export const assessmentRoutes: Route[] = [
  ...withExport(exportAssessments, ({ db, actor, query }) => assessmentPage(db, actor, query)),

  write(beginContract, async ({ tx, actor, body }) =>
    visibleAssessment(tx.db, actor, await beginAssessment(tx, actor, body)),
  ),

  read(readAssessment, ({ db, actor, params }) => readDetail(db, actor, params.id)),

  write(editAssessment, async ({ tx, actor, params, body }) => {
    await editHeader(tx, actor, params.id, body)
    return visibleAssessment(tx.db, actor, params.id)
  }),

  write(answerControls, async ({ tx, actor, params, body }) => {
    await saveAnswers(tx, actor, params.id, body)
    return visibleAssessment(tx.db, actor, params.id)
  }),

  write(changeAssessment, async ({ tx, actor, params, body: { status, version } }) => {
    const change = assessmentMachine.is.confirmed(status) ? confirmAssessment : takeBackAssessment
    await change(tx, actor, params.id, version)
    return visibleAssessment(tx.db, actor, params.id)
  }),

  write(discardContract, ({ tx, actor, params }) => discardAssessment(tx, actor, params.id)),

  read(explainAssessment, ({ db, actor, params }) => explanationOf(db, actor, params.id)),

  read(compareAssessments, ({ db, actor, params, query }) => comparisonOf(db, actor, params.id, query.with)),

  write(uploadWorkbook, async ({ app, tx, actor, params, body: { source, version }, uploads: { file } }) => {
    if (source === 'FILE' && !file) throw new DomainError('fileMissing', { fields: { file: t('Adjunte un archivo') } })
    await loadWorkbook(app, tx, actor, params.id, { upload: source === 'FILE' ? file : undefined, version })
    return visibleAssessment(tx.db, actor, params.id)
  }),

  read(assessmentWorkbook, async ({ db, actor, params, app }) => {
    const { framework, validationId, target, providerName, service, id } = await visibleAssessment(db, actor, params.id)
    const marks = { frameworkId: framework.id, validationId, target }
    const answers = await answersOf(db, id)
    const of = { provider: providerName, service, answers, name: 'evaluacion.xlsx' }
    return answerWorkbook(db, { marks, framework, ...of }, app.clock.now())
  }),
]
