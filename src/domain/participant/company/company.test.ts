import { expect, test } from 'vitest'
import type { RegisterIdentity } from '#domain/participant/company/company.ts'
import {
  codeErrors,
  companyCodeOf,
  identityErrors,
  isSameCompany,
  normaliseCodes,
} from '#domain/participant/company/company.ts'
import { completenessOf, factsCompleteness, identityCompleteness } from '#domain/participant/company/completeness.ts'
import type { ServiceFacts } from '#domain/participant/company/service-facts.ts'
import { factsErrors, noFacts } from '#domain/participant/company/service-facts.ts'
import { normaliseCountries } from '#domain/record/field.ts'

const LEI = '5493006QMFDDMYWIAM13'
const EUID = 'ESRMC.B12345'
const identity = (more: Partial<RegisterIdentity> = {}): RegisterIdentity => ({
  lei: null,
  leiRenewalOn: null,
  euid: null,
  otherCode: null,
  otherCodeType: null,
  personType: 'LEGAL',
  country: 'ES',
  latinName: '',
  ...more,
})
const passport = { otherCode: 'PAA123456', otherCodeType: 'PNR' } as const

test.each([
  ['its LEI before its EUID', { lei: LEI, euid: EUID }, { code: LEI, type: 'LEI' }],
  ['its EUID without a LEI', { euid: EUID }, { code: EUID, type: 'EUID' }],
  ['nothing else of a legal person', passport, null],
  ['another code of an individual', { ...passport, personType: 'INDIVIDUAL' }, { code: 'PAA123456', type: 'PNR' }],
  ['its LEI before another code', { ...passport, personType: 'INDIVIDUAL', lei: LEI }, { code: LEI, type: 'LEI' }],
  ['no code without its kind', { otherCode: 'PAA123456', personType: 'INDIVIDUAL' }, null],
  ['none when nothing is given', {}, null],
] as const)('DORA-04: the code of a company is %s', (_what, given, expected) =>
  expect(companyCodeOf(identity(given))).toEqual(expected),
)

test('DORA-02 DORA-03: codes are stored in capitals without spaces, and an empty one is none', () => {
  expect(normaliseCodes({ lei: ' 5493 006q mfdd mywi am13', euid: 'esrmc. b12345' })).toEqual({ lei: LEI, euid: EUID })
  expect(normaliseCodes({ lei: ' ', euid: '' })).toEqual({ lei: null, euid: null })
})

test('DORA-03 DORA-04: the faults of an identity, by field', () => {
  expect(identityErrors(identity({ lei: LEI, leiRenewalOn: '2027-01-01', euid: EUID }))).toEqual({})
  expect(codeErrors(identity({ lei: `${LEI}1`, euid: EUID, country: 'PT' }))).toEqual({
    lei: 'LEI erróneo: los dígitos de control no son correctos.',
    euid: 'EUID erróneo: no es del país de la empresa.',
  })
  expect(identityErrors(identity({ country: 'EL' }))).toHaveProperty('country')
  expect(identityErrors(identity({ leiRenewalOn: '2027-01-01' }))).toHaveProperty('leiRenewalOn')
  expect(identityErrors(identity(passport))).toHaveProperty('otherCode')
  const individual = { personType: 'INDIVIDUAL' } as const
  expect(identityErrors(identity({ ...individual, ...passport }))).toEqual({})
  expect(identityErrors(identity({ ...individual, otherCode: 'X' }))).toHaveProperty('otherCodeType')
  expect(identityErrors(identity({ ...individual, otherCodeType: 'VAT' }))).toHaveProperty('otherCode')
})

test('CHAIN-02: companies with one LEI or one EUID are one; without codes they are not', () => {
  expect(isSameCompany(identity({ lei: LEI }), identity({ lei: LEI, euid: EUID }))).toBe(true)
  expect(isSameCompany(identity({ euid: EUID }), identity({ lei: LEI, euid: EUID }))).toBe(true)
  expect(isSameCompany(identity({ lei: LEI }), identity({ euid: EUID }))).toBe(false)
  expect(isSameCompany(identity(), identity())).toBe(false)
})

test('DORA-06: counts the parts of an identity that a register requires', () => {
  expect(identityCompleteness(identity({ personType: null, country: null }))).toEqual({ given: 0, asked: 4 })
  expect(identityCompleteness(identity({ lei: LEI, latinName: 'X' }))).toEqual({ given: 4, asked: 5 })
  expect(identityCompleteness(identity({ euid: EUID, latinName: 'X' }))).toEqual({ given: 4, asked: 4 })
})

test('DORA-06: counts the parts of a service that earlier answers require', () => {
  const cloud: ServiceFacts = { ...noFacts, ictType: 'S17', provisionCountries: ['ES'], processingCountries: ['ES'] }
  expect(factsCompleteness(noFacts)).toEqual({ given: 0, asked: 4 })
  expect(factsCompleteness({ ...noFacts, ictType: 'NONE' })).toEqual({ given: 1, asked: 1 })
  expect(factsCompleteness({ ...cloud, holdsData: false })).toEqual({ given: 4, asked: 4 })
  expect(factsCompleteness({ ...cloud, holdsData: true })).toEqual({ given: 4, asked: 5 })
  expect(factsCompleteness({ ...cloud, holdsData: true, storageCountries: ['IE'] })).toEqual({ given: 5, asked: 5 })
  expect(completenessOf(identity(), [noFacts, { ...cloud, holdsData: false }])).toEqual({ given: 6, asked: 12 })
})

test('DORA-01: the faults in facts about a service', () => {
  expect(factsErrors({ ...noFacts, ictType: 'S19', provisionCountries: ['ES', 'IE'] })).toEqual({})
  expect(factsErrors({ ...noFacts, processingCountries: ['EL'] })).toHaveProperty('processingCountries')
  expect(factsErrors({ ...noFacts, holdsData: false, storageCountries: ['ES'] })).toHaveProperty('storageCountries')
  expect(normaliseCountries(['IE', 'ES', 'IE'])).toEqual(['ES', 'IE'])
})
