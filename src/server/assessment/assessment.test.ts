import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  compareAssessments,
  editAssessment,
  explainAssessment,
  listAssessments,
  readAssessment,
} from '#domain/assessment/contract.ts'
import { ok } from '#test/support/answers.ts'
import {
  allYes,
  answering,
  assessmentsOf,
  begin,
  change,
  confirmedAssessment,
  discard,
  publishedFramework,
  wholeHeader,
} from '#test/support/assessments.ts'
import { acceptReport, documentsOf, edit, freshRequest, pdf, publish, reject } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const UNKNOWN = '0'.repeat(26)

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let stranger: Caller
let bank: Caller
let other: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  provider = await enter('proveedor')
  evaluator = await enter('evaluador')
  stranger = await enter('somport')
  bank = await enter('entidad')
  other = await enter('lumbre')
})
afterAll(() => portal.stop())

const fresh = () => freshRequest(cci, provider, evaluator)
const notices = (type: string) =>
  portal.app.db.selectFrom('notification').selectAll().where('type', '=', type).execute()
const header = (id: string, body: Record<string, unknown>) =>
  evaluator.call(editAssessment, { params: { id }, body: { ...body } })
const detail = (caller: Caller, id: string) => caller.call(readAssessment, { params: { id } })

test('without a published framework no evaluation begins', async () => {
  await portal.asOwner("update control_framework set status = 'RETIRED'")
  expect((await begin(evaluator, await fresh())).problem).toMatchObject({
    status: 409,
    code: 'frameworkMissing',
    detail: 'El CCI aún no ha publicado un marco de controles.',
  })
  await publishedFramework(cci)
})

describe('beginning', () => {
  test('DICT-05: the evaluator named begins it while the request is pending, and once', async () => {
    const request = await fresh()
    const answer = await begin(evaluator, request)
    expect(answer).toMatchObject({
      status: 201,
      body: { validationId: request, status: 'DRAFT', origin: 'AUDIT', target: 'A/A/A', asked: 5, answered: 0 },
    })
    expect(answer.body.levels).toEqual({ C: 'NONE', I: 'NONE', D: 'NONE' })
    expect((await begin(evaluator, request)).problem).toMatchObject({ status: 409, code: 'assessmentExists' })
    expect((await begin(evaluator, request, 'A/B')).problem.code).toBe('invalid')
  })

  test('DICT-05: of 10 simultaneous calls one begins an evaluation', async () => {
    const request = await fresh()
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin(evaluator, request)))
    expect(answers.map(answer => answer.status).toSorted()).toEqual([201, ...Array(9).fill(409)])
  })

  test('DICT-05: to any other evaluator the request does not exist, and no other role begins one', async () => {
    const request = await fresh()
    const missing = await begin(stranger, UNKNOWN)
    expect(await begin(stranger, request)).toMatchObject({ status: 404, body: missing.body })
    for (const caller of [cci, provider, bank]) expect((await begin(caller, request)).status).toBe(403)
  })

  test('DICT-05: also while it is QUALIFIED, and not once it is rejected', async () => {
    const request = await fresh()
    await acceptReport(cci, request)
    await ok(publish(cci, request))
    expect((await begin(evaluator, request)).status).toBe(201)
    const rejected = await fresh()
    for (const document of Object.values(await documentsOf(cci, rejected))) await ok(reject(cci, document))
    expect((await begin(evaluator, rejected)).problem).toMatchObject({ status: 409, code: 'requestNotAssessable' })
  })
})

describe('the header', () => {
  test('DICT-06: it has scope, standard, opinion, period, report date, subservices and controls of the user', async () => {
    const { id } = await ok(begin(evaluator, await fresh()))
    expect(await ok(header(id, wholeHeader))).toMatchObject(wholeHeader)
    expect((await ok(detail(cci, id))).userControls).toBe('Custodiar sus claves')
    // What is not sent stays.
    expect(await ok(header(id, { opinion: 'ADVERSE' }))).toMatchObject({ ...wholeHeader, opinion: 'ADVERSE' })
  })

  test.each([
    ['scope', 'a'.repeat(1001)],
    ['userControls', 'a'.repeat(2001)],
    ['reportDate', '2026-11-22'],
    ['periodTo', '2025-10-31'],
    ['standard', 'ISO 9001'],
    ['opinion', 'Favorable'],
    ['subservices', 'SOME'],
  ])('DICT-06: a wrong %s is refused', async (field, value) => {
    const { id } = await ok(begin(evaluator, await fresh()))
    const answer = await header(id, { ...wholeHeader, [field]: value })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.problem.fields!)).toEqual([field])
  })

  test('BASE-04: refuses a stale edit with the differences', async () => {
    const { id, version } = await ok(begin(evaluator, await fresh()))
    await ok(header(id, { scope: 'Uno', version }))
    const answer = await header(id, { scope: 'Dos', version })
    expect(answer.problem).toMatchObject({ status: 409, code: 'changedMeanwhile' })
    expect(answer.problem.conflict).toMatchObject({
      version: version + 1,
      differences: [{ label: 'Alcance', now: 'Uno', yours: 'Dos' }],
    })
    const stale = await answering(evaluator, id, { 'AC-01': 'YES' }, version)
    expect(stale.problem.conflict).toMatchObject({ differences: [{ label: 'Control AC-01', now: '', yours: 'Sí' }] })
  })
})

describe('answering', () => {
  test('answers change the controls that they name, and what they come to', async () => {
    const { id } = await ok(begin(evaluator, await fresh()))
    expect(await ok(answering(evaluator, id, { 'AC-01': 'YES', 'RE-01': 'YES' }))).toMatchObject({
      answered: 2,
      levels: { C: 'D', I: 'D', D: 'B' },
      computed: 'D/D/B',
    })
    const next = await ok(answering(evaluator, id, { 'RE-01': 'NO', 'CR-01': 'NOT_APPLICABLE' }))
    expect(next).toMatchObject({ answered: 3, levels: { C: 'C', I: 'A', D: 'NONE' }, computed: null })
    const wrong = await answering(evaluator, id, { 'RE-03': 'YES', 'ZZ-01': 'NO' })
    expect(wrong).toMatchObject({ status: 400, problem: { code: 'invalid' } })
    expect(Object.keys(wrong.problem.fields!)).toEqual(['answers.RE-03', 'answers.ZZ-01'])
    // Another target asks others, and the answers stay.
    expect(await ok(header(id, { target: 'D/D/A+' }))).toMatchObject({ asked: 4, answered: 2 })
  })
})

describe('confirming', () => {
  test('DICT-16: the refusal says how many answers are missing, in which domains and fields of the header', async () => {
    const { id } = await ok(begin(evaluator, await fresh()))
    await ok(answering(evaluator, id, { 'AC-01': 'YES', 'CR-01': 'YES' }))
    const early = await change(evaluator, id, 'CONFIRMED')
    expect(early).toMatchObject({ status: 409, problem: { code: 'assessmentIncomplete', missing: 3 } })
    expect(early.problem.detail).toBe('Faltan 3 controles por responder: Accesos, Continuidad.')
    expect(Object.keys(early.problem.fields!)).toContain('scope')
    await ok(answering(evaluator, id, { 'AC-02': 'NOT_APPLICABLE', 'RE-01': 'YES' }))
    expect((await change(evaluator, id, 'CONFIRMED')).problem.detail).toBe(
      'Falta 1 control por responder: Continuidad.',
    )
    await ok(answering(evaluator, id, { 'RE-02': 'NO' }))
    expect((await change(evaluator, id, 'CONFIRMED')).problem).toMatchObject({
      code: 'assessmentIncomplete',
      detail: expect.stringMatching(/^Faltan datos de la evaluación: Alcance, /),
    })
    await ok(header(id, wholeHeader))
    expect(await ok(change(evaluator, id, 'CONFIRMED'))).toMatchObject({
      status: 'CONFIRMED',
      confirmedAt: portal.clock.now(),
      confirmedBy: expect.any(String),
      computed: 'A/A/B',
    })
  })

  test('DICT-16: an inherited answer without review counts as missing', async () => {
    const { id } = await ok(begin(evaluator, await fresh()))
    await ok(header(id, wholeHeader))
    await ok(answering(evaluator, id, allYes()))
    await portal.asOwner(
      `update assessment_answer set inherited = true where assessment_id = '${id}' and control_key = 'CR-01'`,
    )
    expect((await change(evaluator, id, 'CONFIRMED')).problem.detail).toBe(
      'Falta 1 control por responder: Criptografía.',
    )
    await ok(answering(evaluator, id, { 'CR-01': 'YES' }))
    expect((await change(evaluator, id, 'CONFIRMED')).status).toBe(200)
  })

  test('DICT-16: a confirmation notifies CCI and the provider once, and closes the evaluation until it is reopened', async () => {
    const request = await fresh()
    const { id } = await confirmedAssessment(evaluator, request)
    const heard = (await notices('ASSESSMENT_CONFIRMED')).filter(notice => notice.info.validationId === request)
    expect(heard.map(notice => notice.participant_id).toSorted()).toEqual(
      [cci, provider].map(caller => caller.me.idGenericEntity).toSorted(),
    )
    for (const answer of [
      await header(id, { scope: 'Otro' }),
      await answering(evaluator, id, { 'AC-01': 'NO' }),
      await change(evaluator, id, 'CONFIRMED'),
      await discard(evaluator, id),
    ]) {
      expect(answer.problem).toMatchObject({
        status: 409,
        code: 'assessmentClosed',
        detail: 'La evaluación está confirmada. Retómela para cambiarla.',
      })
    }
    expect(await ok(change(evaluator, id, 'DRAFT'))).toMatchObject({ status: 'DRAFT', confirmedAt: null })
    expect((await change(evaluator, id, 'DRAFT')).problem.code).toBe('wrongState')
    expect((await discard(evaluator, id)).status).toBe(204)
    expect((await detail(evaluator, id)).status).toBe(404)
    const events = await portal.app.db
      .selectFrom('trail')
      .select('event')
      .where('object_id', '=', id)
      .orderBy('number')
      .execute()
    expect(events.map(({ event }) => event.replace('assessment.', ''))).toEqual([
      ...['begun', 'filled', 'filled', 'confirmed', 'taken-back', 'discarded'],
    ])
  })
})

test('DICT-17: replacing a file of the request reopens a confirmed evaluation and notifies its evaluator', async () => {
  const request = await fresh()
  const { id } = await confirmedAssessment(evaluator, request)
  const [report] = Object.values(await documentsOf(cci, request))
  await ok(reject(cci, report!))
  for (const document of Object.values(await documentsOf(cci, request)).slice(1)) await ok(reject(cci, document))
  // An edit that keeps the files changes nothing.
  await edit(provider, request, {})
  expect((await ok(detail(evaluator, id))).status).toBe('CONFIRMED')
  await ok(edit(provider, request, {}, { report: pdf('informe nuevo') }))
  expect(await ok(detail(evaluator, id))).toMatchObject({ status: 'DRAFT', answered: 5, confirmedBy: null })
  const heard = (await notices('ASSESSMENT_REOPENED')).filter(notice => notice.info.validationId === request)
  expect(heard.map(notice => notice.participant_id)).toEqual([evaluator.me.idGenericEntity])
})

describe('reading', () => {
  test('DICT-22: CCI and the evaluator in any state, the provider from CONFIRMED on, banks once PUBLISHED', async () => {
    const request = await fresh()
    const { id } = await ok(begin(evaluator, request))
    const missing = await detail(bank, UNKNOWN)
    const readers = async () => {
      const seen: string[] = []
      for (const [name, caller] of Object.entries({ cci, evaluator, provider, bank, stranger, other })) {
        const answers = [
          await detail(caller, id),
          await caller.call(explainAssessment, { params: { id } }),
          await caller.call(compareAssessments, { params: { id }, query: { with: id } }),
        ]
        const listed = (await caller.call(listAssessments, { query: {} })).body.content.some(
          (each: { id: string }) => each.id === id,
        )
        expect(answers.map(answer => answer.status)).toEqual(listed ? [200, 200, 200] : [404, 404, 404])
        if (listed) seen.push(name)
        else expect(answers[0]!.body).toEqual(missing.body)
      }
      return seen
    }
    expect(await readers()).toEqual(['cci', 'evaluator'])
    await ok(header(id, wholeHeader))
    await ok(answering(evaluator, id, allYes()))
    await ok(change(evaluator, id, 'CONFIRMED'))
    expect(await readers()).toEqual(['cci', 'evaluator', 'provider'])
    await acceptReport(cci, request)
    await ok(publish(cci, request, { score: 'A/A/A', assessmentId: id }))
    expect(await readers()).toEqual(['cci', 'evaluator', 'provider', 'bank'])
    // People are not named to others.
    expect((await ok(detail(bank, id))).confirmedBy).toBeNull()
    expect((await assessmentsOf(bank, request))[0]).toMatchObject({ score: { score: 'A/A/A', isCurrent: true } })
  })

  test('the explanation and the comparison with the one before', async () => {
    const request = await fresh()
    const { id } = await confirmedAssessment(evaluator, request, { 'RE-02': 'NO' })
    const explained = await ok(bankless(explainAssessment, id))
    expect(explained).toMatchObject({ computed: 'A/A/B', target: 'A/A/A' })
    expect(explained.dimensions[2]!.sentence).toBe('Disponibilidad B: no se cumple 1 control de nivel A (RE-02)')
    expect(explained.domains.map(({ domain }: { domain: string }) => domain)).toEqual([
      'Accesos',
      'Criptografía',
      'Continuidad',
    ])
    await acceptReport(cci, request)
    await ok(publish(cci, request, { score: 'A/A/B', assessmentId: id }))
    const next = await confirmedAssessment(evaluator, request)
    const compared = await ok(cci.call(compareAssessments, { params: { id: next.id }, query: {} }))
    expect(compared).toMatchObject({
      before: { id },
      now: { id: next.id },
      controls: [{ key: 'RE-02', change: 'BETTER', before: 'NO', now: 'YES' }],
    })
  })
})

const bankless = (contract: typeof explainAssessment, id: string) => cci.call(contract, { params: { id } })
