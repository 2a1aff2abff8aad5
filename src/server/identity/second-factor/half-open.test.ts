import { afterAll, beforeAll, expect, test } from 'vitest'
import { PENDING_MS } from '#domain/identity/second-factor/second-factor.ts'
import { signIn } from '#domain/identity/session/contract.ts'
import { tellOfHalfOpen } from '#server/identity/second-factor/half-open.ts'
import { DAY, MINUTE } from '#server/platform/clock.ts'
import { address, mailsTo } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { STEP } from '#test/support/totp.ts'
import { twoSteps } from '#test/support/two-steps.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

const { enrolled, firstStep, prove } = twoSteps(() => portal)
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0' }

const half = (name: string, headers: Record<string, string>) =>
  portal.anonymous.call(signIn, { body: { email: address(name), password: PASSWORD }, headers })
const told = async (name: string) =>
  (await mailsTo(portal, address(name)))
    .filter(({ subject }) => subject.endsWith('acceso sin terminar'))
    .map(({ text }) => /Dispositivo: ([^.]+)\./.exec(text)?.[1])
const waiting = async () => (await portal.app.db.selectFrom('pending_sign_in').select('id').execute()).length

test('notifies each owner of its own sign-ins, and not of those that may still finish', async () => {
  const { app } = await enrolled('lumbre')
  await enrolled('hontanar')
  portal.clock.move(STEP)
  const first = await prove(await firstStep('lumbre'), { code: app() })
  const own = { cookie: first.headers.get('set-cookie')!.split(';')[0]!, ...FIREFOX }
  portal.clock.move(MINUTE)

  await half('lumbre', own)
  portal.clock.move(PENDING_MS - MINUTE)
  await half('lumbre', { 'user-agent': 'curl/8' })
  await half('hontanar', FIREFOX)
  portal.clock.move(MINUTE)
  await tellOfHalfOpen(portal.app)
  expect([await told('lumbre'), await told('hontanar')]).toEqual([['Firefox en Windows'], []])
  expect(await waiting()).toBe(2)

  // The other user has had no notice today and gets its own at once.
  portal.clock.move(PENDING_MS)
  await tellOfHalfOpen(portal.app)
  expect([(await told('lumbre')).length, await told('hontanar')]).toEqual([1, ['Firefox en Windows']])
  portal.clock.move(DAY)
  await tellOfHalfOpen(portal.app)
  expect(await told('lumbre')).toEqual(['Firefox en Windows', 'Un programa o navegador desconocido'])
  expect(await told('hontanar')).toEqual(['Firefox en Windows'])
  expect(await waiting()).toBe(0)
})

test('sends nothing to a deleted account, and keeps no pending sign-in for it', async () => {
  portal.clock.move(DAY)
  await half('hontanar', FIREFOX)
  const before = await told('hontanar')
  await portal.app.db
    .updateTable('portal_user')
    .set({ deleted_at: portal.clock.now() })
    .where('email', '=', address('hontanar'))
    .execute()
  portal.clock.move(PENDING_MS)
  await tellOfHalfOpen(portal.app)
  expect(await told('hontanar')).toEqual(before)
  expect(await waiting()).toBe(0)
})
