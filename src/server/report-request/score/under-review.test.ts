import { afterAll, beforeAll, expect, test } from 'vitest'
import { listScores, reviewScore } from '#domain/report-request/score/contract.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { entriesAbout } from '#test/support/entries.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller } from '#test/support/portal.ts'
import { corrected, declared, rated } from '#test/support/uses.ts'

/* The extraordinary review of a rating: begun with a reason, lifted with an outcome or by a correction. */

const reason = 'Incidente grave en su centro de datos'

let acting: Awaited<ReturnType<typeof startActing>>
beforeAll(async () => {
  acting = await startActing()
})
afterAll(() => acting.portal.stop())

const currentOf = async (caller: Caller, validationId: string) =>
  (await ok(caller.call(listScores, { query: { validationId } }))).content[0]
const reviewing = (id: string, body: object, caller = acting.cci) =>
  caller.call(reviewScore, { params: { id }, body: body as never })
const heard = async (caller: Caller, validationId: string) =>
  (await noticesTo(acting.portal, caller.me.idGenericEntity, 'SCORE_UNDER_REVIEW'))
    .filter(({ info }) => (info as { validationId?: string }).validationId === validationId)
    .map(({ message }) => message)
    .toSorted()

test('AFFECT-13 AFFECT-14: CCI begins and lifts a review; rating, status and expiry stay, and all are notified', async () => {
  const { cci, provider, evaluator, bank } = acting
  const service = await rated(acting, 'A/A/B')
  await declared(bank, service)
  const before = await currentOf(cci, service.validationId)
  expect(before).toMatchObject({ reviewSince: null, reviewReason: '' })
  expect((await reviewing(before.id, { reason: 'Corto' })).problem.fields).toHaveProperty('reason')
  expect((await reviewing(before.id, { outcome: 'Nada' })).problem.code).toBe('ratingNotUnderReview')
  expect((await reviewing(before.id, { reason }, provider)).status).toBe(403)
  const begun = await ok(reviewing(before.id, { reason }))
  expect(begun).toEqual({ ...before, reviewSince: '2026-11-21', reviewReason: reason })
  expect((await reviewing(before.id, { reason })).problem.code).toBe('underReviewAlready')
  for (const caller of [bank, provider, evaluator]) {
    expect(await ok(caller.call(readValidation, { params: { id: service.validationId } }))).toMatchObject({
      reviewSince: '2026-11-21',
      status: 'QUALIFIED',
      score: 'A/A/B',
      expiredAt: '2027-11-21',
    })
    expect(await heard(caller, service.validationId)).toEqual([expect.stringContaining(reason)])
  }
  const { content } = await ok(bank.call(listUses, { query: { service: service.serviceId } }))
  expect(content).toMatchObject([{ reviewSince: '2026-11-21', obtainedScore: 'A/A/B' }])
  expect(await ok(reviewing(before.id, { outcome: 'Se mantiene' }))).toEqual(before)
  expect(await heard(bank, service.validationId)).toHaveLength(2)
  const events = (await entriesAbout(acting.portal, before.id)).map(({ event }) => event)
  expect(events.slice(-2)).toEqual(['score.review-begun', 'score.review-lifted'])
})

test('AFFECT-14: a correction lifts the review of the rating that it replaces', async () => {
  const { cci, bank } = acting
  const service = await rated(acting, 'A/A/B')
  await declared(bank, service)
  const { id } = await currentOf(cci, service.validationId)
  await ok(reviewing(id, { reason }))
  const next = await corrected(cci, service, 'A/A/C')
  expect(next).toMatchObject({ reviewSince: null, reviewReason: '' })
  expect((await entriesAbout(acting.portal, id)).at(-1)).toMatchObject({ event: 'score.review-lifted' })
  // The correction has its own notification.
  expect(await heard(bank, service.validationId)).toHaveLength(1)
  expect((await reviewing(id, { reason })).problem.code).toBe('ratingNotInForce')
})

test('BASE-04: a stale version is refused, and says that the rating is under review', async () => {
  const { cci } = acting
  const service = await rated(acting, 'A/A/A')
  const { id } = await currentOf(cci, service.validationId)
  const { version } = await ok(cci.call(readValidation, { params: { id: service.validationId } }))
  await ok(reviewing(id, { reason, version }))
  const late = await reviewing(id, { outcome: 'Se mantiene', version })
  expect(late.problem).toMatchObject({ status: 409, code: 'changedMeanwhile' })
})
