import { expect, test } from 'vitest'
import { initialRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { leiOf } from '#domain/values/lei.ts'
import { fieldTextOf, typedRule } from '#web/catalogue/centre-rules/rule-input.ts'

const lei = (n: number) => leiOf(`959800GLEIF${String(n).padStart(7, '0')}`)

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
  ['targetDays', '5, 10, 2', { value: [5, 10, 2] }],
  ['targetDays', '5, 10', { fault: 'Escriba tres números: para documentación, informe e incidencia.' }],
  ['targetDays', '0, 10, 2', { fault: 'No puede ser menor que 1.' }],
  ['guidelinesFrom', '', { value: [] }],
  ['guidelinesFrom', '1/7/2027', { value: ['2027-07-01'] }],
  ['guidelinesFrom', '1/7/2027, 1/8/2027', { fault: 'Escriba una sola fecha.' }],
  ['guidelinesFrom', 'julio', { fault: 'Escriba una fecha como 01/07/2027.' }],
  ['registerFiling', '', { value: [] }],
  ['registerFiling', '31/3/2027', { value: ['2027-03-31'] }],
  ['registerFiling', '31/3/2027 31/3/2028', { fault: 'Escriba una sola fecha.' }],
  ['registerFiling', 'marzo', { fault: 'Escriba una fecha como 31/03/2027.' }],
  ['criticalProviders', ' \n', { value: [] }],
  [
    'criticalProviders',
    `Zeta; ${lei(2)}; 18/11/2025\nAcme\t${lei(1).toLowerCase()}\t1/2/2026\tDOUE; serie C`,
    {
      value: [
        { name: 'Acme', lei: lei(1), on: '2026-02-01', source: 'DOUE; serie C' },
        { name: 'Zeta', lei: lei(2), on: '2025-11-18', source: '' },
      ],
    },
  ],
  [
    'criticalProviders',
    `Acme; ${lei(1)}; ayer`,
    { fault: `«Acme; ${lei(1)}; ayer»: la fecha no es válida. Escriba nombre; LEI; fecha; fuente.` },
  ],
  [
    'criticalProviders',
    'Acme; 1234; 1/2/2026',
    { fault: '«Acme; 1234; 1/2/2026»: el LEI no es válido. Escriba nombre; LEI; fecha; fuente.' },
  ],
  ['criticalProviders', `;${lei(1)}`, { fault: `«;${lei(1)}»: falta el nombre. Escriba nombre; LEI; fecha; fuente.` }],
  ['criticalProviders', `A; ${lei(1)}; 1/2/2026\nB; ${lei(1)}; 1/2/2026`, { fault: 'Un LEI está dos veces.' }],
  ['holidays', '', { value: [] }],
  ['holidays', '25/12/2026 6/1/2026; 25/12/2026', { value: ['2026-01-06', '2026-12-25'] }],
  ['holidays', '25/12', { fault: 'Escriba fechas como 25/12/2026.' }],
  ['noticeDays', '1 2 3 4 5 6 7 8 9', { fault: 'No se admiten más de 8 elementos.' }],
] as const)('%s typed as «%s»', (rule, text, expected) => expect(typedRule(rule, text)).toEqual(expected))

test('a field reads what it shows as the same value', () => {
  const criticalProviders = [1, 2].map(n => ({ name: `Empresa ${n}`, lei: lei(n), on: '2025-11-18', source: 'A; B' }))
  const rules = { ...initialRules, criticalProviders, holidays: ['2026-12-08', '2026-12-25'] }
  for (const rule of [
    'criticalProviders',
    'earlyRenewalDays',
    'noticeDays',
    'acceptanceMonths',
    'targetDays',
    'holidays',
  ] as const) {
    expect(typedRule(rule, fieldTextOf(rules[rule]))).toEqual({ value: rules[rule] })
  }
})
