import { describe, expect, it } from 'vitest'
import { normalisePostalCode, POSTAL_CODE_PATTERN, postalCodeRule } from '#domain/values/contact/postal-code.ts'

describe('postal code', () => {
  it.each([
    ['28045', true],
    ['00000', true],
    ['2804', false],
    ['280455', false],
    ['2804a', false],
    ['28045\n', false],
  ])('FORM-12: the field pattern over %j is %s', (text, matches) =>
    expect(POSTAL_CODE_PATTERN.test(text)).toBe(matches),
  )

  it.each(['01000', '28045', '52999', ' 28045 ', '28 045'])('FORM-34: accepts %j', code =>
    expect(postalCodeRule(code)).toBeNull(),
  )

  it.each(['', '00999', '53000', '99999', '58020', '1000', '280455', 'E8045', '28.045', '-1000'])(
    'FORM-34: refuses %j',
    code => expect(postalCodeRule(code)).toBe('Código Postal erroneo'),
  )

  it.each([
    [' 28 045', '28045'],
    ['28 013', '28013'],
    ['28\u00a0013', '28013'],
  ])('FORM-34: understands %j as pasted', (pasted, code) => {
    expect(normalisePostalCode(pasted)).toBe(code)
    expect(postalCodeRule(pasted)).toBeNull()
  })
})
