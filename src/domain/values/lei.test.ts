import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leiOf, leiRule, normaliseLei } from '#domain/values/lei.ts'

const wrong = 'LEI erróneo: los dígitos de control no son correctos.'
const first = fc
  .array(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { minLength: 18, maxLength: 18 })
  .map(each => each.join(''))

test.each(['5493006QMFDDMYWIAM13', 'HWUPKR0MPOU8FGXBT394', '7LTWFZYICNSX8D621K86'])(
  'DORA-02: the LEI %s is right',
  lei => expect(leiRule(lei)).toBeNull(),
)

test('DORA-02: a LEI is taken with spaces and small letters, and stored in capitals', () => {
  expect(normaliseLei(' 5493 006q mfdd mywi am13\t')).toBe('5493006QMFDDMYWIAM13')
  expect(leiRule('5493 006q mfdd mywi am13')).toBeNull()
})

test.each([
  '',
  '5493006QMFDDMYWIAM1',
  '5493006QMFDDMYWIAM133',
  '5493006QMFDDMYWIAMAB',
  '5493006QMFDDMYWIAM14',
  '5493006QMFDD-YWIAM13',
])('DORA-02: «%s» is no LEI', lei => expect(leiRule(lei)).toBe(wrong))

test('REG-05: check digits that ISO 7064 never gives are refused, although their remainder is right', () => {
  for (const digits of ['00', '01', '99']) {
    const found = Array.from({ length: 97 }, (_, n) => `5493006QMFDDMYWI${String(n).padStart(2, '0')}${digits}`)
    expect(found.filter(lei => leiRule(lei) === null)).toEqual([])
  }
})

test('DORA-02: finds a changed character and two swapped digits', () => {
  fc.assert(
    fc.property(first, fc.nat(19), fc.constantFrom(...'0123456789'), (start, at, digit) => {
      const lei = leiOf(start)
      expect(leiRule(lei)).toBeNull()
      const changed = lei.slice(0, at) + digit + lei.slice(at + 1)
      if (changed !== lei && /\d/.test(lei[at]!)) expect(leiRule(changed)).toBe(wrong)
      if (at === 0) return
      const swapped = lei.slice(0, at - 1) + lei[at]! + lei[at - 1]! + lei.slice(at + 1)
      // A letter counts as two digits: 'M2' and '2M' are both 222.
      if (swapped !== lei && /^\d\d$/.test(lei.slice(at - 1, at + 1))) expect(leiRule(swapped)).toBe(wrong)
    }),
  )
})
