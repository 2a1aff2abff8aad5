import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addPasskey,
  askPasskey,
  enrolPasskeyOptions,
  readSecondFactor,
  removePasskey,
} from '#domain/identity/second-factor/contract.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { softAuthenticator } from '#test/support/authenticator.ts'
import { address } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { forgetFactors, HOME, twoSteps } from '#test/support/two-steps.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())
beforeEach(() => forgetFactors(portal))

const { enrolKey, enter, firstStep, prove } = twoSteps(() => portal)

describe('passkeys', () => {
  test('a passkey is added, listed by name, and opens the second step', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const { key, answer } = await enrolKey(caller)
    expect(answer.body.recoveryCodes).toHaveLength(10)
    const { body } = await caller.call(readSecondFactor)
    expect(body.passkeys).toEqual([
      { id: expect.any(String), name: 'Llave azul', createdAt: portal.clock.now(), lastUsedAt: null },
    ])
    const first = (await enter('proveedor')).body
    expect(first.methods).toEqual(['passkey', 'recovery'])
    const { body: options } = await portal.anonymous.call(askPasskey, { body: { pending: first.pending } })
    expect(options).toMatchObject({ rpId: 'portal.example', allowCredentials: [{ id: key.id }] })
    expect((await prove(first.pending, { passkey: key.sign(options) })).status).toBe(200)
    expect((await caller.call(readSecondFactor)).body.passkeys[0].lastUsedAt).toBe(portal.clock.now())
  })

  test('the relying party comes from PUBLIC_URL, whatever the request says', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const { body } = await caller.call(enrolPasskeyOptions, {
      headers: { 'x-forwarded-host': 'malo.example', origin: 'https://malo.example' },
    })
    expect(body.rp).toEqual({ id: 'portal.example', name: 'Almotacén' })
    expect(body.challenge).toMatch(/^[\w-]{43}$/)
    expect(body.user).toMatchObject({ name: address('proveedor') })
  })

  test('refuses a passkey of another site, purpose or key, and keeps none of it', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const colleague = await portal.signIn(address('lumbre'))
    const key = softAuthenticator(HOME)
    const options = async (who = caller) => (await who.call(enrolPasskeyOptions)).body
    const add = (passkey: object, who = caller) => who.call(addPasskey, { body: { name: 'Llave', passkey } })
    const wrong = [
      key.register(await options(), { origin: 'https://malo.example' }),
      key.register(await options(), { rpId: 'malo.example' }),
      key.register(await options(), { challenge: 'A'.repeat(43) }),
      key.register(await options(colleague)),
      {},
      { id: 7, response: 'x' },
    ]
    for (const passkey of wrong)
      expect((await add(passkey)).problem).toMatchObject({ status: 403, code: 'passkeyWrong' })
    const late = key.register(await options())
    portal.clock.move(5 * MINUTE)
    expect((await add(late)).problem.code).toBe('passkeyWrong')
    expect(await portal.app.db.selectFrom('passkey').selectAll().execute()).toEqual([])
    const right = key.register(await options())
    expect((await add(right)).status).toBe(200)
    // Its challenge is consumed, and the key is registered.
    expect((await add(right)).problem.code).toBe('passkeyWrong')
    expect((await add(key.register(await options(colleague)), colleague)).problem.code).toBe('passkeyExists')
  })

  test('a challenge is signed once, for its own sign-in and with a count that grows', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const { key } = await enrolKey(caller)
    const other = softAuthenticator(HOME)
    const fresh = async () => {
      await portal.app.db.deleteFrom('sign_in_attempt').execute()
      const pending = await firstStep('proveedor')
      return { pending, options: (await portal.anonymous.call(askPasskey, { body: { pending } })).body }
    }
    const one = await fresh()
    const signed = key.sign(one.options)
    expect((await prove((await fresh()).pending, { passkey: signed })).problem.code).toBe('passkeyWrong')
    expect((await prove(one.pending, { passkey: signed })).status).toBe(200)
    const two = await fresh()
    expect((await prove(two.pending, { passkey: signed })).problem.code).toBe('passkeyWrong')
    for (const passkey of [
      other.sign(two.options),
      { ...other.sign(two.options), id: key.id, rawId: key.id },
      key.sign(two.options, { origin: 'https://malo.example' }),
    ]) {
      expect((await prove((await fresh()).pending, { passkey })).problem.code).toBe('passkeyWrong')
    }
    const copied = await fresh()
    key.rewind(0)
    expect((await prove(copied.pending, { passkey: key.sign(copied.options) })).problem.code).toBe('passkeyWrong')
    key.rewind(50)
    const last = await fresh()
    const again = key.sign(last.options)
    const both = await Promise.all([prove(last.pending, { passkey: again }), prove(last.pending, { passkey: again })])
    expect(both.filter(answer => answer.status === 200)).toHaveLength(1)
  })

  test('only its owner removes a passkey', async () => {
    const caller = await portal.signIn(address('proveedor'))
    await enrolKey(caller)
    const [{ id }] = (await caller.call(readSecondFactor)).body.passkeys
    const colleague = await portal.signIn(address('proveedor2'))
    expect((await colleague.call(removePasskey, { params: { id } })).status).toBe(404)
    expect((await caller.call(removePasskey, { params: { id } })).status).toBe(204)
    expect((await enter('proveedor')).headers.get('authorization')).not.toBeNull()
  })
})
