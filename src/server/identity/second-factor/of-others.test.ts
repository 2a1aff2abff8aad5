import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmTotp, readSecondFactor, startTotp } from '#domain/identity/second-factor/contract.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { appOf } from '#test/support/totp.ts'
import { twoSteps } from '#test/support/two-steps.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

const { enrolled, firstStep, prove } = twoSteps(() => portal)

test('AUTH-01: two users with an app sign in at the same moment, each only with its own code', async () => {
  const one = await enrolled('proveedor')
  const other = await enrolled('entidad')
  const [ofOne, ofOther] = [await firstStep('proveedor'), await firstStep('entidad')]
  // Another user's first app ends only that user's other sessions.
  await enrolled('hontanar')
  expect((await prove(ofOne, { code: other.app() })).problem.code).toBe('codeWrong')
  expect((await prove(ofOther, { code: one.app() })).problem.code).toBe('codeWrong')
  expect((await prove(ofOne, { code: one.app() })).body).toMatchObject({ userId: one.caller.me.userId })
  expect((await prove(ofOther, { code: other.app() })).body).toMatchObject({ userId: other.caller.me.userId })
})

test('AUTH-01: two users who set up an app at the same time confirm their own', async () => {
  const callers = await Promise.all(['lumbre', 'cantera'].map(name => portal.signIn(`${name}@almotacen.example`)))
  const apps = []
  for (const caller of callers) apps.push(appOf(portal, (await caller.call(startTotp)).body.secret))
  // Started in reverse order: the query returns the earliest first.
  for (const [index, caller] of [...callers.entries()].toReversed()) {
    expect((await caller.call(confirmTotp, { body: { code: apps[index]!() } })).status).toBe(200)
  }
})

test('AUTH-01: recovery codes are their owner’s alone', async () => {
  portal.clock.move(60_000)
  const one = await enrolled('evaluador')
  const other = await enrolled('arcadio')
  expect((await one.caller.call(readSecondFactor)).body.recoveryCodesLeft).toBe(one.codes.length)
  const key = { id: '0'.repeat(26), name: 'Llave', credential_id: 'una', public_key: 'una', counter: 0, transports: [] }
  const kept = { ...key, user_id: one.caller.me.userId, created_at: portal.clock.now() }
  await portal.app.db.insertInto('passkey').values(kept).execute()
  const nobody = await portal.signIn('somport@almotacen.example')
  expect((await nobody.call(readSecondFactor)).body).toMatchObject({ totp: null, passkeys: [], recoveryCodesLeft: 0 })
  const pending = await firstStep('evaluador')
  expect((await prove(pending, { recoveryCode: other.codes[0] })).problem.code).toBe('codeWrong')
  expect((await prove(pending, { recoveryCode: one.codes[0] })).status).toBe(200)
  expect((await prove(await firstStep('arcadio'), { recoveryCode: other.codes[0] })).status).toBe(200)
})
