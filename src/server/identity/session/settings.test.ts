import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '#domain/identity/session/contract.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre', environment: { PASSWORD_POLICY: 'nist' } })
})
afterAll(() => portal.stop())

test('D42: a caller without a session gets the password policy and only public settings', async () => {
  const { status, body } = await portal.anonymous.call(readSettings)
  expect(status).toBe(200)
  expect(body).toEqual({
    productName: 'Almotacén',
    englishPolicy: false,
    maxFileBytes: 25 * 1024 * 1024,
    passwordPolicy: 'nist',
    cifRule: 'agencia-tributaria',
    signOn: [],
  })
})
