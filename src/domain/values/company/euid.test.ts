import { expect, test } from 'vitest'
import { countryOfEuid, euidRule, normaliseEuid } from '#domain/values/company/euid.ts'

test.each([
  ['ESRMC.B12345', 'ES'],
  ['DEK1101R.HRB116737', 'DE'],
  ['ELGEMI.001234567000', 'GR'],
  ['es rmc-08005.b 12345', 'ES'],
  ['NONO.987654321', 'NO'],
])('DORA-03: %s is an EUID of %s', (euid, country) => {
  expect(euidRule(euid, country)).toBeNull()
  expect(euidRule(euid, null)).toBeNull()
  expect(countryOfEuid(euid)).toBe(country)
})

test('DORA-03: it is stored in capitals, without spaces', () =>
  expect(normaliseEuid(' es rmc.b 12345 ')).toBe('ESRMC.B12345'))

test.each(['', 'ES', 'ESRMCB12345', 'RMC.B12345', 'ESRMC.', 'ES.B12345', 'GRGEMI.1', 'GBCH.1', 'XXA.1', '12A.1'])(
  'DORA-03: «%s» is no EUID',
  euid => expect(euidRule(euid, null)).toMatch(/^EUID erróneo/),
)

test('DORA-03: its country must be that of the company', () => {
  expect(euidRule('ESRMC.B12345', 'PT')).toBe('EUID erróneo: no es del país de la empresa.')
  expect(euidRule('ELGEMI.1', 'GR')).toBeNull()
})
