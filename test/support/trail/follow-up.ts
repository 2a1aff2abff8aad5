import { findingFileContent } from '#domain/assessment/finding/contract.ts'
import { clarificationFileContent } from '#domain/validation/clarification/contract.ts'
import { addDays } from '#domain/values/day.ts'
import { ok } from '#test/support/answers.ts'
import { confirmedAssessment } from '#test/support/assessments.ts'
import { ask, asked, assign, say, shut } from '#test/support/clarifications.ts'
import { acceptReport, freshRequest, pdf, publish } from '#test/support/documents.ts'
import { attach, findingsOf, move, planned, publishEvaluated, raise } from '#test/support/findings.ts'
import { renew } from '#test/support/renewals.ts'
import { by, org, type Step } from '#test/support/trail/steps.ts'

/* The requests that they follow are sent, reviewed and published as elsewhere: only the entries about these nouns are compared. */

export const followUp: Step[] = [
  [
    'findings planned, proven, read, sent back, verified and withdrawn, and what a renewal does to others',
    async ({ portal, cci, provider, evaluator, made }) => {
      made.found = await freshRequest(cci, provider, evaluator)
      await publishEvaluated(
        { cci, evaluator },
        made.found,
        { 'AC-02': 'NO', 'RE-02': 'NO' },
        addDays(portal.clock.today(), 60),
      )
      const [access, site] = await findingsOf(provider, { validationId: made.found, sort: 'raisedAt' })
      Object.assign(made, { access: access!.id, site: site!.id })
      const byHand = await ok(raise(evaluator, made.found))
      made.byHand = byHand.id
      const withdrawn = await ok(raise(cci, made.found))
      made.withdrawn = withdrawn.id
      await ok(move(cci, withdrawn, 'withdraw', { reason: 'Repetido' }))
      await ok(planned(provider, byHand))
      const { own } = await ok(attach(provider, byHand))
      await ok(evaluator.call(findingFileContent, { params: { id: own.files[0].id } }))
      await ok(move(provider, byHand, 'complete'))
      await ok(move(evaluator, byHand, 'sendBack', { reason: 'Sin firmar' }))
      await ok(move(provider, byHand, 'complete', { proof: 'Firmado' }))
      await ok(move(evaluator, byHand, 'verify'))
      made.foundAgain = (await ok(renew(provider, made.found))).id
      await acceptReport(cci, made.foundAgain!)
      const { id, computed } = await confirmedAssessment(evaluator, made.foundAgain!, { 'RE-02': 'NO' })
      made.foundAssessment = id
      const score = { score: computed, assessmentId: id, expiredAt: addDays(portal.clock.today(), 400) }
      await ok(publish(cci, made.foundAgain!, score))
    },
    ({ cci, provider, evaluator, made }) => {
      const of = (id: string | undefined) => `finding ${id}`
      return [
        ['finding.raised', by(cci), org(provider), of(made.access)],
        ['finding.raised', by(cci), org(provider), of(made.site)],
        ['finding.raised', by(evaluator), org(provider), of(made.byHand)],
        ['finding.raised', by(cci), org(provider), of(made.withdrawn)],
        ['finding.withdrawn', by(cci), org(provider), of(made.withdrawn)],
        ['finding.planned', by(provider), org(provider), of(made.byHand)],
        ['finding.file-added', by(provider), org(provider), of(made.byHand)],
        ['finding.file-read', by(evaluator), org(provider), of(made.byHand)],
        ['finding.done', by(provider), org(provider), of(made.byHand)],
        ['finding.sent-back', by(evaluator), org(provider), of(made.byHand)],
        ['finding.done', by(provider), org(provider), of(made.byHand)],
        ['finding.verified', by(evaluator), org(provider), of(made.byHand)],
        ['finding.resolved', by(cci), org(provider), of(made.access)],
        ['finding.carried-on', by(cci), org(provider), of(made.site)],
      ]
    },
  ],
  [
    'a clarification asked, answered with a file that is read, asked on and closed, one that a decision closes, an appeal',
    async ({ cci, cci2, provider, evaluator, made }) => {
      made.doubted = await freshRequest(cci, provider, evaluator)
      const thread = await asked(cci, made.doubted)
      made.thread = thread.id
      await ok(assign(provider, thread, provider))
      const { messages } = await ok(say(provider, thread, {}, { file1: pdf('alcance') }))
      await ok(cci.call(clarificationFileContent, { params: { id: messages[1].files[0].id } }))
      await ok(say(cci, thread))
      await ok(shut(cci, thread))
      made.openThread = (await ok(ask(evaluator, made.doubted))).id
      await acceptReport(cci, made.doubted)
      await ok(publish(cci, made.doubted))
      made.appeal = (await ok(ask(provider, made.doubted, { kind: 'APPEAL' }))).id
      await ok(shut(cci2, { id: made.appeal! }, { outcome: 'DISMISSED', text: 'No procede' }))
    },
    ({ cci, cci2, provider, evaluator, made }) => {
      const of = `clarification ${made.thread}`
      return [
        ['clarification.asked', by(cci), org(provider), of],
        ['clarification.assigned', by(provider), org(provider), of],
        ['clarification.answered', by(provider), org(provider), of],
        ['clarification.file-read', by(cci), org(provider), of],
        ['clarification.asked-more', by(cci), org(provider), of],
        ['clarification.closed', by(cci), org(provider), of],
        ['clarification.asked', by(evaluator), org(provider), `clarification ${made.openThread}`],
        ['clarification.closed', by(cci), org(provider), `clarification ${made.openThread}`],
        ['appeal.made', by(provider), org(provider), `clarification ${made.appeal}`],
        ['appeal.decided', by(cci2), org(provider), `clarification ${made.appeal}`],
      ]
    },
  ],
]
