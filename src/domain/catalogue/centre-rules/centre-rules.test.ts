import { describe, expect, test } from 'vitest'
import {
  centreRules,
  centreRulesSchema,
  changedRules,
  initialRules,
  protectionsDropped,
  ruleText,
  ruleWords,
} from '#domain/catalogue/centre-rules/centre-rules.ts'

const acme = { name: 'Acme', lei: '959800R2X69K6Y6MX775', on: '2025-11-18', source: 'AES' }

test('BASE-05: the initial values are admitted, ask for nothing, and have each a name and a sentence', () => {
  expect(centreRulesSchema.parse(initialRules)).toEqual(initialRules)
  expect(centreRules).toEqual(Object.keys(initialRules))
  expect(Object.values(initialRules).filter(value => value === true)).toEqual([])
  for (const rule of centreRules) expect(ruleWords[rule].does).toMatch(/^[A-Z].*\.$/)
})

describe('BASE-06: the values that a rule admits', () => {
  test.each([
    ['requireAssessment', [true, false], [1, 'no', null]],
    ['earlyRenewalDays', [0, 180], [-1, 181, 1.5, '90']],
    ['noticeDays', [[], [0], [365], [8, 7, 6, 5, 4, 3, 2, 1]], [[-1], [366], [1.5], [9, 8, 7, 6, 5, 4, 3, 2, 1], 30]],
    ['acceptanceMonths', [1, 60], [0, 61, 1.5]],
    ['targetDays', [[1, 60, 2]], [[5, 10], [5, 10, 2, 1], [0, 10, 2], [5, 61, 2], [1.5, 1, 1], 5]],
    ['holidays', [[], ['2026-12-25']], [['2026-02-30'], ['25/12/2026'], Array(151).fill('2026-12-25'), '2026-12-25']],
    ['materialChangeDays', [0, 365], [-1, 366, 1.5]],
    ['guidelinesFrom', [[], ['2027-07-01']], [['2027-02-30'], ['2027-07-01', '2027-08-01'], '2027-07-01', null]],
    ['registerFiling', [[], ['2027-03-31']], [['31/03/2027'], ['2027-03-31', '2028-03-31'], null]],
    [
      'criticalProviders',
      [[], [acme]],
      [[{ ...acme, lei: 'X' }], [{ ...acme, on: '18/11/2025' }], [{ ...acme, name: ' ' }], [acme, acme], null],
    ],
  ] as const)('%s', (rule, good, bad) => {
    const { [rule]: schema } = centreRulesSchema.shape
    for (const value of good) expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(true)
    for (const value of bad) expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(false)
  })

  test('the steps of the ladder are kept once each, the longest first', () => {
    expect(centreRulesSchema.shape.noticeDays.parse([7, 90, 7, 0])).toEqual([90, 7, 0])
  })

  test('holidays are kept once each, in order', () => {
    const listed = ['2026-12-25', '2026-01-06', '2026-12-25']
    expect(centreRulesSchema.shape.holidays.parse(listed)).toEqual(['2026-01-06', '2026-12-25'])
  })
})

test.each([
  ['requireAssessment', true, 'Sí'],
  ['earlyRenewalDays', 1, '1 día'],
  ['earlyRenewalDays', 90, '90 días'],
  ['acceptanceMonths', 1, '1 mes'],
  ['acceptanceMonths', 12, '12 meses'],
  ['noticeDays', [], 'Sin avisos previos'],
  ['noticeDays', [0], 'El mismo día'],
  ['noticeDays', [1], '1 día antes'],
  ['noticeDays', [7, 1], '7 y 1 días antes'],
  ['noticeDays', [90, 60, 30, 7, 0], '90, 60, 30 y 7 días antes y el mismo día'],
  ['targetDays', [5, 10, 2], 'Documentación, 5; informe, 10; incidencia, 2'],
  ['guidelinesFrom', [], 'Sin fecha todavía'],
  ['guidelinesFrom', ['2027-07-01'], '01/07/2027'],
  ['registerFiling', [], 'Sin fecha todavía'],
  ['registerFiling', ['2027-03-31'], '31/03/2027'],
  ['criticalProviders', [], 'Ninguno'],
  [
    'criticalProviders',
    [acme, { ...acme, source: '' }],
    'Acme (LEI 959800R2X69K6Y6MX775, 18/11/2025, AES); Acme (LEI 959800R2X69K6Y6MX775, 18/11/2025)',
  ],
  ['holidays', [], 'Ninguno'],
  ['holidays', ['2026-12-08', '2026-12-25'], '08/12/2026, 25/12/2026'],
] as const)('%s %s is shown as %s', (rule, value, text) => {
  expect(ruleText(rule, value as never)).toBe(text)
})

test('only values that differ are a change, and only a protection is dropped', () => {
  expect(changedRules(initialRules, { noticeDays: [90, 60, 30, 7, 0], earlyRenewalDays: 60 })).toEqual({
    earlyRenewalDays: 60,
  })
  expect(protectionsDropped({ earlyRenewalDays: 0, requireAssessment: true })).toEqual([])
})

test.each(['requireAssessment', 'requireIndependence', 'separateVerifier'] as const)(
  'BASE-08: turning %s off drops a protection, turning it on does not',
  rule => {
    expect(protectionsDropped({ [rule]: false })).toEqual([rule])
    expect(protectionsDropped({ [rule]: true })).toEqual([])
  },
)
