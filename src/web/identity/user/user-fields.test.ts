import { expect, test } from 'vitest'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { byUserField, tidyUserField, userChanges, userFieldErrors, userValues } from '#web/identity/user/user-fields.ts'

const user: UserWire = {
  id: '01k79rfa4y7jxmrrgyav89fn8n',
  email: 'ana@proveedor.example',
  roles: ['ROLE_PROVIDER'],
  idGenericEntity: '01k79rfa4y7jxmrrgyav89fn8p',
  nameGenericEntity: 'Cierzo, S.L.',
  status: 'ACCEPTED',
  lastChangePassword: null,
  contactDetails: { name: 'Ana', surNames: '', position: 'Riesgos', tlf: '911234567', email: 'ana@proveedor.example' },
  role: 'PROVIDER',
  isPrincipal: false,
  awaitsConfirmation: false,
  version: 1,
  billingEmail: '',
}
const base = userValues(user)

test('an edit sends changed values, not those that only look changed', () => {
  expect(userChanges(base, base)).toBeNull()
  expect(userChanges(base, { ...base, name: ' Ana ', tlf: '91 123 45 67', email: 'ANA@proveedor.example' })).toBeNull()
  expect(userChanges(base, { ...base, position: 'Compras' })).toEqual({ contactDetails: { position: 'Compras' } })
  expect(userChanges(base, { ...base, billingEmail: 'f@x.example' })).toEqual({ billingEmail: 'f@x.example' })
})

test('FORM-41: a new user is asked for everything, an edited one for what was changed', () => {
  expect(Object.keys(userFieldErrors(null, userValues(null)))).toEqual(['name', 'surNames', 'position', 'tlf', 'email'])
  expect(userFieldErrors(base, base)).toEqual({})
  expect(userFieldErrors(base, { ...base, name: '7' })).toEqual({ name: 'Use solo letras.' })
})

test('shows a refusal of the server under its field, for each call', () => {
  const errors = { 'user.contactDetails.email': 'a', 'contactDetails.tlf': 'b', billingEmail: 'c', role: 'd' }
  expect(byUserField(errors)).toEqual({ email: 'a', tlf: 'b', billingEmail: 'c' })
})

test('a field that is left is brought into one form', () => {
  expect(tidyUserField('tlf', '+34 911 23 45 67')).toBe('+34911234567')
  expect(tidyUserField('tlf', ' 91 ')).toBe('91')
  expect(tidyUserField('email', ' Ana@X.Example ')).toBe('ana@x.example')
  expect(tidyUserField('surNames', ' Gil   Prat ')).toBe('Gil Prat')
})
