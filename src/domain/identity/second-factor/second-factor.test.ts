import { expect, test } from 'vitest'
import {
  factorRemovalRefusal,
  hasFactor,
  isHalfOpenTold,
  isRecentlyAuthenticated,
  normaliseRecoveryCode,
  normaliseTotpCode,
  RECOVERY_ALPHABET,
  RECOVERY_LENGTH,
  recoveryCodeText,
  worthTelling,
} from '#domain/identity/second-factor/second-factor.ts'

test('a recovery code has at least 128 bits, and is the same however it is copied', () => {
  expect(Math.log2(new Set(RECOVERY_ALPHABET).size ** RECOVERY_LENGTH)).toBeGreaterThanOrEqual(128)
  const code = '0123456789abcdefghjkmnpqrs'
  expect(recoveryCodeText(code)).toBe('012345-6789ab-cdefgh-jkmnpq-rs')
  expect(normaliseRecoveryCode(recoveryCodeText(code))).toBe(code)
  expect(normaliseRecoveryCode(' O1Z345 6789AB–cdefgh jkmnpq rs\n')).toBe('01z3456789abcdefghjkmnpqrs')
  expect(normaliseRecoveryCode('iIlL-oO')).toBe('111100')
})

test('a code of an app is the same however it is grouped', () => {
  expect(normaliseTotpCode(' 123 456 ')).toBe('123456')
})

test('credentials may be changed for ten minutes after signing in', () => {
  const at = '2026-11-21T09:00:00.000Z'
  expect(isRecentlyAuthenticated(at, '2026-11-21T09:10:00.000Z')).toBe(true)
  expect(isRecentlyAuthenticated(at, '2026-11-21T09:10:00.001Z')).toBe(false)
  expect(isRecentlyAuthenticated(null, at)).toBe(false)
})

test('a user who must have a factor keeps the last one, any other may remove it', () => {
  expect(hasFactor({ totp: false, passkeys: 0 })).toBe(false)
  expect(hasFactor({ totp: false, passkeys: 1 })).toBe(true)
  for (const only of [
    { totp: true, passkeys: 0 },
    { totp: false, passkeys: 1 },
  ]) {
    expect(factorRemovalRefusal(only, true)).toBe('secondFactorRequired')
    expect(factorRemovalRefusal(only, false)).toBeNull()
  }
  expect(factorRemovalRefusal({ totp: true, passkeys: 1 }, true)).toBeNull()
  expect(factorRemovalRefusal({ totp: false, passkeys: 2 }, true)).toBeNull()
})

test('reports at most one half-open sign-in a day, unknown devices first', () => {
  const own = { id: 'own', knownDevice: true, finishedThere: false }
  const finished = { id: 'finished', knownDevice: true, finishedThere: true }
  const strange = { id: 'strange', knownDevice: false, finishedThere: false }
  expect(worthTelling([])).toBeNull()
  expect(worthTelling([finished])).toBeNull()
  expect(worthTelling([finished, own])).toBe(own)
  expect(worthTelling([own, finished, strange, { ...strange, id: 'later' }])).toBe(strange)
  const at = '2026-11-21T09:00:00.000Z'
  expect(isHalfOpenTold(null, at)).toBe(false)
  expect(isHalfOpenTold(at, '2026-11-22T08:59:59.999Z')).toBe(true)
  expect(isHalfOpenTold(at, '2026-11-22T09:00:00.000Z')).toBe(false)
})
