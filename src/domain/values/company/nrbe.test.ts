import { describe, expect, it } from 'vitest'
import { normaliseNrbe, nrbeRule } from '#domain/values/company/nrbe.ts'

describe('nrbe (D56)', () => {
  it.each([
    ['0049', '0049'],
    ['49', '0049'],
    ['182', '0182'],
    ['2100', '2100'],
    [' 2100 ', '2100'],
    ['9', '0009'],
  ])('D56: understands %j as %s', (text, code) => {
    expect(normaliseNrbe(text)).toBe(code)
    expect(nrbeRule(text)).toBeNull()
  })

  it.each(['49A', 'A49', '4 9', ''])('D56: gives %j no zeros', text => expect(normaliseNrbe(text)).toBe(text))

  it.each(['', ' ', '00049', '12345', '49A', 'ES49', '4 9', '49.0', '-49', '4,9', '٤٩'])('D56: refuses %j', text =>
    expect(nrbeRule(text)).toBe('El código NRBE debe tener cuatro cifras. Ejemplo correcto: 0049'),
  )
})
