import { describe, expect, test } from 'vitest'
import type { Identity } from '#domain/identity/single-sign-on/single-sign-on.ts'
import {
  noAccess,
  SIGNATURES,
  saysMultiFactor,
  verifiedEmailOf,
} from '#domain/identity/single-sign-on/single-sign-on.ts'

const NOW = '2026-11-21T09:00:00.000Z'
const identity = (more: Partial<Identity>): Identity => ({
  issuer: 'https://banco.example',
  subject: 's1',
  email: 'ana@banco.example',
  emailVerified: true,
  domainOwnerVerified: undefined,
  acr: undefined,
  amr: undefined,
  ...more,
})

describe('the verified e-mail', () => {
  test('FORM-02: is compared as every e-mail of the portal', () => {
    expect(verifiedEmailOf(identity({ email: 'Ana@Banco.Example' }))).toEqual({ email: 'ana@banco.example' })
  })

  test.each([
    ['not verified', { emailVerified: false }],
    ['not said to be verified', { emailVerified: undefined }],
    ['verified as a word', { emailVerified: 'true' }],
    ['verified as a number', { emailVerified: 1 }],
    ['none', { email: undefined }],
    ['several', { email: ['ana@banco.example'] }],
    ['no e-mail', { email: 'ana' }],
    ['empty', { email: '' }],
    ['with a space before it', { email: ' ana@banco.example' }],
    ['with a space after it', { email: 'ana@banco.example ' }],
    ['with a line end', { email: 'ana@banco.example\n' }],
  ])('is none when it is %s', (_what, more) => {
    expect(verifiedEmailOf(identity(more))).toHaveProperty('unusable.why', 'not-verified')
  })

  // U+212A lowercases to an ASCII k, and `españa.es` is stored as `xn--espaa-rta.es`.
  test.each(['an\u212a@banco.example', 'ana@ban\u212ao.example', 'íñigo@banco.example', 'ana@españa.es'])(
    'is none when it has letters outside ASCII, and says so: %s',
    email => {
      const unusable = { why: 'letters-outside-ascii', claim: 'email' }
      for (const trusted of [false, true]) expect(verifiedEmailOf(identity({ email }), trusted)).toEqual({ unusable })
      expect(verifiedEmailOf(identity({ email, emailVerified: false }))).toMatchObject({
        unusable: { why: 'not-verified', claim: 'email_verified' },
      })
    },
  )

  test.each([
    [undefined, undefined, false, 'email_verified'],
    [undefined, undefined, true, null],
    [undefined, true, false, null],
    [undefined, '1', false, null],
    [undefined, false, true, 'xms_edov'],
    [undefined, '0', true, 'xms_edov'],
    [true, false, false, 'xms_edov'],
    [false, undefined, true, 'email_verified'],
    [false, true, true, 'email_verified'],
    ['true', undefined, true, 'email_verified'],
    [null, undefined, true, 'email_verified'],
  ])(
    'with email_verified %s, xms_edov %s and a provider trusted %s: refused for %s',
    (emailVerified, edov, trusted, claim) => {
      const read = verifiedEmailOf(identity({ emailVerified, domainOwnerVerified: edov }), trusted)
      const email = 'ana@banco.example'
      expect(read).toEqual(claim === null ? { email } : { unusable: { why: 'not-verified', claim } })
    },
  )

  test('a trusted provider must send an e-mail all the same', () => {
    const refused = { unusable: { why: 'not-verified', claim: 'email' } }
    for (const email of [undefined, 'ana', 'ana@banco.example ']) {
      expect(verifiedEmailOf(identity({ email, emailVerified: undefined }), true)).toEqual(refused)
    }
  })
})

test('several factors are what the provider calls so, not what looks like it', () => {
  for (const said of [{ amr: ['mfa'] }, { amr: ['pwd', 'mfa'] }, { acr: 'https://refeds.org/profile/mfa' }]) {
    expect(saysMultiFactor(identity(said))).toBe(true)
  }
  for (const said of [
    {},
    { amr: ['pwd', 'otp'] },
    { amr: 'mfa' },
    { acr: '0' },
    { acr: ['mfa'] },
    { amr: { 0: 'mfa' } },
  ]) {
    expect(saysMultiFactor(identity(said))).toBe(false)
  }
})

test('a signature is by a key that only the provider has', () => {
  expect(SIGNATURES.filter(name => name === 'none' || name.startsWith('HS'))).toEqual([])
})

describe('an identity opens the account of its e-mail', () => {
  const account = { id: 'u1', living: true, invitation: null, awaitsConfirmation: false, temporaryUntil: null }
  const free = { userId: null, subject: null }

  test('D7 D50: when a password would open it', () => {
    expect(noAccess('s1', account, free, NOW)).toBeNull()
    expect(noAccess('s1', { ...account, living: false }, free, NOW)).toBe('account-closed')
    expect(noAccess('s1', { ...account, awaitsConfirmation: true }, free, NOW)).toBe('account-closed')
    expect(noAccess('s1', { ...account, invitation: 'REJECTED' }, free, NOW)).toBe('account-closed')
    expect(noAccess('s1', { ...account, invitation: 'PENDING' }, free, NOW)).toBeNull()
    expect(noAccess('s1', { ...account, temporaryUntil: NOW }, free, NOW)).toBe('account-closed')
    expect(noAccess('s1', { ...account, temporaryUntil: '2026-11-21T09:00:00.001Z' }, free, NOW)).toBeNull()
  })

  test('and when neither is bound to another', () => {
    expect(noAccess('s1', account, { userId: 'u1', subject: 's1' }, NOW)).toBeNull()
    expect(noAccess('s1', account, { userId: 'u2', subject: null }, NOW)).toBe('identity-of-another')
    expect(noAccess('s1', account, { userId: null, subject: 's2' }, NOW)).toBe('account-of-another')
    expect(noAccess('s1', account, { userId: 'u2', subject: 's2' }, NOW)).toBe('identity-of-another')
  })
})
