import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#server/passwords.ts'

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

test('S5: without an account the same work is done, and nothing is right', async () => {
  const stored = await hashPassword('Almotacen.2026')
  const time = async (against: string | null) => {
    const started = performance.now()
    await verifyPassword(against, 'Equivocada.1')
    return performance.now() - started
  }
  // In turn, and the quickest of each: whatever else the machine does only makes some of them slower.
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round++) {
    known.push(await time(stored))
    unknown.push(await time(null))
  }
  expect(await verifyPassword(null, 'almotacen-decoy')).toBe(false)
  // Without the work it would take a thousandth.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 4)
})
