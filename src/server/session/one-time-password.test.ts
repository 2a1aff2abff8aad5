import { expect, test } from 'vitest'
import { verifyPassword } from '#server/passwords.ts'
import type { Portal } from '#server/portal.ts'
import { newOneTimePasswords } from '#server/session/one-time-password.ts'

test('D28: who signs in while a preload makes its passwords waits behind a few of them and not behind all', async () => {
  let begun = 0
  const secrets = { newNonce: () => String(++begun), derive: (_purpose: string, nonce: string) => nonce }
  const many = newOneTimePasswords({ secrets } as unknown as Portal, 40)
  await verifyPassword(null, 'Almotacen.2026')
  expect(begun).toBeLessThan(10)
  const made = await many
  expect(new Set(made.map(({ nonce }) => nonce)).size).toBe(40)
  expect(new Set(made.map(({ hash }) => hash)).size).toBe(40)
})
