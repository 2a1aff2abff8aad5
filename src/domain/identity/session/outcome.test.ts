import { describe, expect, test } from 'vitest'
import {
  completesData,
  homeOf,
  isCompleted,
  isPasswordEnding,
  isReachable,
  missingAt,
  nextStep,
  passwordAlive,
} from '#domain/identity/session/outcome.ts'

describe('where sign-in leads', () => {
  test.each([
    ['AUTH-06: no password date, invited', false, 'PENDING', 'change-password', false],
    ['AUTH-06: no password date, no invitation', false, null, 'change-password', false],
    ['AUTH-06: no password date, accepted meanwhile', false, 'ACCEPTED', 'change-password', false],
    ['AUTH-07 AUTH-13: changed, invitation pending', true, 'PENDING', 'mandatory-data', false],
    ['AUTH-07: changed, invitation withdrawn', true, 'REJECTED', 'mandatory-data', false],
    ['AUTH-08: changed, invitation accepted', true, 'ACCEPTED', 'home', true],
    ['AUTH-08 AUTH-14: changed, without invitation', true, null, 'home', true],
  ] as const)('%s', (_title, passwordChanged, invitation, next, completed) => {
    expect(nextStep({ passwordChanged, invitation })).toBe(next)
    expect(isCompleted({ passwordChanged, invitation })).toBe(completed)
    // A required second factor comes after the user's own password and before everything else.
    const lacking = nextStep({ passwordChanged, invitation, secondFactorMissing: true })
    expect(lacking).toBe(passwordChanged ? 'second-factor' : 'change-password')
  })

  test.each([
    ['change-password', false, true],
    ['second-factor', true, false],
    ['mandatory-data', false, false],
    ['home', false, false],
  ] as const)('the step %s corresponds to what is missing', (next, factor, password) => {
    expect(missingAt(next)).toEqual({ secondFactorMissing: factor, passwordMissing: password })
  })

  test.each([
    ['the invited, at its step', 'mandatory-data', 'd', null, true],
    ['the invited after CCI withdrew what was sent', 'mandatory-data', 'd', 'PENDING', true],
    ['ONB-01 ONB-02: a colleague without an invitation, of a draft', 'home', 'd', null, true],
    ['a colleague, once it was sent', 'home', 'd', 'PENDING', false],
    ['a colleague, once it was rejected', 'home', 'd', 'REJECTED', false],
    ['who has no documentation, as CCI', 'home', null, null, false],
    ['who lacks a password', 'change-password', 'd', null, false],
    ['who lacks a second factor', 'second-factor', 'd', null, false],
  ] as const)(
    'the mandatory data are for %s: %s, %s, %s, %s',
    (_who, next, documentationId, documentationStatus, does) => {
      expect(completesData({ next, documentationId, documentationStatus })).toBe(does)
    },
  )

  test('AUTH-08 AUTH-09: home is / for all but CCI, whose home is /provider', () => {
    expect(['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'].map(role => homeOf(role as 'CCI'))).toEqual([
      '/provider',
      '/',
      '/',
      '/',
    ])
  })
})

describe('which passwords open', () => {
  const now = '2026-11-21T10:00:00.000Z'
  test.each([
    ['its own', { living: true, invitation: null, temporaryUntil: null }, true, true],
    ['an invited one', { living: true, invitation: 'PENDING', temporaryUntil: null }, true, true],
    [
      'a one-time one in its days',
      { living: true, invitation: 'PENDING', temporaryUntil: '2026-11-21T10:00:00.001Z' },
      true,
      true,
    ],
    ['a one-time one after them', { living: true, invitation: 'PENDING', temporaryUntil: now }, true, false],
    ['of a withdrawn invitation', { living: true, invitation: 'REJECTED', temporaryUntil: null }, false, false],
    ['of what was deleted', { living: false, invitation: 'ACCEPTED', temporaryUntil: null }, false, false],
  ] as const)('AUTH-01: %s', (_name, account, reachable, alive) => {
    const confirmed = { ...account, awaitsConfirmation: false }
    expect(isReachable(confirmed)).toBe(reachable)
    expect(passwordAlive(confirmed, now)).toBe(alive)
    expect(isReachable({ ...account, awaitsConfirmation: true })).toBe(false)
  })
})

describe('ASVS 6.4.5: users to remind that a one-time password ends', () => {
  const until = '2026-12-05T10:00:00.000Z'
  const confirmed = { living: true, awaitsConfirmation: false }
  const invited = { ...confirmed, invitation: 'PENDING', temporaryUntil: until } as const
  test.each([
    ['none before the last three days', invited, '2026-12-02T09:59:59.999Z', false],
    ['from then on', invited, '2026-12-02T10:00:00.000Z', true],
    ['until it ends', invited, '2026-12-05T09:59:59.999Z', true],
    ['and not after it', invited, until, false],
    ['users without an invitation too', { ...invited, invitation: null }, '2026-12-04T10:00:00.000Z', true],
    ['no user of a withdrawn invitation', { ...invited, invitation: 'REJECTED' }, '2026-12-04T10:00:00.000Z', false],
    ['no deleted user', { ...invited, living: false }, '2026-12-04T10:00:00.000Z', false],
    ['no user with an own password', { ...invited, temporaryUntil: null }, '2026-12-04T10:00:00.000Z', false],
  ] as const)('%s', (_title, account, now, ending) => {
    expect(isPasswordEnding(account, now)).toBe(ending)
  })
})
