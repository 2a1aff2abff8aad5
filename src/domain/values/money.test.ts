import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, MONEY_MAX, moneyRule, parseMoney } from '#domain/values/money.ts'

describe('money', () => {
  it.each([
    ['10000', 10000],
    ['0', 0],
    ['-0', 0],
    ['-350', -350],
    ['\u2212350', -350],
    ['10.000', 10000],
    ['4.812', 4812],
    ['-4.812', -4812],
    ['1.234.567', 1234567],
    ['1 234 567', 1234567],
    ['1\u202f234\u202f567', 1234567],
    [' 10000 ', 10000],
    ['007', 7],
    ['1.000.000.000.000', MONEY_MAX],
    ['-1000000000000', -MONEY_MAX],
  ])('FORM-32: reads %j as %d', (text, amount) => {
    expect(parseMoney(text)).toBe(amount)
    expect(moneyRule(text)).toBeNull()
  })

  it.each([
    '',
    ' ',
    '-',
    '4,5',
    '4.5',
    '4.81',
    '0.812',
    '1.2345',
    '1234.567',
    '1.234567',
    '1.234 567',
    '4,812',
    '4812,00',
    '10000 €',
    '1e3',
    '0x10',
    '--1',
    '1-',
    'NaN',
    'Infinity',
    '٤٢',
  ])('FORM-32: refuses %j', text => {
    expect(parseMoney(text)).toBeNull()
    expect(moneyRule(text)).toBe('Valor monetario incorrecto. Ejemplo correcto 10000')
  })

  it.each(['1000000000001', '-1.000.000.000.001', '9007199254740993', '9'.repeat(400)])(
    'refuses %j and says the limit',
    text => {
      expect(parseMoney(text)).toBeNull()
      expect(moneyRule(text)).toBe(
        'Valor monetario demasiado grande: como mucho 1.000.000.000.000 miles de euros, en positivo o en negativo.',
      )
      expect(moneyRule(text)).toContain(formatMoney(MONEY_MAX))
    },
  )

  it.each([
    [4812, '4.812'],
    [0, '0'],
    [-350, '-350'],
    [-1234567, '-1.234.567'],
  ])('writes %d as %s', (amount, text) => expect(formatMoney(amount)).toBe(text))

  it('FORM-32: reads back every amount that it writes', () => {
    const amounts = fc.integer({ min: -MONEY_MAX, max: MONEY_MAX })
    fc.assert(fc.property(amounts, amount => void expect(parseMoney(formatMoney(amount))).toBe(amount)))
  })
})
