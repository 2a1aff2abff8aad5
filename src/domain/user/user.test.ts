import { describe, expect, test } from 'vitest'
import type { UserPatch } from '#domain/user/user.ts'
import { changesPassword, decideStatus, normaliseContact, refusedFields, userPatchErrors } from '#domain/user/user.ts'

const email = 'ana@proveedor.example'

describe('who may set what of a user', () => {
  const password = { oldPassword: 'a', newPassword: 'b', policyAccepted: true }
  test.each<[string, UserPatch, { self: boolean; role: 'CCI' | 'PROVIDER' }, string[]]>([
    ['its own password', password, { self: true, role: 'PROVIDER' }, []],
    ["another's password, for CCI too", password, { self: false, role: 'CCI' }, Object.keys(password)],
    ['the status, for CCI', { status: 'ACCEPTED' }, { self: false, role: 'CCI' }, []],
    ['the status, for itself', { status: 'ACCEPTED' }, { self: true, role: 'PROVIDER' }, ['status']],
    [
      'another address',
      { contactDetails: { email: 'x@y.example' } },
      { self: true, role: 'CCI' },
      ['contactDetails.email'],
    ],
    ['its present address', { contactDetails: { email: ` ${email.toUpperCase()}` } }, { self: true, role: 'CCI' }, []],
    ['data', { contactDetails: { name: 'Ana' }, billingEmail: email }, { self: false, role: 'PROVIDER' }, []],
  ])('API-15 API-28: %s', (_name, patch, caller, refused) => {
    expect(refusedFields(patch, caller, email)).toEqual(refused)
  })

  test('API-15: a change of password is one also when it is incomplete', () => {
    expect(changesPassword({ newPassword: '' })).toBe(true)
    expect(changesPassword({ policyAccepted: false })).toBe(true)
    expect(changesPassword({ billingEmail: email })).toBe(false)
  })
})

test('USR-08: what is given is checked, what is absent is not asked for', () => {
  expect(userPatchErrors({})).toEqual({})
  expect(userPatchErrors({ contactDetails: { name: "Núria d'Abadal", tlf: '+34 600 10 20 30' } })).toEqual({})
  expect(
    Object.keys(
      userPatchErrors({ contactDetails: { name: ' ', surNames: 'R2', position: '', tlf: '12' }, billingEmail: 'no' }),
    ),
  ).toEqual([
    'contactDetails.name',
    'contactDetails.surNames',
    'contactDetails.position',
    'contactDetails.tlf',
    'billingEmail',
  ])
  expect(normaliseContact({ name: '  Ana  María ', tlf: '+34 600-10.20 30' })).toEqual({
    name: 'Ana María',
    tlf: '+34600102030',
  })
})

test('USR-07 USR-11 API-28: CCI may accept a user whose documentation it accepted, and nothing leads back', () => {
  const centre = { onboarded: true, role: 'CCI' } as const
  expect(decideStatus('PENDING', 'ACCEPTED', centre)).toMatchObject({ ok: true, to: 'ACCEPTED' })
  expect(decideStatus('PENDING', 'ACCEPTED', { ...centre, onboarded: false })).toMatchObject({ reason: 'wrongState' })
  expect(decideStatus('ACCEPTED', 'PENDING', centre)).toMatchObject({ reason: 'wrongState' })
  expect(decideStatus('PENDING', 'ACCEPTED', { ...centre, role: 'PROVIDER' })).toMatchObject({ reason: 'notYourMove' })
})
