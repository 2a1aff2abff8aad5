import { expect, test } from 'vitest'
import { verifyPassword } from '#server/passwords.ts'
import type { Portal } from '#server/portal.ts'
import { secretsFrom } from '#server/secrets.ts'
import { newOneTimePassword } from '#server/session/one-time-password.ts'

const secrets = secretsFrom('k'.repeat(40))
const portal = { secrets } as unknown as Portal

test('D28: 500 for a preload are all different, open with what is mailed, and cost less than ten chosen ones', async () => {
  const time = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  const made: { nonce: string; hash: string }[] = []
  const preload = await time(async () => {
    while (made.length < 500) made.push(await newOneTimePassword(portal))
  })
  const chosen = await time(async () => {
    for (let n = 0; n < 10; n++) await verifyPassword(null, 'Almotacen.2026')
  })
  expect(preload).toBeLessThan(chosen)
  expect(new Set(made.map(({ nonce }) => nonce)).size).toBe(500)
  expect(new Set(made.map(({ hash }) => hash)).size).toBe(500)
  const { nonce, hash } = made[499]!
  expect(await verifyPassword(hash, secrets.derive('one-time-password', nonce))).toBe(true)
  expect(await verifyPassword(hash, secrets.derive('one-time-password', made[0]!.nonce))).toBe(false)
})
