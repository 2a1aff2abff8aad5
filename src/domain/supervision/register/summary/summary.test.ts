import { describe, expect, test } from 'vitest'
import { filingOf, filingText } from '#domain/supervision/register/summary/filing.ts'
import { registerFigures, SUMMARY_ROWS } from '#domain/supervision/register/summary/summary.ts'
import { companyCostOf } from '#domain/supervision/register/table/companies.ts'
import {
  someCompany,
  someContract,
  someEntity,
  someFunction,
  someLei,
  someLine,
  someRegister,
} from '#test/support/registers.ts'

const countries: Record<string, string> = { ES: 'España', IE: 'Irlanda' }
const figures = (changes: Parameters<typeof someRegister>[0]) =>
  registerFigures(someRegister(changes), code => countries[code] ?? code)

describe('REG-24: how much there is, by criticality', () => {
  test('contracts, providers and functions are counted once each, unassessed functions by themselves', () => {
    const found = figures({
      functions: [
        someFunction(1),
        someFunction(2, { critical: 'x29' }),
        someFunction(3, { critical: 'x21' }),
        someFunction(4, { critical: null }),
      ],
      arrangements: [
        someContract(1),
        someContract(2),
        someContract(3, { companyId: 'company2' }),
        someContract(4, { companyId: 'company2' }),
      ],
      lines: [
        someLine(1),
        someLine(2),
        someLine(3, { arrangementId: 'contract2', functionId: 'function2' }),
        someLine(4, { arrangementId: 'contract3', functionId: 'function3' }),
      ],
      companies: [someCompany(1), someCompany(2)],
    })
    expect(found.contracts).toEqual({ critical: 1, other: 3 })
    expect(found.providers).toEqual({ critical: 1, other: 1 })
    expect(found.functions).toEqual({ critical: 1, other: 1, unassessed: 2 })
  })

  test('an empty register has nothing, and no sum fails', () => {
    const found = figures({ functions: [], arrangements: [], lines: [], companies: [], chains: [], uses: [] })
    expect(found).toMatchObject({
      contracts: { critical: 0, other: 0 },
      total: 0,
      byProvider: { rows: [], rest: null },
      concentration: { rows: [], rest: 0 },
    })
  })
})

describe('REG-24: what it costs', () => {
  test('sums are in the bank’s currency at the rates of the date, as the file says them, one company by its code', () => {
    const facts = someRegister({
      arrangements: [
        someContract(1, { annualCost: 100.1 }),
        someContract(2, { annualCost: 10, currency: 'USD' }),
        someContract(3, { companyId: 'company2', annualCost: 0.2 }),
        someContract(4, { companyId: 'company3', annualCost: 5 }),
        someContract(5, { companyId: 'company3', annualCost: null }),
        someContract(6, { companyId: 'company3', annualCost: 7, currency: 'GBP' }),
      ],
      companies: [
        someCompany(1),
        // The same company, kept twice.
        someCompany(2, { lei: someLei(1) }),
        someCompany(3, { country: 'IE' }),
      ],
      rates: { USD: 0.5 },
    })
    const found = registerFigures(facts, code => countries[code]!)
    expect(found.byProvider.rows).toEqual([
      { name: 'Empresa 1', contracts: 3, cost: 105.3 },
      { name: 'Empresa 3', contracts: 1, cost: 5 },
    ])
    expect(found.byCountry.rows).toEqual([
      { name: 'España', contracts: 3, cost: 105.3 },
      { name: 'Irlanda', contracts: 1, cost: 5 },
    ])
    expect([found.total, found.withoutCost, found.missingRates]).toEqual([110.3, 2, ['GBP']])
    expect(companyCostOf(facts.arrangements.slice(0, 3), facts).total).toBe(105.3)
  })

  test('what is not listed is one sum, and the rows and it make the total', () => {
    const many = Array.from({ length: SUMMARY_ROWS + 5 }, (_, n) => n + 1)
    const found = figures({
      companies: many.map(n => someCompany(n)),
      arrangements: many.map(n => someContract(n, { companyId: `company${n}`, annualCost: n })),
    })
    expect(found.byProvider.rows).toHaveLength(SUMMARY_ROWS)
    expect(found.byProvider.rows[0]).toEqual({ name: 'Empresa 15', contracts: 1, cost: 15 })
    expect(found.byProvider.rest).toEqual({ names: 5, contracts: 5, cost: 15 })
    expect(found.total).toBe(120)
  })

  test('without the bank’s currency there is no sum, and no rate is asked for', () => {
    const found = figures({ entity: someEntity({ currency: null }) })
    expect(found).toMatchObject({
      currency: null,
      total: 0,
      withoutCost: 1,
      missingRates: [],
      byProvider: { rows: [] },
    })
  })

  test('a provider without country is under its own heading', () => {
    expect(figures({ companies: [someCompany(1, { country: null })] }).byCountry.rows[0]!.name).toBe('Sin país')
  })
})

test('REG-24: a provider is named with the critical functions that rest on it, and those on it alone', () => {
  const found = figures({
    functions: [someFunction(1), someFunction(2), someFunction(3, { critical: 'x29' })],
    companies: [someCompany(1), someCompany(2)],
    arrangements: [someContract(1), someContract(2, { companyId: 'company2' })],
    lines: [
      someLine(1, { substitutability: 'x961' }),
      someLine(2, { functionId: 'function2', substitutability: 'x961' }),
      someLine(3, { arrangementId: 'contract2', functionId: 'function2', substitutability: 'x959' }),
      someLine(4, { arrangementId: 'contract2', functionId: 'function3' }),
    ],
  })
  expect(found.concentration).toEqual({
    rows: [
      { name: 'Empresa 1', functions: 2, alone: 1, isHard: false },
      { name: 'Empresa 2', functions: 1, alone: 0, isHard: true },
    ],
    rest: 0,
  })
})

describe('REG-24: the filing date', () => {
  test.each([
    [null, null, null],
    [null, '2027-03-31', { on: '2027-03-31', isOwn: false, days: 30 }],
    ['2027-03-20', null, { on: '2027-03-20', isOwn: true, days: 19 }],
    ['2027-03-20', '2027-03-31', { on: '2027-03-20', isOwn: true, days: 19 }],
    ['2027-04-20', '2027-03-31', { on: '2027-04-20', isOwn: true, days: 50 }],
    // What the bank wrote for last year no longer counts.
    ['2026-03-20', '2027-03-31', { on: '2027-03-31', isOwn: false, days: 30 }],
    ['2026-12-31', null, { on: '2026-12-31', isOwn: true, days: -60 }],
  ] as const)('the bank’s %s and CCI’s %s', (own, centre, expected) => {
    expect(filingOf(own, centre, '2027-03-01')).toEqual(expected)
  })

  test.each([
    [null, 'Ni el CCI ni su entidad han escrito la fecha de presentación'],
    [['2027-03-31', false, 30], 'Quedan 30 días: hasta el 31/03/2027, la fecha que fija el CCI'],
    [['2027-03-02', true, 1], 'Queda 1 día: hasta el 02/03/2027, la fecha de su entidad'],
    [['2027-03-01', true, 0], 'Se presenta hoy, 01/03/2027, la fecha de su entidad'],
    [['2027-02-28', false, -1], 'El plazo pasó hace 1 día: el 28/02/2027, la fecha que fija el CCI'],
    [['2027-02-27', false, -2], 'El plazo pasó hace 2 días: el 27/02/2027, la fecha que fija el CCI'],
  ] as const)('is said as %s: %s', (filing, text) => {
    expect(filingText(filing && { on: filing[0], isOwn: filing[1], days: filing[2] })).toBe(text)
  })
})
