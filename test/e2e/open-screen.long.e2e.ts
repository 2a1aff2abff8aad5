import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import { correctScore } from '#domain/report-request/score/contract.ts'
import type { RecordedCall, Stage, Visitor } from '#test/support/browser.ts'
import { openStage, recordCalls, recordedCalls, stopClock } from '#test/support/browser.ts'
import { acceptReport, freshRequest, publish } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* A screen that stays open while others change its data. */

let portal: TestPortal
let stage: Stage
let bank: Visitor
let cci: Caller
let validationId: string
let service: string
let scoreId: string

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  cci = await portal.signIn('cci@almotacen.example')
  const provider = await portal.signIn('proveedor@almotacen.example')
  const evaluator = await portal.signIn('somport@almotacen.example')
  validationId = await freshRequest(cci, provider, evaluator)
  ;({ service } = await portal.app.db
    .selectFrom('validation as v')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .select('s.description as service')
    .where('v.id', '=', validationId)
    .executeTakeFirstOrThrow())
  await acceptReport(cci, validationId)
  const { body } = await publish(cci, validationId, { score: 'A+/A+/A+' })
  scoreId = (body as ScoreWire).id
  bank = await stage.visitor()
  await bank.page.clock.install()
  await recordCalls(bank)
  await bank.signIn('entidad@almotacen.example')
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

async function correct(score: string): Promise<void> {
  // Notifications of the same instant are equally new.
  portal.clock.move(1)
  const body = { score: { validationId, score, expiredAt: '2026-12-01', correctionReason: 'Dictamen equivocado' } }
  const answer = await cci.call(correctScore, { params: { id: scoreId }, body })
  expect(answer.status).toBe(200)
  scoreId = answer.body.id
}

/** The page's calls from its next poll on, after its answer. */
async function nextPoll(): Promise<() => Promise<RecordedCall[]>> {
  const from = (await recordedCalls(bank)).length
  const since = async () => (await recordedCalls(bank)).slice(from)
  const isAnswered = async () =>
    (await since()).some(({ url, answeredAt }) => url.includes('isRead=false&sort') && answeredAt !== null)
  for (let seconds = 0; seconds < 130 && !(await isAnswered()); seconds++) await bank.page.clock.runFor(1_000)
  return since
}

/** Follow-up requests also need the page's clock. */
const ripening = <T>(read: () => Promise<T>) =>
  expect.poll(
    async () => {
      await bank.page.clock.runFor(100)
      return read()
    },
    { timeout: 15_000 },
  )

const answered = (calls: readonly RecordedCall[], path: string) =>
  calls.filter(({ url, answeredAt }) => url.includes(path) && answeredAt !== null).length

test('LIM-01: a new notification in the bell refreshes the screen under it with one read', async () => {
  const { page } = bank
  await bank.goto('/')
  const item = page.getByRole('main').locator('li', { hasText: service })
  const row = item.filter({ hasText: /^Tramontana/ })
  const rating = async () => (await row.allInnerTexts()).join('').split('\n').slice(1, 4)
  await expect.poll(rating, { timeout: 15_000 }).toEqual(['A+', 'A+', 'A+'])
  await stopClock(bank)
  await correct('D/D/D')
  const loud = await nextPoll()
  await ripening(rating).toEqual(['D', 'D', 'D'])
  const urls = (await loud()).map(({ url }) => url)
  expect(new Set(urls).size).toBe(urls.length)
  // Nothing new: only the bell's own request.
  const quiet = await nextPoll()
  await page.clock.runFor(1_000)
  await page.clock.runFor(1_000)
  expect((await quiet()).filter(({ url }) => url.includes('/views/'))).toEqual([])
  await page.clock.resume()
})

test('a form being filled in stays as it is', async () => {
  const { page } = bank
  await bank.goto('/own-data')
  const phone = page.getByLabel(/^Teléfono/).first()
  await phone.fill('911222333')
  await stopClock(bank)
  await correct('C/C/C')
  const calls = await nextPoll()
  await ripening(async () => answered(await calls(), '/users/')).toBe(1)
  await page.clock.runFor(1_000)
  expect(await phone.inputValue()).toBe('911222333')
  await page.clock.resume()
})
