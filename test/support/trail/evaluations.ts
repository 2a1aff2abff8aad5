import { beginAssessment } from '#domain/assessment/contract.ts'
import { changeFramework } from '#domain/assessment/framework/contract.ts'
import { saveService } from '#domain/catalogue/contract.ts'
import { hideCertificate } from '#domain/report-request/certificate/contract.ts'
import { addDays } from '#domain/values/day.ts'
import { ok } from '#test/support/answers.ts'
import {
  allYes,
  assessmentsOf,
  change,
  confirmedAssessment,
  discard,
  filled,
  importOf,
  template,
} from '#test/support/assessments.ts'
import {
  acceptReport,
  documentsOf,
  edit,
  freshRequest,
  pdf,
  publish,
  reject,
  request,
  sheet,
} from '#test/support/documents.ts'
import { conflict, decide, declare } from '#test/support/independence.ts'
import { renew } from '#test/support/renewals.ts'
import { by, org, type Step } from '#test/support/trail/steps.ts'

/* Their requests are sent, reviewed and published as elsewhere: only the entries about these nouns are compared. */

export const evaluations: Step[] = [
  [
    'two frameworks, the second of which retires the first',
    async ({ cci, made }) => {
      for (const key of ['frameworkBefore', 'framework'] as const) {
        made[key] = (await ok(importOf(cci))).framework.id
        await ok(cci.call(changeFramework, { params: { id: made[key]! }, body: { status: 'PUBLISHED' } }))
      }
    },
    ({ cci, made }) => [
      ['framework.imported', by(cci), null, `framework ${made.frameworkBefore}`],
      ['framework.published', by(cci), null, `framework ${made.frameworkBefore}`],
      ['framework.imported', by(cci), null, `framework ${made.framework}`],
      ['framework.retired', by(cci), null, `framework ${made.frameworkBefore}`],
      ['framework.published', by(cci), null, `framework ${made.framework}`],
    ],
  ],
  [
    'an evaluation begun and discarded, and one that is confirmed, taken back, reopened by another file and published',
    async ({ cci, provider, evaluator, made }) => {
      made.evaluated = await freshRequest(cci, provider, evaluator)
      const body = { validationId: made.evaluated, target: 'A/A/A' }
      made.discarded = (await ok(evaluator.call(beginAssessment, { body }))).id
      await ok(discard(evaluator, made.discarded!))
      made.assessment = (await confirmedAssessment(evaluator, made.evaluated)).id
      await ok(change(evaluator, made.assessment!, 'DRAFT'))
      await ok(change(evaluator, made.assessment!, 'CONFIRMED'))
      for (const document of Object.values(await documentsOf(cci, made.evaluated))) await ok(reject(cci, document))
      await ok(edit(provider, made.evaluated, {}, { report: pdf('otro informe'), spreadsheet: sheet('otra.xlsx') }))
      await ok(change(evaluator, made.assessment!, 'CONFIRMED'))
      await acceptReport(cci, made.evaluated)
      made.evaluatedScore = (
        await ok(publish(cci, made.evaluated, { assessmentId: made.assessment, score: 'A/A/A' }))
      ).id
    },
    ({ cci, provider, evaluator, made }) => {
      const of = (id: string | undefined) => `assessment ${id}`
      return [
        ['request.sent', by(provider), org(provider), `validation ${made.evaluated}`],
        ['assessment.begun', by(evaluator), org(provider), of(made.discarded)],
        ['assessment.discarded', by(evaluator), org(provider), of(made.discarded)],
        ['assessment.begun', by(evaluator), org(provider), of(made.assessment)],
        ['assessment.filled', by(evaluator), org(provider), of(made.assessment)],
        ['assessment.filled', by(evaluator), org(provider), of(made.assessment)],
        ['assessment.confirmed', by(evaluator), org(provider), of(made.assessment)],
        ['assessment.taken-back', by(evaluator), org(provider), of(made.assessment)],
        ['assessment.confirmed', by(evaluator), org(provider), of(made.assessment)],
        ['request.rejected', by(cci), org(provider), `validation ${made.evaluated}`],
        ['assessment.reopened', by(provider), org(provider), of(made.assessment)],
        ['request.edited', by(provider), org(provider), `validation ${made.evaluated}`],
        ['assessment.confirmed', by(evaluator), org(provider), of(made.assessment)],
        ['request.qualified', by(cci), org(provider), `validation ${made.evaluated}`],
        ['assessment.published', by(cci), org(provider), of(made.assessment)],
      ]
    },
  ],
  [
    'a filled template, which is read as an evaluation',
    async ({ cci, provider, evaluator, made }) => {
      const { body } = await template(provider, made.framework!, { target: 'A/A/A' })
      const content = await filled(
        body as Uint8Array,
        Object.fromEntries(Object.keys(allYes()).map(key => [key, 'Sí'])),
      )
      const service = await ok(cci.call(saveService, { body: { type: 'Pruebas', description: 'Con plantilla' } }))
      const ids = { provider: org(provider), evaluator: org(evaluator), service: service.id }
      const files = { report: pdf('informe con plantilla'), spreadsheet: { name: 'controles.xlsx', content } }
      made.withTemplate = (await ok(request(provider, ids, { files }))).id
      made.read = (await assessmentsOf(evaluator, made.withTemplate!))[0]!.id
    },
    ({ provider, made }) => [
      ['assessment.read', by(provider), org(provider), `assessment ${made.read}`],
      ['request.sent', by(provider), org(provider), `validation ${made.withTemplate}`],
    ],
  ],
  [
    'an early renewal, and its publication',
    async ({ portal, cci, provider, made }) => {
      const expires_on = addDays(portal.clock.today(), 60)
      await portal.app.db.updateTable('score').set({ expires_on }).where('id', '=', made.evaluatedScore!).execute()
      made.renewal = (await ok(renew(provider, made.evaluated!))).id
      await acceptReport(cci, made.renewal!)
      await ok(publish(cci, made.renewal!, { expiredAt: addDays(portal.clock.today(), 400) }))
    },
    ({ cci, provider, made }) => [
      ['request.renewal-sent', by(provider), org(provider), `validation ${made.renewal}`],
      ['request.superseded', by(cci), org(provider), `validation ${made.evaluated}`],
      ['request.qualified', by(cci), org(provider), `validation ${made.renewal}`],
    ],
  ],
  [
    'declarations of independence, and CCI’s decisions about them',
    async ({ cci, provider, evaluator, made }) => {
      for (const key of ['admitted', 'refused'] as const) {
        made[key] = await freshRequest(cci, provider, evaluator)
        await ok(declare(evaluator, made[key]!, conflict))
      }
      await ok(declare(evaluator, made.admitted!))
      await ok(declare(evaluator, made.admitted!))
      await ok(declare(evaluator, made.admitted!, conflict))
      await ok(decide(cci, made.admitted!, 'ADMITTED'))
      await ok(decide(cci, made.refused!, 'REFUSED'))
    },
    ({ cci, provider, evaluator, made }) => {
      const of = (id: string | undefined) => `independence ${id}`
      return [
        ['request.sent', by(provider), org(provider), `validation ${made.admitted}`],
        ['independence.conflict-declared', by(evaluator), org(provider), of(made.admitted)],
        ['request.sent', by(provider), org(provider), `validation ${made.refused}`],
        ['independence.conflict-declared', by(evaluator), org(provider), of(made.refused)],
        ['independence.cleared', by(evaluator), org(provider), of(made.admitted)],
        ['independence.declared', by(evaluator), org(provider), of(made.admitted)],
        ['independence.conflict-declared', by(evaluator), org(provider), of(made.admitted)],
        ['independence.admitted', by(cci), org(provider), of(made.admitted)],
        ['independence.refused', by(cci), org(provider), of(made.refused)],
      ]
    },
  ],
  [
    'a certificate hidden and shown again',
    async ({ provider, made }) => {
      const params = { id: made.evaluatedScore! }
      for (const hidden of [true, true, false]) await ok(provider.call(hideCertificate, { params, body: { hidden } }))
    },
    ({ provider, made }) => [
      ['certificate.hidden', by(provider), org(provider), `certificate ${made.evaluatedScore}`],
      ['certificate.shown', by(provider), org(provider), `certificate ${made.evaluatedScore}`],
    ],
  ],
]
