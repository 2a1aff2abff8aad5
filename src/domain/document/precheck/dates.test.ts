import { expect, test } from 'vitest'
import { daysIn, expiriesIn } from '#domain/document/precheck/dates.ts'
import { foldInPlace } from '#domain/document/precheck/text.ts'

test.each(['31/12/2026', '31-12-2026', '31.12.26', '31 de diciembre de 2026', '2026-12-31'])(
  'DESK-11: %s is a date',
  text => {
    expect(daysIn(foldInPlace(`hasta el ${text}.`)).map(({ day }) => day)).toEqual(['2026-12-31'])
    expect(expiriesIn([`Válido hasta el ${text}.`])).toEqual([
      { day: '2026-12-31', page: 1, words: `Válido hasta el ${text}` },
    ])
  },
)

test.each(['31/02/2026', '40 de mayo de 2026', '3 de tal de 2026', '31/12-2026', '1231/12/2026'])(
  'DESK-11: %s is none',
  text => expect(daysIn(text)).toEqual([]),
)

test.each([
  ['Fecha de vencimiento: 30.6.2027', '2027-06-30', 'vencimiento: 30.6.2027'],
  ['El certificado caduca el 1 de setiembre de 2027', '2027-09-01', 'caduca el 1 de setiembre de 2027'],
  ['VIGENCIA\ndel 01/01/2026 al 31/12/2026', '2026-12-31', 'VIGENCIA del 01/01/2026 al 31/12/2026'],
  [
    'Periodo de validez: desde el 1/1/2026 hasta el 1/1/2027',
    '2027-01-01',
    'validez: desde el 1/1/2026 hasta el 1/1/2027',
  ],
  ['Vigencia: 01/01/2026 - 31/12/2026', '2026-12-31', 'Vigencia: 01/01/2026 - 31/12/2026'],
  ['en vigencia desde el 1 de marzo de 2019; caduca 01/03/2027', '2027-03-01', 'caduca 01/03/2027'],
  ['Vencimiento 30/06/2027. Emitido el 01/07/2026', '2027-06-30', 'Vencimiento 30/06/2027'],
])('DATES: %j states %s', (text, day, words) => expect(expiriesIn(['', text])).toEqual([{ day, page: 2, words }]))

test.each([
  'Emitido el 01/07/2026',
  `Validez ${'x'.repeat(90)} 01/07/2026`,
  'Vencimiento a la vista',
  'vigencia desde el 1 de julio de 2012',
  '',
])('DATES: %j states no expiry', text => expect(expiriesIn([text])).toEqual([]))

test('accents and ligatures stay in their place', () => {
  const text = 'ﬁn «Válido»\thasta 😀 el 31/12/2026'
  expect(foldInPlace(text)).toHaveLength(text.length)
  expect(expiriesIn([text]).map(({ words }) => words)).toEqual([])
  expect(expiriesIn(['Ñu Válido\nhasta el 31/12/2026'])[0]!.words).toBe('Válido hasta el 31/12/2026')
})
