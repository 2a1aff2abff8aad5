import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateChallenge } from '@simplewebauthn/server/helpers'
import { expect, test } from 'vitest'
import { loadSecretKey } from '#server/platform/secrets/key-files.ts'
import { newNonce, newToken, sameSecret, secretsFrom } from '#server/platform/secrets/secrets.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

/** The largest deviation from one half of the frequency of any bit: large if the bits are not random. */
function skew(values: readonly Buffer[]): number {
  const bits = values[0]!.length * 8
  const worst = Array.from({ length: bits }, (_, bit) => {
    const set = values.filter(value => value[bit >> 3]! & (1 << (bit & 7))).length
    return Math.abs(set / values.length - 0.5)
  })
  return Math.max(...worst)
}

test('ASVS 7.2.3 11.5.1: ten thousand tokens of 256 bits, no two alike, no bit that leans', () => {
  const tokens = Array.from({ length: 10_000 }, newToken)
  expect(new Set(tokens).size).toBe(10_000)
  const bytes = tokens.map(token => Buffer.from(token, 'base64url'))
  expect(new Set(bytes.map(({ length }) => length))).toEqual(new Set([32]))
  // Six standard deviations of a fair coin over ten thousand tosses.
  expect(skew(bytes)).toBeLessThan(0.03)
  const nonces = Array.from({ length: 10_000 }, newNonce)
  expect(new Set(nonces).size).toBe(10_000)
  expect(nonces[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('ASVS 11.5.2: asked for by a thousand at once, nothing random comes twice', async () => {
  const codes = await Promise.all(Array.from({ length: 1000 }, async () => [newToken(), newNonce()]))
  expect(new Set(codes.flat()).size).toBe(codes.flat().length)
})

test('ASVS 6.7.2: ten thousand challenges of passkeys, none twice, each of at least 64 bits', async () => {
  const challenges = await Promise.all(Array.from({ length: 10_000 }, () => generateChallenge()))
  expect(new Set(challenges.map(each => Buffer.from(each).toString('hex'))).size).toBe(10_000)
  expect(Math.min(...challenges.map(({ length }) => length * 8))).toBeGreaterThanOrEqual(128)
})

test('S7: mailed secrets have at least 128 bits, and each purpose and nonce has its own', () => {
  const { derive } = secretsFrom('x'.repeat(64))
  const codes = Array.from({ length: 10_000 }, (_, i) => derive('reset-code', `${i}`))
  expect(new Set(codes).size).toBe(10_000)
  for (const [purpose, length] of [
    ['one-time-password', 22],
    ['reset-code', 32],
    ['csrf', 32],
  ] as const) {
    expect(derive(purpose, 'n')).toHaveLength(length)
    expect(length * Math.log2(57)).toBeGreaterThanOrEqual(128)
  }
  expect(derive('csrf', 'n')).not.toBe(derive('reset-code', 'n'))
  expect(secretsFrom('y'.repeat(64)).derive('csrf', 'n')).not.toBe(derive('csrf', 'n'))
})

test('ASVS 11.2.4: secrets are the same or not, whatever their lengths', () => {
  expect([sameSecret('a', 'a'), sameSecret('a', 'b'), sameSecret('a', ''), sameSecret('', '')]).toEqual([
    ...[true, false, false, true],
  ])
})

test('ASVS 13.3.2: the key of the installation is 256 random bits that only the portal may read, made once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secret-'))
  const keys = await Promise.all(Array.from({ length: 20 }, () => loadSecretKey(folder, null)))
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
  await writeFile(join(folder, 'other'), 'x', { mode: 0o666 })
  expect(await loadSecretKey(folder, 'given'.repeat(8))).toBe('given'.repeat(8))
  await rm(folder, { recursive: true })
})

test('a key that only its owner may read is not touched, and one that cannot be read is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secret-'))
  await loadSecretKey(folder, null)
  const path = join(folder, 'secret')
  // A user who may read a file is not always allowed to change its mode.
  const { ctimeNs } = await stat(path, { bigint: true })
  await loadSecretKey(folder, null)
  expect((await stat(path, { bigint: true })).ctimeNs).toBe(ctimeNs)
  await chmod(path, 0o644)
  await loadSecretKey(folder, null)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await rm(path)
  await mkdir(path)
  await expect(loadSecretKey(folder, null)).rejects.toThrow(
    new SettingsError(
      `The key of the portal, ${path}, cannot be read (EISDIR). It must be a file of the user that runs the portal: chown and chmod 600.`,
    ),
  )
  await rm(folder, { recursive: true })
})

test('AUTH-32: blinded values are distinct, and stay the same while an earlier key is known', () => {
  const [old, both, fresh] = [secretsFrom('antes'), secretsFrom('ahora', 'antes'), secretsFrom('ahora')]
  // So that servers share their counts when only one of them has the new key yet.
  expect(both.blind('nadie@x.example')).toBe(old.blind('nadie@x.example'))
  expect(fresh.blind('nadie@x.example')).not.toBe(old.blind('nadie@x.example'))
  expect(old.blind('otra@x.example')).not.toBe(old.blind('nadie@x.example'))
  expect(old.blind('nadie@x.example')).toMatch(/^[0-9a-f]{64}$/)
})
