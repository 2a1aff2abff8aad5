import { afterAll, beforeAll, expect, test } from 'vitest'
import { editAssessment, readAssessment } from '#domain/assessment/contract.ts'
import type { AnswerWire } from '#domain/assessment/wire.ts'
import { ok } from '#test/support/answers.ts'
import {
  answering,
  begin,
  change,
  confirmedAssessment,
  publishedFramework,
  smallFramework,
  wholeHeader,
} from '#test/support/assessments.ts'
import { acceptReport, freshRequest, publish } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { renew } from '#test/support/renewals.ts'

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let another: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  evaluator = await portal.signIn('evaluador@almotacen.example')
  another = await portal.signIn('somport@almotacen.example')
})
afterAll(() => portal.stop())

/** A request with a published evaluation, whose rating can be renewed now. */
async function published(): Promise<string> {
  const id = await freshRequest(cci, provider, evaluator)
  const { id: assessmentId } = await confirmedAssessment(evaluator, id, { 'AC-02': 'NO' })
  await acceptReport(cci, id)
  const score = { score: 'B/B/B', expiredAt: '2027-01-10', overrideReason: 'Con prudencia', assessmentId }
  await ok(publish(cci, id, score))
  return id
}
const answersOf = async (id: string): Promise<Record<string, AnswerWire>> => {
  const { answers } = await ok(evaluator.call(readAssessment, { params: { id } }))
  return Object.fromEntries(answers.map((each: AnswerWire) => [each.controlKey, each]))
}
/** The framework of the next year: one control is reworded, one is new. */
const nextYear = smallFramework
  .map(row => (row[0] === 'CR-01' ? row.with(2, 'Cifrado en tránsito con algoritmos vigentes') : row))
  .concat([['CR-02', 'Criptografía', 'Claves en un módulo seguro', 'C', 'B']])

test('EASE-02: the evaluation of a renewal begins from the answers to the same controls, each to be reviewed', async () => {
  await publishedFramework(cci)
  const before = await published()
  await publishedFramework(cci, nextYear)
  const renewal = (await ok(renew(provider, before))).id
  const { id, answered, levels } = await ok(begin(evaluator, renewal))
  const inherited = await answersOf(id)
  expect(Object.fromEntries(Object.entries(inherited).map(([key, each]) => [key, each.answer]))).toEqual({
    'AC-01': 'YES',
    'AC-02': 'NO',
    'RE-01': 'YES',
    'RE-02': 'YES',
  })
  expect(Object.values(inherited).every(each => each.inherited)).toBe(true)
  expect([answered, levels.D]).toEqual([4, 'A'])

  // Confirming needs all of them reviewed, also those that stay as they were.
  await ok(evaluator.call(editAssessment, { params: { id }, body: wholeHeader }))
  await ok(answering(evaluator, id, { 'CR-01': 'YES', 'CR-02': 'YES', 'AC-01': 'YES', 'AC-02': 'YES' }))
  const early = await change(evaluator, id, 'CONFIRMED')
  expect([early.problem.code, early.problem.missing]).toEqual(['assessmentIncomplete', 2])
  await ok(answering(evaluator, id, { 'RE-01': 'YES', 'RE-02': 'NO' }))
  expect(Object.values(await answersOf(id)).some(each => each.inherited)).toBe(false)
  expect((await change(evaluator, id, 'CONFIRMED')).status).toBe(200)
  // The published one stays as it was.
  expect((await ok(begin(evaluator, before))).answered).toBe(0)
})

test('EASE-02: another evaluator, and a request that renews nothing, begin without answers', async () => {
  await publishedFramework(cci)
  const before = await published()
  const renewal = await ok(renew(provider, before, { idAudit: another.me.idGenericEntity }))
  expect((await ok(begin(another, renewal.id))).answered).toBe(0)
  expect((await ok(begin(evaluator, await freshRequest(cci, provider, evaluator)))).answered).toBe(0)
})
