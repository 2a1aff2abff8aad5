import { describe, expect, test } from 'vitest'
import type { UserPatch } from '#domain/identity/user/user.ts'
import {
  addressOfNobody,
  calledBy,
  changesPassword,
  decideStatus,
  editRefusal,
  isAddressOpen,
  newUserErrors,
  normaliseContact,
  refusedFields,
  roleFilters,
  seesUsersOf,
  userPatchErrors,
  userRemovalRefusal,
} from '#domain/identity/user/user.ts'

const email = 'ana@proveedor.example'
const settled = { email, isPrincipal: false, lastChangePassword: '2026-11-20T09:00:00.000Z' }

describe('fields of a user that each caller may set', () => {
  const password = { oldPassword: 'a', newPassword: 'b', policyAccepted: true }
  test.each<[string, UserPatch, { self: boolean; role: 'CCI' | 'PROVIDER'; passwordMissing?: boolean }, string[]]>([
    ['its own password', password, { self: true, role: 'PROVIDER' }, []],
    ["another's password, for CCI too", password, { self: false, role: 'CCI' }, Object.keys(password)],
    ['the status, for CCI', { status: 'ACCEPTED' }, { self: false, role: 'CCI' }, []],
    ['the status, for itself', { status: 'ACCEPTED' }, { self: true, role: 'PROVIDER' }, ['status']],
    ['its own status, for CCI', { status: 'ACCEPTED' }, { self: true, role: 'CCI' }, ['status']],
    ['a first password', password, { self: true, role: 'CCI', passwordMissing: true }, []],
    [
      'anything else before it',
      { ...password, contactDetails: { name: 'Ana', tlf: '911234567' }, billingEmail: email },
      { self: true, role: 'PROVIDER', passwordMissing: true },
      ['contactDetails.name', 'contactDetails.tlf', 'billingEmail'],
    ],
    [
      'another address',
      { contactDetails: { email: 'x@y.example' } },
      { self: true, role: 'CCI' },
      ['contactDetails.email'],
    ],
    ['its present address', { contactDetails: { email: ` ${email.toUpperCase()}` } }, { self: true, role: 'CCI' }, []],
    ['data', { contactDetails: { name: 'Ana' }, billingEmail: email }, { self: false, role: 'PROVIDER' }, []],
  ])('API-15 API-28: %s', (_name, patch, caller, refused) => {
    expect(refusedFields(patch, caller, settled)).toEqual(refused)
  })

  test.each([
    ['no password was chosen yet', { lastChangePassword: null }, false, true],
    ['it is an account by now', {}, false, false],
    ['it came by an invitation', { lastChangePassword: null, isPrincipal: true }, false, false],
    ['it is oneself', { lastChangePassword: null }, true, false],
  ])('ERR-06 API-25: another address when %s', (_name, more, self, assertAllowed) => {
    const user = { ...settled, ...more }
    const patch = { contactDetails: { email: 'otra@proveedor.example' } }
    expect(refusedFields(patch, { self, role: 'PROVIDER' }, user)).toEqual(
      assertAllowed ? [] : ['contactDetails.email'],
    )
    expect(isAddressOpen(user)).toBe(assertAllowed || self)
  })

  test('API-15: a change of password is one also when it is incomplete', () => {
    expect(changesPassword({ newPassword: '' })).toBe(true)
    expect(changesPassword({ policyAccepted: false })).toBe(true)
    expect(changesPassword({ billingEmail: email })).toBe(false)
  })
})

test('USR-08: given values are checked, and absent ones are not required', () => {
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
  expect(userPatchErrors({ billingEmail: ' ' })).toEqual({})
  expect(normaliseContact({ name: '  Ana  María ', tlf: '+34 600-10.20 30' })).toEqual({
    name: 'Ana María',
    tlf: '+34600102030',
  })
})

test('USR-07 USR-11 API-28: CCI may accept a user whose documentation it accepted, and no move leads back', () => {
  const centre = { onboarded: true, awaitsConfirmation: false, role: 'CCI' } as const
  expect(decideStatus('PENDING', 'ACCEPTED', centre)).toMatchObject({ ok: true, to: 'ACCEPTED' })
  expect(decideStatus('PENDING', 'ACCEPTED', { ...centre, onboarded: false })).toMatchObject({ reason: 'wrongState' })
  const held = { ...centre, awaitsConfirmation: true }
  expect(decideStatus('PENDING', 'ACCEPTED', held)).toMatchObject({ reason: 'userUnconfirmed' })
  expect(decideStatus('ACCEPTED', 'PENDING', centre)).toMatchObject({ reason: 'wrongState' })
  expect(decideStatus('PENDING', 'ACCEPTED', { ...centre, role: 'PROVIDER' })).toMatchObject({ reason: 'notYourMove' })
})

const whole = { name: 'Íñigo', surNames: "O'Donnell Sainz-Maza", position: 'Riesgos', tlf: '+34 911234567', email }

describe('a user to be made', () => {
  test('FORM-41 USR-08: a new user needs all contact data, and a billing address is optional', () => {
    expect(newUserErrors({ contactDetails: whole })).toEqual({})
    expect(newUserErrors({ contactDetails: whole, billingEmail: '' })).toEqual({})
    expect(Object.keys(newUserErrors({ contactDetails: {} }))).toEqual(
      Object.keys(whole).map(field => `contactDetails.${field}`),
    )
  })

  test.each([
    ['name', ' ', 'No puede estar vacio'],
    ['name', 'R2D2', 'Use solo letras.'],
    ['surNames', 'Gil 3.º', 'Use solo letras.'],
    ['position', '', 'No puede estar vacio'],
    ['tlf', '91 123', 'Número de teléfono erróneo: el formato no es válido.'],
    ['email', 'ana@', 'Correo electrónico no válido'],
  ])('FORM-41: not with %s «%s»', (field, value, message) => {
    expect(newUserErrors({ contactDetails: { ...whole, [field]: value } })).toEqual({
      [`contactDetails.${field}`]: message,
    })
  })

  test('FORM-41: refuses a new user with a wrong billing address', () => {
    expect(newUserErrors({ contactDetails: whole, billingEmail: 'no' })).toEqual({
      billingEmail: 'Correo electrónico no válido',
    })
  })
})

describe('users that an actor sees and manages', () => {
  const principal = {
    userId: 'u1',
    participantId: 'p1',
    role: 'PROVIDER',
    isPrincipal: true,
    completed: true,
    onboarded: true,
  } as const
  const colleague = { ...principal, userId: 'u2', isPrincipal: false }
  const centre = { ...principal, userId: 'u9', participantId: 'p9', role: 'CCI', isPrincipal: false } as const

  test.each([
    [principal, true, false],
    [colleague, true, false],
    [centre, true, true],
  ])('ROLE-42 ROLE-19: %o', (actor, own, others) => {
    expect([seesUsersOf(actor, actor.participantId), seesUsersOf(actor, 'p7')]).toEqual([own, others])
  })

  test.each([
    ['itself', colleague, 'u2', null],
    ['a colleague, as its principal', principal, 'u2', null],
    ['a colleague, as another', colleague, 'u1', 'forbidden'],
    ['anyone, as CCI', centre, 'u1', null],
    ['a colleague, before the first acceptance', { ...principal, onboarded: false }, 'u2', 'forbidden'],
  ])('ROLE-42 ROLE-18: an edit of %s', (_name, actor, id, reason) => {
    expect(editRefusal(actor, { id })).toBe(reason)
  })

  test.each<[string, UserPatch, boolean, string | null]>([
    ['contact data', { contactDetails: { name: 'Ana' } }, true, 'passwordMissing'],
    ['a billing address', { billingEmail: 'ana@empresa.es' }, true, 'passwordMissing'],
    ['a password', { oldPassword: 'a', newPassword: 'b' }, true, null],
    ['nothing', {}, true, null],
    ['contact data', { contactDetails: { name: 'Ana' } }, false, null],
  ])('D7: %s by oneself, with a one-time password: %#', (_what, patch, passwordMissing, reason) => {
    expect(editRefusal({ ...principal, passwordMissing }, { id: 'u1' }, patch)).toBe(reason)
  })

  test.each([
    ['itself', { ...centre }, { id: 'u9', isPrincipal: false }, 'userNotDeletable'],
    ['the principal', centre, { id: 'u1', isPrincipal: true }, 'userNotDeletable'],
    ['a colleague', principal, { id: 'u2', isPrincipal: false }, null],
    ['a principal without access', centre, { id: 'u1', isPrincipal: true, awaitsConfirmation: true }, null],
  ])('ROLE-43 API-27: a deletion of %s', (_name, actor, user, reason) => {
    expect(userRemovalRefusal(actor, { awaitsConfirmation: false, ...user })).toBe(reason)
  })
})

test('LIM-34: the roles that lists are filtered by', () => {
  expect([...roleFilters].sort()).toEqual(['ROLE_AUDIT', 'ROLE_CCI', 'ROLE_ENTITY', 'ROLE_PROVIDER'])
})

test('a user is called by name, or by e-mail without a name', () => {
  const email = 'ana@uno.example'
  expect(calledBy({ name: 'Ana', surnames: 'Ruiz', email })).toBe('Ana Ruiz')
  expect(calledBy({ name: '', surnames: '', email })).toBe(email)
  expect(calledBy({ name: '', surnames: '', email: addressOfNobody('01k7') })).toBe('Un usuario que ya no está')
})
