import { expect, test } from 'vitest'
import { initialRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { textOf, typedRule } from '#web/catalogue/centre-rules/rule-input.ts'

test.each([
  ['earlyRenewalDays', ' 60 ', { value: 60 }],
  ['earlyRenewalDays', '0', { value: 0 }],
  ['earlyRenewalDays', '', { fault: 'Escriba un número entero.' }],
  ['earlyRenewalDays', '60, 30', { fault: 'Escriba un número entero.' }],
  ['earlyRenewalDays', '1.5', { fault: 'Escriba solo números enteros.' }],
  ['earlyRenewalDays', '-1', { fault: 'Escriba solo números enteros.' }],
  ['earlyRenewalDays', '181', { fault: 'No puede ser mayor que 180.' }],
  ['acceptanceMonths', '0', { fault: 'No puede ser menor que 1.' }],
  ['noticeDays', '', { value: [] }],
  ['noticeDays', '7; 30 90,,0', { value: [90, 30, 7, 0] }],
  ['noticeDays', '30, treinta', { fault: 'Escriba solo números enteros.' }],
  ['noticeDays', '366', { fault: 'No puede ser mayor que 365.' }],
  ['noticeDays', '1 2 3 4 5 6 7 8 9', { fault: 'No se admiten más de 8 elementos.' }],
] as const)('%s typed as «%s»', (rule, text, expected) => expect(typedRule(rule, text)).toEqual(expected))

test('what a field shows is read as the same value', () => {
  for (const rule of ['earlyRenewalDays', 'noticeDays', 'acceptanceMonths'] as const) {
    expect(typedRule(rule, textOf(initialRules[rule]))).toEqual({ value: initialRules[rule] })
  }
})
