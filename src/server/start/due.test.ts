import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFindings } from '#domain/assessment/finding/contract.ts'
import type { Act, Due } from '#domain/identity/due.ts'
import { acknowledgeBulletin, listBulletins, setImpactClock } from '#domain/incident/bulletin/contract.ts'
import { listAsked } from '#domain/invitation/request/contract.ts'
import { readDue } from '#domain/start/contract.ts'
import { askProvider } from '#domain/supervision/register/contract.ts'
import type { RelianceRow } from '#domain/supervision/reliance/contract.ts'
import { listReliance } from '#domain/supervision/reliance/contract.ts'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { isBroken } from '#domain/supervision/use/situation.ts'
import { listClarifications } from '#domain/validation/clarification/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { listValidations } from '#domain/validation/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { publishedFramework } from '#test/support/assessments.ts'
import { toldBulletin } from '#test/support/bulletins.ts'
import { ask } from '#test/support/clarifications.ts'
import { freshRequest } from '#test/support/documents.ts'
import { evaluated, findingsOf, move, planned } from '#test/support/findings.ts'
import type { Caller } from '#test/support/portal.ts'
import { declared, unrated } from '#test/support/uses.ts'

let acting: Acting
beforeAll(async () => {
  acting = await startActing()
  await publishedFramework(acting.cci)
})
afterAll(() => acting.portal.stop())

const due = async (caller: Caller): Promise<Due[]> => (await ok(caller.call(readDue))).steps
const idsOf = async (caller: Caller, ...acts: Act[]) =>
  (await due(caller)).filter(({ act }) => acts.includes(act)).map(({ id }) => id)
const same = (found: readonly string[], listed: readonly { id: string }[]) =>
  expect(found.toSorted()).toEqual(listed.map(({ id }) => id).toSorted())

test('EXP-01: a bank has each bulletin until it acknowledges it, and the report that its clock asks for', async () => {
  const { bank } = acting
  const { id } = await toldBulletin(acting)
  const waiting = async () => (await ok(bank.call(listBulletins, { query: { waiting: 'true' } }))).content
  same(await idsOf(bank, 'acknowledgeBulletin'), await waiting())
  expect((await idsOf(bank, 'acknowledgeBulletin')).includes(id)).toBe(true)
  await ok(bank.call(acknowledgeBulletin, { params: { id }, body: { impact: 'NONE', version: 0 } }))
  expect((await idsOf(bank, 'acknowledgeBulletin')).includes(id)).toBe(false)
  same(await idsOf(bank, 'acknowledgeBulletin'), await waiting())
  const awareAt = acting.portal.clock.now()
  await ok(bank.call(setImpactClock, { params: { id }, body: { awareAt, version: 0 } }))
  expect(await idsOf(bank, 'notifyIncident')).toEqual([id])
})

test('EXP-01: a bank has each level to settle and each reliance file to review', async () => {
  const { bank } = acting
  await declared(bank, await unrated(acting), { requiredScore: 'B/B/B' })
  const uses: UseWire[] = (await ok(bank.call(listUses, { query: {} }))).content
  const broken = uses.filter(({ situation }) => isBroken(situation))
  expect(broken).not.toEqual([])
  same(await idsOf(bank, 'settleLevel'), broken)
  const files: RelianceRow[] = (await ok(bank.call(listReliance, { query: { standing: 'DUE' } }))).content
  same(
    await idsOf(bank, 'reviewReliance'),
    files.map(({ fileId }) => ({ id: fileId! })),
  )
})

test('EXP-01: a measure is planned, taken within a week, and verified, each by the one who owes it', async () => {
  const { cci, provider, evaluator, portal } = acting
  const validationId = await evaluated(acting)
  const [finding] = await findingsOf(provider, { validationId })
  const { id } = finding!
  same(await idsOf(provider, 'planFinding'), await findingsOf(provider, { status: 'OPEN' }))
  expect((await idsOf(provider, 'planFinding')).includes(id)).toBe(true)
  await ok(planned(provider, finding!, { dueOn: portal.clock.today().replace(/..$/, '28') }))
  expect((await due(provider)).find(each => each.id === id)).toMatchObject({ act: 'completeMeasure', overdue: false })
  await ok(move(provider, finding!, 'complete', { proof: 'Contrato firmado el 20/11/2026.' }))
  expect((await due(provider)).filter(each => each.id === id)).toEqual([])
  for (const verifier of [cci, evaluator]) {
    const listed: { id: string }[] = (await ok(verifier.call(listFindings, { query: { status: 'DONE' } }))).content
    same(await idsOf(verifier, 'verifyMeasure'), listed)
    expect(listed.some(each => each.id === id)).toBe(true)
  }
})

test('EXP-01: an evaluator has the declaration and the evaluation of a new request', async () => {
  const { cci, provider, evaluator } = acting
  const id = await freshRequest(cci, provider, evaluator)
  const query = { type: 'AUDIT_REPORT', idAudit: evaluator.me.idGenericEntity } as const
  const requests: ValidationWire[] = (await ok(evaluator.call(listValidations, { query }))).content
  const undeclared = requests.filter(
    ({ status, independence }) => (status === 'PENDING' || status === 'REJECTED') && !independence,
  )
  same(await idsOf(evaluator, 'declareIndependence'), undeclared)
  expect((await idsOf(evaluator, 'beginAssessment')).includes(id)).toBe(true)
  expect((await due(provider)).some(each => each.id === id)).toBe(false)
})

test('EXP-01: a question is due for the asked party, and sign-ups for CCI', async () => {
  const { cci, provider, evaluator, bank } = acting
  const thread = await ok(ask(cci, await freshRequest(cci, provider, evaluator), { askedOf: 'PROVIDER' }))
  for (const caller of [cci, provider, evaluator]) {
    const listed = (await ok(caller.call(listClarifications, { query: { mine: 'true' } }))).content
    same(await idsOf(caller, 'answerClarification', 'decideAppeal'), listed)
  }
  expect(await idsOf(provider, 'answerClarification')).toContain(thread.id)
  const asked = (await ok(cci.call(listAsked, { query: { status: 'ASKED' } }))).content
  same(await idsOf(cci, 'decideSignUp'), asked)
  expect(await idsOf(bank, 'decideSignUp')).toEqual([])
})

test('EXP-01: a provider sees a register request until the data are given, without the name of the bank', async () => {
  const { provider, bank } = acting
  const providerId = provider.me.idGenericEntity
  expect(await idsOf(provider, 'giveRegisterData')).toEqual([])
  await ok(bank.call(askProvider, { body: { providerId } }))
  const [step] = (await due(provider)).filter(({ act }) => act === 'giveRegisterData')
  expect(step).toMatchObject({ id: providerId, counterpart: null })
})
