import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import { correctScore, listScores } from '#domain/report-request/score/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { ask, say, shut, threadsOf } from '#test/support/clarifications.ts'
import { acceptReport, freshRequest, pdf, publish } from '#test/support/documents.ts'
import { address } from '#test/support/mails.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller } from '#test/support/portal.ts'

/* Appeals of a provider against its published score. */

let acting: Acting
let cci: Caller
let cci2: Caller
let provider: Caller
beforeAll(async () => {
  acting = await startActing()
  ;({ cci, cci2, provider } = acting)
})
afterAll(() => acting.portal.stop())

async function at(day: string): Promise<void> {
  acting.portal.clock.set(`${day}T09:00:00.000Z`)
  cci = await acting.portal.signIn(address('cci'))
  cci2 = await acting.portal.signIn(address('cci2'))
  provider = await acting.portal.signIn(address('proveedor'))
}
async function published(): Promise<string> {
  const id = await freshRequest(cci, provider, acting.evaluator)
  await acceptReport(cci, id)
  await ok(publish(cci, id))
  return id
}
const appealed = (id: string, caller = provider) =>
  ask(caller, id, { kind: 'APPEAL', subject: 'Disponibilidad', text: 'La visita no vio el segundo centro.' })
const decided = (caller: Caller, thread: { id: string }, body: object = {}) =>
  shut(caller, thread, { outcome: 'UPHELD', text: 'Se vio en el acta.', ...body })
const said = ({ status, problem }: { status: number; problem?: { code: string; detail: string } }) => [
  status,
  problem?.code,
  problem?.detail,
]
const scoreOf = async (validationId: string) =>
  (await ok(cci.call(listScores, { query: { validationId } }))).content.find(
    ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
  )
const heard = async ({ me }: Caller, type: string) => (await noticesTo(acting.portal, me.idGenericEntity, type)).length

test('SEAL-22: the provider appeals once against a published score; the rating stays, and CCI is notified', async () => {
  const id = await published()
  const before = [await heard(cci, 'APPEAL_MADE'), await scoreOf(id)]
  const thread = await ok(appealed(id))
  expect(thread).toMatchObject({ kind: 'APPEAL', askedBy: 'PROVIDER', askedOf: 'CCI', status: 'WAITING' })
  expect([await heard(cci, 'APPEAL_MADE'), await scoreOf(id)]).toEqual([Number(before[0]) + 1, before[1]])
  expect(said(await appealed(id))).toEqual([409, 'appealTwice', 'Ya reclamó contra esta calificación.'])
  // What was appealed against has been read.
  expect((await cci.call(undo, { body: { id } })).problem.code).toBe('undoSeen')
})

test('SEAL-22: only the provider appeals, and only against a published score', async () => {
  const open = await freshRequest(cci, provider, acting.evaluator)
  expect((await appealed(open)).problem.code).toBe('nothingToAppeal')
  const id = await published()
  expect((await appealed(id, cci)).status).toBe(403)
  expect((await appealed(id, acting.evaluator)).status).toBe(403)
  expect((await appealed(id, acting.bank)).status).toBe(404)
  const fields = await ask(provider, id, { kind: 'APPEAL', askedOf: 'CCI' })
  expect(fields.problem.fields).toHaveProperty('askedOf')
})

test('SEAL-22: within 15 days of its publication', async () => {
  const [first, second] = [await published(), await published()]
  await at('2026-12-06')
  await ok(appealed(first))
  await at('2026-12-07')
  expect(said(await appealed(second))).toEqual([409, 'appealTooLate', 'El plazo para reclamar terminó el 06/12/2026.'])
})

test('SEAL-23: a user of CCI who did not publish the score decides, with a text, and the provider is notified', async () => {
  const id = await published()
  const thread = await ok(appealed(id))
  const before = await heard(provider, 'APPEAL_DECIDED')
  expect(said(await decided(cci, thread))).toEqual([
    409,
    'sameReviewer',
    'Quien publicó la calificación no decide la reclamación contra ella. Pídaselo a otra persona del CCI.',
  ])
  const [seen] = await threadsOf(cci, { validationId: id })
  expect(seen).toMatchObject({ mayDecide: false, publishedIt: true, mayClose: false })
  expect((await shut(cci2, thread)).problem.code).toBe('notYourMove')
  expect((await decided(provider, thread)).problem.code).toBe('notYourMove')
  expect((await decided(cci2, thread, { text: undefined })).problem.fields).toHaveProperty('text')
  expect((await decided(cci2, thread, { version: 9 })).problem.code).toBe('changedMeanwhile')
  await ok(say(cci2, thread, { text: '¿Tiene el acta?' }))
  await ok(say(provider, thread, { text: 'Se adjunta.' }, { file1: pdf('acta') }))
  const end = await ok(decided(cci2, thread, { outcome: 'DISMISSED' }))
  expect(end).toMatchObject({ status: 'CLOSED', outcome: 'DISMISSED', mayDecide: false })
  expect(end.messages.at(-1)).toMatchObject({ party: 'CCI', text: 'Se vio en el acta.' })
  expect(await heard(provider, 'APPEAL_DECIDED')).toBe(before + 1)
  expect((await decided(cci2, thread)).problem.code).toBe('clarificationClosed')
})

test('SEAL-23: an upheld one is carried out by a correction, against which the provider may appeal', async () => {
  const id = await published()
  await ok(decided(cci2, await ok(appealed(id))))
  const { id: scoreId, expiredAt } = await scoreOf(id)
  const score = { validationId: id, score: 'A/A/A', expiredAt, correctionReason: 'Reclamación estimada' }
  await ok(cci2.call(correctScore, { params: { id: scoreId }, body: { score } } as never))
  expect((await scoreOf(id)).correctionReason).toBe('Reclamación estimada')
  const again = await ok(appealed(id))
  expect((await decided(cci2, again)).problem.code).toBe('sameReviewer')
  await ok(decided(cci, again, { outcome: 'DISMISSED' }))
})

test('SEAL-23: a question is not decided so', async () => {
  const thread = await ok(ask(provider, await freshRequest(cci, provider, acting.evaluator)))
  expect((await decided(cci2, thread)).problem.code).toBe('nothingToAppeal')
})

test('SEAL-23: where two people publish, neither of them decides', async () => {
  await ok(cci.call(saveFourEyes, { body: { enabled: true } } as never))
  const id = await freshRequest(cci, provider, acting.evaluator)
  await acceptReport(cci, id)
  const file = pdf('dictamen de dos')
  expect((await publish(cci, id, {}, { file })).problem.code).toBe('needsAnother')
  await ok(publish(cci2, id, {}, { file }))
  const thread = await ok(appealed(id))
  for (const caller of [cci, cci2]) expect((await decided(caller, thread)).problem.code).toBe('sameReviewer')
})
