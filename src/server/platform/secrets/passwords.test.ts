import { expect, test } from 'vitest'
import { hashOneTimePassword, hashPassword, verifyPassword } from '#server/platform/secrets/passwords.ts'
import { processorMsUntil } from '#test/support/processor-time.ts'

test('ASVS 11.4.2 11.4.4: argon2id with 19 MiB, two passes and a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('Almotacen.2026'), hashPassword('Almotacen.2026')])
  expect(one).not.toBe(other)
  const [, kind, version, cost, salt, hash] = one.split('$')
  expect([kind, version]).toEqual(['argon2id', 'v=19'])
  const { m, t, p } = Object.fromEntries(cost!.split(',').map(each => each.split('='))) as Record<string, string>
  expect(Number(m)).toBeGreaterThanOrEqual(19_456)
  expect(Number(t)).toBeGreaterThanOrEqual(2)
  expect(Number(p)).toBe(1)
  expect(Buffer.from(salt!, 'base64').length).toBeGreaterThanOrEqual(16)
  expect(Buffer.from(hash!, 'base64').length).toBeGreaterThanOrEqual(32)
})

test('ASVS 6.2.8: a password is compared as it was typed, to the last sign', async () => {
  const typed = `Ñandú  .2026${'x'.repeat(80)}\u0000\u0301`
  const stored = await hashPassword(typed)
  expect(await verifyPassword(stored, typed)).toBe(true)
  const near = [
    typed.toLowerCase(),
    ` ${typed}`,
    `${typed} `,
    typed.normalize('NFD'),
    typed.slice(0, 72),
    typed.slice(0, -1),
  ]
  for (const other of near) expect(await verifyPassword(stored, other), other).toBe(false)
})

test('a one-time password is compared as a chosen one, and neither passes for the other', async () => {
  const made = 'f7XkPq2vR9sTw4mNz8aBcd'
  const stored = await hashOneTimePassword(made)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  expect(await hashOneTimePassword(made)).not.toBe(stored)
  expect(await verifyPassword(stored, made)).toBe(true)
  for (const other of [made.toLowerCase(), `${made} `, 'almotacen-decoy', '']) {
    expect(await verifyPassword(stored, other), other).toBe(false)
  }
  expect(await verifyPassword(await hashPassword(made), made)).toBe(true)
  expect(await verifyPassword(await hashPassword('Almotacen.2026'), 'almotacen-decoy')).toBe(false)
})

test('S5: without an account the same work is done, with a one-time password too, and nothing is right', async () => {
  const hashes = {
    chosen: await hashPassword('Almotacen.2026'),
    made: await hashOneTimePassword('f7XkPq2vR9sTw4mNz8aBcd'),
    none: null,
  }
  const costOf = (against: string | null) => processorMsUntil(() => verifyPassword(against, 'Equivocada.1'))
  const quickest = { chosen: Infinity, made: Infinity, none: Infinity }
  for (let round = 0; round < 5; round++) {
    for (const [kind, hash] of Object.entries(hashes)) {
      quickest[kind as keyof typeof quickest] = Math.min(quickest[kind as keyof typeof quickest], await costOf(hash))
    }
  }
  expect(await verifyPassword(null, 'almotacen-decoy')).toBe(false)
  // Without the hashing work it would take a thousandth.
  expect(quickest.none).toBeGreaterThan(quickest.chosen / 4)
  expect(quickest.made).toBeGreaterThan(quickest.chosen / 4)
})
