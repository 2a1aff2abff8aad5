import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAssessment } from '#domain/assessment/contract.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import { correctScore, listScores } from '#domain/report-request/score/contract.ts'
import { ok } from '#test/support/answers.ts'
import { allYes, begin, change, confirmedAssessment, publishedFramework } from '#test/support/assessments.ts'
import { acceptReport, freshRequest, publish } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let bank: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  provider = await enter('proveedor')
  evaluator = await enter('evaluador')
  bank = await enter('entidad')
  await publishedFramework(cci)
})
afterAll(() => portal.stop())

const accepted = async () => {
  const id = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, id)
  return id
}
const statusOf = async (id: string) => (await ok(cci.call(readAssessment, { params: { id } }))).status
const scoreOf = async (caller: Caller, validationId: string) =>
  (await ok(caller.call(listScores, { query: { validationId } }))).content[0]
const setRule = (value: boolean) =>
  portal.asOwner(`insert into centre_rule (key, value, version, changed_by, changed_at)
    values ('requireAssessment', '${value}', 1, '${cci.me.userId}', now())
    on conflict (key) do update set value = excluded.value`)

describe('publishing', () => {
  test('DICT-18: a score that names a confirmed evaluation stores the levels computed, and publishes it', async () => {
    const request = await accepted()
    const { id, computed } = await confirmedAssessment(evaluator, request, { 'RE-02': 'NO' })
    expect(computed).toBe('A/A/B')
    const score = await ok(publish(cci, request, { score: 'A/A/B', assessmentId: id }))
    expect(score).toMatchObject({ assessmentId: id, computed: 'A/A/B', overrideReason: '' })
    expect(await statusOf(id)).toBe('PUBLISHED')
    const domains = await portal.app.db
      .selectFrom('assessment_domain')
      .select(['domain', 'lowest'])
      .where('assessment_id', '=', id)
      .orderBy('domain')
      .execute()
    expect(domains).toEqual([
      { domain: 'Accesos', lowest: 4 },
      { domain: 'Continuidad', lowest: 3 },
      { domain: 'Criptografía', lowest: 4 },
    ])
  })

  test('DICT-18: another rating needs its reason, which every reader of the score reads', async () => {
    const request = await accepted()
    const { id } = await confirmedAssessment(evaluator, request)
    const named = { score: 'A/A/B', assessmentId: id }
    expect((await publish(cci, request, named)).problem).toMatchObject({
      status: 400,
      code: 'overrideReasonMissing',
      fields: { overrideReason: expect.any(String) },
    })
    expect((await publish(cci, request, { ...named, overrideReason: 'a'.repeat(501) })).status).toBe(400)
    expect(await statusOf(id)).toBe('CONFIRMED')
    await ok(publish(cci, request, { ...named, overrideReason: 'Un incidente reciente' }))
    for (const caller of [cci, provider, evaluator, bank]) {
      expect(await scoreOf(caller, request)).toMatchObject({
        score: 'A/A/B',
        computed: 'A/A/A',
        overrideReason: 'Un incidente reciente',
      })
    }
  })

  test('DICT-18: only a confirmed evaluation of this request', async () => {
    const [one, two] = [await accepted(), await accepted()]
    const elsewhere = await confirmedAssessment(evaluator, two)
    const foreign = await publish(cci, one, { score: 'A/A/A', assessmentId: elsewhere.id })
    expect(foreign.problem).toMatchObject({ code: 'invalid', fields: { 'score.assessmentId': expect.any(String) } })
    const { id } = await ok(begin(evaluator, one))
    expect((await publish(cci, one, { score: 'A/A/A', assessmentId: id })).problem).toMatchObject({
      status: 409,
      code: 'assessmentNotConfirmed',
    })
  })

  test('DICT-19: an evaluation with a dimension below D is not published', async () => {
    const request = await accepted()
    const { id } = await confirmedAssessment(evaluator, request, { 'RE-01': 'NO', 'AC-01': 'NO' })
    const named = { score: 'D/D/D', assessmentId: id, overrideReason: 'De todos modos' }
    expect((await publish(cci, request, named)).problem).toMatchObject({
      status: 409,
      code: 'belowScale',
      detail:
        'No alcanza el nivel D en Confidencialidad, Integridad, Disponibilidad: no puede publicarse con esta evaluación.',
    })
    expect(await statusOf(id)).toBe('CONFIRMED')
  })

  test('DICT-20: past a confirmed evaluation a reason is needed; past a draft none', async () => {
    const request = await accepted()
    const { id } = await confirmedAssessment(evaluator, request)
    expect((await publish(cci, request, { score: 'A/A/A' })).problem.code).toBe('overrideReasonMissing')
    const score = await ok(publish(cci, request, { score: 'A/A/A', overrideReason: 'La evaluación no es completa' }))
    expect(score).toMatchObject({ assessmentId: null, computed: null, overrideReason: 'La evaluación no es completa' })
    expect(await statusOf(id)).toBe('CONFIRMED')
    const drafted = await accepted()
    await ok(begin(evaluator, drafted))
    expect((await publish(cci, drafted)).status).toBe(201)
  })

  test('DICT-20: where the centre asks for it, nothing is published without a confirmed evaluation', async () => {
    await setRule(true)
    const request = await accepted()
    const missing = {
      status: 409,
      code: 'assessmentMissing',
      detail: 'El CCI pide una evaluación confirmada para publicar la calificación.',
    }
    expect((await publish(cci, request)).problem).toMatchObject(missing)
    expect((await publish(cci, request, { overrideReason: 'Sin ella' })).problem).toMatchObject(missing)
    const { id } = await confirmedAssessment(evaluator, request)
    expect((await publish(cci, request, { score: 'A/A/A', assessmentId: id })).status).toBe(201)
    await setRule(false)
    expect((await publish(cci, await accepted())).status).toBe(201)
  })

  test('a publication that is undone returns its evaluation too', async () => {
    const request = await accepted()
    const { id } = await confirmedAssessment(evaluator, request)
    await ok(publish(cci, request, { score: 'A/A/A', assessmentId: id }))
    await ok(cci.call(undo, { body: { id: request } }))
    expect(await statusOf(id)).toBe('CONFIRMED')
    expect(await scoreOf(cci, request)).toBeUndefined()
    await ok(publish(cci, request, { score: 'A/A/A', assessmentId: id }))
    expect(await statusOf(id)).toBe('PUBLISHED')
  })
})

describe('correcting', () => {
  const correct = (id: string, score: Record<string, unknown>) =>
    cci.call(correctScore, {
      params: { id },
      body: { score: { expiredAt: '2027-10-01', correctionReason: 'Errata', score: 'A/A/A', ...score } } as never,
    })

  test('DICT-18: a correction keeps the evaluation, and needs the reason for another rating', async () => {
    const validationId = await accepted()
    const { id } = await confirmedAssessment(evaluator, validationId)
    const first = await ok(publish(cci, validationId, { score: 'A/A/A', assessmentId: id }))
    const lower = { validationId, score: 'A/A/B' }
    expect((await correct(first.id, lower)).problem.code).toBe('overrideReasonMissing')
    const second = await ok(correct(first.id, { ...lower, overrideReason: 'Baja por un incidente' }))
    expect(second).toMatchObject({ assessmentId: id, computed: 'A/A/A', overrideReason: 'Baja por un incidente' })
    // The reason for one rating is none for another.
    expect((await correct(second.id, { validationId, score: 'A/A/C' })).problem.code).toBe('overrideReasonMissing')
    // The same rating keeps its reason, and the computed one needs none.
    const third = await ok(correct(second.id, { ...lower, expiredAt: '2027-11-01' }))
    expect(third).toMatchObject({ overrideReason: 'Baja por un incidente' })
    expect(await ok(correct(third.id, { validationId }))).toMatchObject({ assessmentId: id, overrideReason: '' })
  })

  test('DICT-18: a correction publishes a newer evaluation that it names', async () => {
    const validationId = await accepted()
    const first = await confirmedAssessment(evaluator, validationId, { 'RE-02': 'NO' })
    const score = await ok(publish(cci, validationId, { score: 'A/A/B', assessmentId: first.id }))
    const newer = await confirmedAssessment(evaluator, validationId, allYes())
    const corrected = await ok(correct(score.id, { validationId, assessmentId: newer.id }))
    expect(corrected).toMatchObject({ assessmentId: newer.id, computed: 'A/A/A' })
    expect([await statusOf(first.id), await statusOf(newer.id)]).toEqual(['PUBLISHED', 'PUBLISHED'])
    expect((await change(evaluator, newer.id, 'DRAFT')).problem.code).toBe('wrongState')
  })
})
