import { describe, expect, it } from 'vitest'
import { cnaeRule, normaliseCnae } from '#domain/values/company/cnae.ts'

describe('cnae', () => {
  it.each(['0111', '6311', '9900', '1000', '0112', '63.11', ' 6311 ', '01.11'])('FORM-31: accepts %j', cnae =>
    expect(cnaeRule(cnae)).toBeNull(),
  )

  it.each([
    '',
    '0110',
    '0100',
    '0011',
    '0099',
    '0000',
    '9901',
    '9999',
    '111',
    '63111',
    '6311A',
    '-6311',
    '6.311',
    '63,11',
    '06311',
    '6311.0',
    '01110',
  ])('FORM-31: refuses %j', cnae => expect(cnaeRule(cnae)).toBe('CNAE erroneo'))

  it.each([
    ['63.11', '6311'],
    ['62.01', '6201'],
    [' 6311', '6311'],
    ['6.311', '6.311'],
    ['163.11', '163.11'],
    ['63.111', '63.111'],
    ['otro', 'otro'],
  ])('FORM-31: normalises %j to %j', (text, cnae) => expect(normaliseCnae(text)).toBe(cnae))
})
