import { describe, expect, it } from 'vitest'
import {
  COMPANY_TYPES,
  companyTypeLabel,
  DEFAULT_COMPANY_TYPE,
  isCompanyType,
} from '#domain/values/company/company-type.ts'

describe('company type', () => {
  it('LIM-26: MICRO, PYME, MEDIANA and GRANDE', () =>
    expect(COMPANY_TYPES).toEqual(['MICRO', 'PYME', 'MEDIANA', 'GRANDE']))

  it.each([
    ['MICRO', 'Microempresa'],
    ['PYME', 'Pyme'],
    ['MEDIANA', 'Mediana empresa'],
    ['GRANDE', 'Gran empresa'],
    ['', ''],
  ])('%j reads %j', (value, words) => expect(companyTypeLabel(value)).toBe(words))

  it('DOC-13: the default is MICRO', () => expect(DEFAULT_COMPANY_TYPE).toBe('MICRO'))

  it.each([
    ['GRANDE', true],
    ['grande', false],
    ['', false],
    ['OTRA', false],
  ])('LIM-26: %j is a company type: %s', (value, is) => expect(isCompanyType(value)).toBe(is))
})
