import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { dniRule, normaliseDni } from '#domain/values/dni.ts'

const oracle = (dni: string) => stdnum.ES!.dni!.validate(dni).isValid

describe('dni', () => {
  it.each(['12345678Z', '00000000T', '99999999R', '54362315K'])('FORM-33: accepts %s', dni =>
    expect(dniRule(dni)).toBeNull(),
  )

  it.each(['', '12345678', '12345678A', '1234567Z', '123456789Z', 'X1234567L', 'K1234567L', '12345678Ñ', '12345678ZZ'])(
    'FORM-33: refuses %j',
    dni => expect(dniRule(dni)).toBe('Dni erroneo'),
  )

  it.each([
    ['12.345.678-z', '12345678Z'],
    [' 12345678 Z ', '12345678Z'],
    ['ES12345678Z', '12345678Z'],
  ])('FORM-33: understands %j as pasted', (pasted, dni) => {
    expect(normaliseDni(pasted)).toBe(dni)
    expect(dniRule(pasted)).toBeNull()
  })

  it('FORM-33: accepts the same one letter after eight digits as an independent library', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{8}$/), digits => {
        const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
        const accepted = letters.filter(letter => dniRule(digits + letter) === null)
        expect(accepted).toEqual(letters.filter(letter => oracle(digits + letter)))
        expect(accepted).toHaveLength(1)
      }),
    )
  })

  it('FORM-33: a change of one digit is found', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 1, max: 9 }),
        (number, at, shift) => {
          const digits = String(number).padStart(8, '0')
          const letter = [...'TRWAGMYFPDXBNJZSQVHLCKE'][number % 23]!
          const other = (Number(digits[at]) + shift) % 10
          expect(dniRule(digits + letter)).toBeNull()
          expect(dniRule(digits.slice(0, at) + other + digits.slice(at + 1) + letter)).toBe('Dni erroneo')
        },
      ),
    )
  })
})
