import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undo } from '#domain/notification/undo/contract.ts'
import { acceptGap } from '#domain/supervision/acceptance/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { confirmedAssessment, publishedFramework } from '#test/support/assessments.ts'
import { asked, say } from '#test/support/clarifications.ts'
import { acceptReport, freshRequest, publish } from '#test/support/documents.ts'
import { evaluated, findingsOf, planned } from '#test/support/findings.ts'
import { renew } from '#test/support/renewals.ts'
import { rowsOfAll } from '#test/support/rows.ts'
import { declared, rated } from '#test/support/uses.ts'

/* A publication and all that follows from it, undone: no row differs from before. */

let acting: Awaited<ReturnType<typeof startActing>>
beforeAll(async () => {
  acting = await startActing()
  await publishedFramework(acting.cci)
})
afterAll(() => acting.portal.stop())

/** What there is when a score is published. */
type Given = {
  /** The request renews one: a rating without or with an evaluation, whose finding has a plan. */
  renews: 'nothing' | 'rating' | 'evaluation'
  evaluation: boolean
  question: 'none' | 'asked' | 'answered'
  /** A bank uses the service, and accepted that it has no level. */
  use: 'none' | 'met' | 'below'
}

/** Sets a world up. @returns the request to publish and its score */
async function prepare({ renews, evaluation, question, use }: Given) {
  const { cci, provider, evaluator, bank } = acting
  const ending = '2027-02-01'
  let id: string
  if (renews === 'nothing') id = await freshRequest(cci, provider, evaluator)
  else {
    const before =
      renews === 'evaluation'
        ? await evaluated(acting, { 'RE-02': 'NO' }, ending)
        : (await rated(acting, 'B/B/B', ending)).validationId
    for (const finding of await findingsOf(provider, { validationId: before })) await ok(planned(provider, finding))
    ;({ id } = await ok(renew(provider, before)))
  }
  await acceptReport(cci, id)
  const { idServiceCatalog: serviceId } = await ok(cci.call(readValidation, { params: { id } }))
  if (use !== 'none') {
    const requiredScore = use === 'met' ? 'D/D/D' : 'A+/A+/A+'
    const of = { providerId: provider.me.idGenericEntity, serviceId }
    const mine = await declared(bank, of, { requiredScore, critical: 'YES' })
    const body = { reason: 'Riesgo asumido por el comité', until: '2027-01-15' }
    if (renews === 'nothing') await ok(bank.call(acceptGap, { params: { id: mine.id }, body }))
  }
  if (question !== 'none') {
    const thread = await asked(cci, id)
    if (question === 'answered') await ok(say(provider, thread))
  }
  if (!evaluation) return { id, score: { score: 'A/A/A' } }
  const { id: assessmentId, computed } = await confirmedAssessment(evaluator, id, { 'AC-02': 'NO' })
  return { id, score: { score: computed, assessmentId } }
}

/** But for versions, which only grow, the last change of each object and the last use of the key. */
const world = (db: Db) => rowsOfAll(db, { without: ['last_change'], columns: ['version', 'last_signed_at'] })

const given: fc.Arbitrary<Given> = fc.record({
  renews: fc.constantFrom('nothing', 'rating', 'evaluation'),
  evaluation: fc.boolean(),
  question: fc.constantFrom('none', 'asked', 'answered'),
  use: fc.constantFrom('none', 'met', 'below'),
})

test('SCO-05: a publication that is undone leaves every row as it was, whatever followed from it', async () => {
  const { cci, portal } = acting
  const everything: Given = { renews: 'evaluation', evaluation: true, question: 'answered', use: 'met' }
  await fc.assert(
    fc.asyncProperty(given, async each => {
      const { id, score } = await prepare(each)
      portal.clock.move(1)
      const before = await world(portal.app.db)
      await ok(publish(cci, id, { expiredAt: '2027-11-21', ...score }))
      expect(await world(portal.app.db)).not.toEqual(before)
      await ok(cci.call(undo, { body: { id } }))
      expect(await world(portal.app.db)).toEqual(before)
    }),
    { numRuns: 6, examples: [[everything], [{ ...everything, renews: 'nothing' }]], interruptAfterTimeLimit: 60_000 },
  )
}, 60_000)
