import { describe, expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpKey } from '#server/identity/second-factor/totp.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'

const rfc = Buffer.from('12345678901234567890')
const instant = (seconds: number) => new Date(seconds * 1000).toISOString()

describe('codes of authenticator apps', () => {
  // The last six of the eight digits in RFC 6238, appendix B.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('RFC 6238: at %i s the code is %s', (seconds, code) => {
    expect(stepOfCode(rfc, code, instant(seconds))).toBe(Math.floor(seconds / 30))
  })

  test('RFC 6238: one step early or late is taken, two are not', () => {
    const step = Math.floor(1111111109 / 30)
    const at = (steps: number) => stepOfCode(rfc, '081804', instant((step + steps) * 30))
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null])
  })

  test.each(['', '28708', '2870820', '28708a', '٢٨٧٠٨٢', '+28708', '2870.2', '0x1234'])('%j is no code', code =>
    expect(stepOfCode(rfc, code, instant(59))).toBeNull(),
  )

  test('an app gets the secret with the name of the portal and the account', () => {
    const { secret, uri } = totpKey(rfc, { issuer: 'Almotacén', account: 'ana@x.example' })
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const url = new URL(uri)
    expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(url.pathname)).toBe('/Almotacén:ana@x.example')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      secret,
      issuer: 'Almotacén',
      digits: '6',
      period: '30',
    })
  })

  test('secrets have 160 random bits', () => {
    const drawn = new Set(Array.from({ length: 1000 }, () => Buffer.from(newTotpSecret()).toString('hex')))
    expect(drawn.size).toBe(1000)
    expect([...drawn][0]).toHaveLength(40)
  })
})

describe('sealed secrets', () => {
  const { seal, unseal, derive } = secretsFrom('a key of this installation, at least 32 long')

  test('D39: sealed data open for their owner, and no two seals are equal', () => {
    const [one, two] = [seal('totp', 'ana', rfc), seal('totp', 'ana', rfc)]
    expect(one).not.toBe(two)
    for (const sealed of [one, two]) {
      expect(Buffer.from(unseal('totp', 'ana', sealed))).toEqual(rfc)
      expect(sealed).not.toContain(rfc.toString('base64url'))
    }
  })

  test('D39: opens only for its user, with its key and unaltered', () => {
    const sealed = seal('totp', 'ana', rfc)
    expect(() => unseal('totp', 'eva', sealed)).toThrow()
    expect(() => secretsFrom('another key, which is as long as the first').unseal('totp', 'ana', sealed)).toThrow()
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1
      expect(() => unseal('totp', 'ana', `v1.${changed.toString('base64url')}`)).toThrow()
    }
    for (const other of ['', 'v1.', 'v2.x', sealed.slice(0, 20), sealed.slice(1)]) {
      expect(() => unseal('totp', 'ana', other)).toThrow()
    }
    expect(derive('csrf', 'ana')).not.toContain(sealed)
  })
})
