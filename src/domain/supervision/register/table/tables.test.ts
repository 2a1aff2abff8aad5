import { describe, expect, test } from 'vitest'
import type { TableCode } from '#domain/supervision/register/edition/edition.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { COMBINATIONS_MAX } from '#domain/supervision/register/facts.ts'
import { companyCostOf } from '#domain/supervision/register/table/companies.ts'
import { companyCode } from '#domain/supervision/register/table/company-code.ts'
import { cellAt, keyText, rowOf } from '#domain/supervision/register/table/row.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { countries } from '#domain/values/countries.ts'
import {
  outsideRegister,
  someChain,
  someCompany,
  someContract,
  someEntity,
  someFunction,
  someLei,
  someLine,
  someRegister,
} from '#test/support/registers.ts'

const madeOn = '2026-02-01'
const cells = (facts: RegisterFacts, table: TableCode) =>
  tablesOf(edition40, facts, madeOn)[table].map(row => row.cells)
/** Some columns of each row. */
const columns = (facts: RegisterFacts, table: TableCode, ...codes: string[]) =>
  tablesOf(edition40, facts, madeOn)[table].map(row => codes.map(code => cellAt(edition40, table, row, code)))

const LEI = 'eba_qCO:qx2000'
const EUID = 'eba_qCO:qx2002'
const lei = someLei
/** Two contracts, one with a company outside, three functions, and a chain of three ranks. */
const several = someRegister({
  functions: [someFunction(1), someFunction(2, { critical: 'x29' }), someFunction(3)],
  companies: [
    someCompany(1, { parentId: 'parent', euid: 'ESRMC.B1' }),
    someCompany(2, { keptBy: 'BANK', latinName: 'Alpha', lei: null, euid: 'ELGEMI.2', country: 'GR', name: 'Άλφα' }),
    someCompany(3),
    someCompany(4),
    someCompany(5, { id: 'parent', country: 'US' }),
  ],
  arrangements: [
    someContract(1, { type: 'x2' }),
    someContract(2, { type: 'x3', overarchingId: 'contract1', annualCost: 250 }),
    someContract(3, { companyId: 'company2', endsOn: '2025-12-31', endReason: 'x4' }),
  ],
  lines: [
    someLine(1),
    someLine(2, { arrangementId: 'contract2', functionId: 'function2', ictType: 'S17' }),
    someLine(3, { functionId: 'function3', reintegration: null }),
    someLine(4, { arrangementId: 'contract3', serviceId: null, useId: null, holdsData: false, storageCountries: [] }),
  ],
  chains: [
    someChain({
      subcontracts: [
        { id: 'b', companyId: 'company4', recipientId: 'a', underpins: true, countries: [] },
        { id: 'a', companyId: 'company3', recipientId: null, underpins: true, countries: [] },
        { id: 'c', companyId: 'company2', recipientId: null, underpins: false, countries: [] },
      ],
    }),
  ],
  terms: ['Un contrato por servicio', ...Array.from({ length: 18 }, () => '')],
})

describe('DORA-13: the rows of a bank with several contracts, functions and ranks:', () => {
  test('the bank', () => {
    expect(cells(several, 'B_01.01')).toEqual([
      [lei(0), 'Banco de Pruebas', 'eba_GA:ES', 'eba_CT:x12', 'Banco de España', madeOn],
    ])
    expect(cells(several, 'B_01.02')).toEqual([
      [
        lei(0),
        'Banco de Pruebas',
        'eba_GA:ES',
        'eba_CT:x12',
        'eba_RP:x21',
        lei(0),
        '2026-01-15',
        '2025-03-01',
        '9999-12-31',
        'eba_CU:EUR',
        '1500000000',
      ],
    ])
  })

  test('REG-02: its parent, with a row of its own', () => {
    const parent = { parentName: 'Grupo', parentCountry: 'FR', parentType: 'x318', parentHierarchy: 'x53' }
    const entity = someEntity({ parentLei: lei(77), ...parent })
    const shown = ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0090']
    expect(columns({ ...several, entity }, 'B_01.02', ...shown)).toEqual([
      [lei(0), 'Banco de Pruebas', 'eba_GA:ES', 'eba_CT:x12', 'eba_RP:x21', lei(77), '9999-12-31'],
      [lei(77), 'Grupo', 'eba_GA:FR', 'eba_CT:x318', 'eba_RP:x53', lei(77), '9999-12-31'],
    ])
    expect(columns({ ...several, entity: someEntity({ parentLei: lei(0) }) }, 'B_01.02', 'c0060')).toEqual([[lei(0)]])
  })

  test('contracts', () => {
    expect(cells(several, 'B_02.01')).toEqual([
      ['CT-001', 'eba_CO:x2', 'Not Applicable', 'eba_CU:EUR', '1000.5'],
      ['CT-002', 'eba_CO:x3', 'CT-001', 'eba_CU:EUR', '250'],
      ['CT-003', 'eba_CO:x1', 'Not Applicable', 'eba_CU:EUR', '1000.5'],
    ])
    expect(cells(several, 'B_03.01')[2]).toEqual(['CT-003', lei(0), 'true'])
    expect(cells(several, 'B_03.02')[2]).toEqual(['CT-003', 'ELGEMI.2', EUID])
    expect(cells(several, 'B_04.01')[2]).toEqual(['CT-003', lei(0), 'eba_ZZ:x839', 'Not Applicable'])
  })

  test('lines', () => {
    const rows = cells(several, 'B_02.02')
    expect(rows).toHaveLength(4)
    expect(rows[0]!.join()).toBe(
      `CT-001,${lei(0)},${lei(1)},${LEI},F1,eba_TA:S19,2024-01-01,9999-12-31,,90,180,eba_GA:ES,eba_GA:ES,eba_BT:x28,eba_GA:IE,eba_GA:IE,eba_ZZ:x793,eba_ZZ:x797`,
    )
    expect(columns(several, 'B_02.02', 'c0080', 'c0090', 'c0140', 'c0150')[3]).toEqual([
      '2025-12-31',
      'eba_CO:x4',
      'eba_BT:x29',
      'eba_GA:qx2007',
    ])
  })

  test('functions, and one assessment for each contract and type of critical lines', () => {
    expect(columns(several, 'B_06.01', 'c0010', 'c0040', 'c0050')).toEqual([
      ['F1', lei(0), 'eba_BT:x28'],
      ['F2', lei(0), 'eba_BT:x29'],
      ['F3', lei(0), 'eba_BT:x28'],
    ])
    // Two lines of CT-001 have the same type: one row, with what is given.
    expect(columns(several, 'B_07.01', 'c0010', 'c0020', 'c0040', 'c0070', 'c0080', 'c0090', 'c0120')).toEqual([
      ['CT-001', lei(1), 'eba_TA:S19', '2025-10-31', 'eba_BT:x28', 'eba_ZZ:x966', 'Otra empresa'],
      ['CT-003', 'ELGEMI.2', 'eba_TA:S19', '2025-10-31', 'eba_BT:x28', 'eba_ZZ:x966', 'Otra empresa'],
    ])
  })

  test('definitions are the text of the bank, never a count, and none means no row', () => {
    expect(cells(several, 'B_99.01')).toEqual([['Un contrato por servicio', ...Array.from({ length: 18 }, () => '')]])
    expect(cells(someRegister({ terms: Array.from({ length: 19 }, () => ' ') }), 'B_99.01')).toEqual([])
  })

  test('branches and groups are out of scope', () => {
    for (const table of ['B_01.03', 'B_02.03', 'B_03.03'] as const) expect(cells(several, table)).toEqual([])
  })
})

test('DORA-13: a bank with nothing has the two rows of itself', () => {
  const nothing = someRegister({
    entity: someEntity({ lei: null, country: null, type: null, hierarchy: null, totalAssets: null, enteredOn: null }),
    functions: [],
    arrangements: [],
    lines: [],
    companies: [],
    chains: [],
    uses: [],
  })
  const tables = tablesOf(edition40, nothing, madeOn)
  const filled = tableCodes.filter(table => tables[table].length > 0)
  expect(filled).toEqual(['B_01.01', 'B_01.02'])
  expect(tables['B_01.01'][0]!.cells).toEqual(['', 'Banco de Pruebas', '', '', 'Banco de España', madeOn])
})

test('DORA-14: a key without a value says that it does not apply, any other stays empty', () => {
  const line = someLine(1, { provisionCountries: [], holdsData: null, storageCountries: [], processingCountries: [] })
  expect(columns(someRegister({ lines: [line] }), 'B_02.02', 'c0130', 'c0140', 'c0150', 'c0160')).toEqual([
    ['eba_GA:qx2007', '', 'eba_GA:qx2007', 'eba_GA:qx2007'],
  ])
  const place = { kind: 'line', id: 'x' } as const
  const lineRow = rowOf(edition40, 'B_02.02', { place, values: { c0050: null } })
  expect(cellAt(edition40, 'B_02.02', lineRow, 'c0050')).toBe('Not Applicable')
  const unknown = new RangeError('B_02.02 has no column c9999')
  expect(() => rowOf(edition40, 'B_02.02', { place, values: { c9999: 'x' } })).toThrow(unknown)
  expect(cellAt(edition40, 'B_02.02', lineRow, 'c9999')).toBe('')
  const entity = { place, values: { c0030: '', c0050: ' Banco de España ' } }
  const entityRow = rowOf(edition40, 'B_01.01', entity)
  expect([entityRow.unlisted, cellAt(edition40, 'B_01.01', entityRow, 'c0050')]).toEqual([[], 'Banco de España'])
})

describe('REG-12: a line has a row for each combination of the countries that its key asks for:', () => {
  const rows = (changes: Parameters<typeof someLine>[1]) =>
    columns(someRegister({ lines: [someLine(1, changes)] }), 'B_02.02', 'c0130', 'c0150', 'c0160')
  const country = (code: string) => `eba_GA:${code}`
  const none = country('qx2007')

  test('provision, storage and processing', () => {
    const lists = { provisionCountries: ['ES', 'FR'], storageCountries: ['IE'], processingCountries: ['DE', 'IE'] }
    expect(rows(lists)).toEqual(
      [
        ['ES', 'IE', 'DE'],
        ['ES', 'IE', 'IE'],
        ['FR', 'IE', 'DE'],
        ['FR', 'IE', 'IE'],
      ].map(row => row.map(country)),
    )
  })

  test('a list without any is one that does not apply', () => {
    const lists = { provisionCountries: ['ES', 'FR'], storageCountries: [], processingCountries: [] }
    expect(rows(lists)).toEqual(['ES', 'FR'].map(code => [country(code), none, none]))
  })

  test('no more of one line than a file can hold', () => {
    const many = countries.slice(0, 60)
    const lists = { provisionCountries: many, storageCountries: many, processingCountries: many }
    expect(rows(lists)).toHaveLength(COMBINATIONS_MAX)
  })
})

describe('REG-11: of a company outside, what the bank wrote of who works for it', () => {
  const chain = [
    { id: 'a', company: 'company2' },
    { id: 'b', company: 'company3', for: 'a' },
  ]
  const filed = (facts: RegisterFacts) => columns(facts, 'B_05.02', 'c0010', 'c0020', 'c0030', 'c0050', 'c0060')

  test('is in the chain of its contract and type, and each company in B_05.01', () => {
    const facts = outsideRegister(chain)
    expect(filed(facts)).toEqual([
      ['CT-001', 'eba_TA:S19', lei(1), '1', lei(1)],
      ['CT-001', 'eba_TA:S19', lei(2), '2', lei(1)],
      ['CT-001', 'eba_TA:S19', lei(3), '3', lei(2)],
    ])
    expect(columns(facts, 'B_05.01', 'c0010')).toEqual([[lei(1)], [lei(2)], [lei(3)]])
  })

  test('is not filed of another type, another contract or a function that is not critical', () => {
    const line = someLine(1, { useId: null, serviceId: null, ictType: 'S17' })
    expect(filed(outsideRegister(chain, { lines: [line] }))).toHaveLength(1)
    expect(filed(outsideRegister(chain, { functions: [someFunction(1, { critical: 'x29' })] }))).toHaveLength(1)
  })
})

describe('DORA-15: B_05.01', () => {
  test('has each company that another table names once, its parents and subcontractors included', () => {
    expect(columns(several, 'B_05.01', 'c0010', 'c0030', 'c0040', 'c0060', 'c0100', 'c0110', 'c0120')).toEqual([
      [lei(1), 'ESRMC.B1', EUID, 'Empresa 1', '1250.5', lei(5), LEI],
      ['ELGEMI.2', '', '', 'Alpha', '1000.5', 'ELGEMI.2', EUID],
      [lei(4), '', '', 'Empresa 4', '', lei(4), LEI],
      [lei(3), '', '', 'Empresa 3', '', lei(3), LEI],
      [lei(5), '', '', 'Empresa 5', '', lei(5), LEI],
    ])
  })

  test('has one row for a company that is a provider and also a company outside', () => {
    const twice = someRegister({
      companies: [someCompany(1), someCompany(2, { lei: lei(1), keptBy: 'BANK' })],
      arrangements: [someContract(1), someContract(2, { companyId: 'company2' })],
    })
    expect(columns(twice, 'B_05.01', 'c0010', 'c0100')).toEqual([[lei(1), '2001']])
  })

  test('goes up to the ultimate parent, and a circle ends where it closes', () => {
    const up = (parentId: string | null) =>
      someRegister({
        companies: [
          someCompany(1, { parentId: 'company2' }),
          someCompany(2, { parentId: 'company3' }),
          someCompany(3, { parentId }),
        ],
      })
    expect(columns(up(null), 'B_05.01', 'c0010', 'c0110')).toEqual([
      [lei(1), lei(3)],
      [lei(3), lei(3)],
    ])
    expect(columns(up('company1'), 'B_05.01', 'c0010')).toHaveLength(2)
  })

  test("REG-13: sums contracts in several currencies in the bank's own, at its rates of the reference date", () => {
    const arrangements = [someContract(1), someContract(2, { currency: 'USD' }), someContract(3, { currency: 'USD' })]
    const sum = (rates: Record<string, number>, currency: string | null = 'EUR') =>
      columns(someRegister({ arrangements, rates, entity: someEntity({ currency }) }), 'B_05.01', 'c0090', 'c0100')[0]
    expect(sum({ USD: 0.9213 })).toEqual(['eba_CU:EUR', '2844.02'])
    expect(sum({})).toEqual(['', ''])
    expect(sum({ USD: 0.9213 }, null)).toEqual(['', ''])
    expect(sum({ USD: 0.5, EUR: 2 }, 'CHF')).toEqual(['eba_CU:CHF', '3001.5'])
    // In one currency there is nothing to convert.
    const dollars = someRegister({ arrangements: arrangements.slice(1) })
    expect(columns(dollars, 'B_05.01', 'c0090', 'c0100')).toEqual([['eba_CU:USD', '2001']])
  })

  test("REG-03: carries a legal person's national number only without LEI and EUID", () => {
    const other = { lei: null, otherCode: 'B12345674', otherCodeType: 'VAT' } as const
    expect(companyCode(someCompany(1, { ...other, otherCodeType: null }))).toBeNull()
    expect(companyCode(someCompany(1, other))).toEqual({ code: 'B12345674', kind: 'qx2004' })
    expect(companyCode(someCompany(1, { ...other, otherCodeType: 'NIN' }))?.kind).toBe('qx2001')
    expect(companyCode(someCompany(1, { ...other, lei: lei(1) }))?.kind).toBe('qx2000')
    expect(companyCode(someCompany(1, { ...other, personType: 'INDIVIDUAL' }))).toEqual({
      code: 'B12345674',
      kind: 'qx2004',
    })
  })
})

test("DORA-10 REG-08: B_07.01 has the bank's own latest audit, or that there was none", () => {
  const of = (...days: (string | null)[]) =>
    columns(someRegister({ lines: days.map((ownAuditOn, at) => someLine(at + 1, { ownAuditOn })) }), 'B_07.01', 'c0070')
  expect(of('2025-10-31')).toEqual([['2025-10-31']])
  expect(of('2025-02-02', null)).toEqual([['2025-02-02']])
  expect(of(null)).toEqual([['9999-12-31']])
})

test('DORA-16: B_05.02 has the provider with itself, then each subcontractor one rank below, and no row twice', () => {
  expect(columns(several, 'B_05.02', 'c0010', 'c0020', 'c0030', 'c0050', 'c0060')).toEqual([
    ['CT-001', 'eba_TA:S19', lei(1), '1', lei(1)],
    ['CT-001', 'eba_TA:S19', lei(4), '3', lei(3)],
    ['CT-001', 'eba_TA:S19', lei(3), '2', lei(1)],
    // Its line is not critical, so its chain is not named.
    ['CT-002', 'eba_TA:S17', lei(1), '1', lei(1)],
    ['CT-003', 'eba_TA:S19', 'ELGEMI.2', '1', 'ELGEMI.2'],
  ])
})

test('DORA-13: each row knows the thing that it shows', () => {
  const tables = tablesOf(edition40, several, madeOn)
  const placesOf = (table: TableCode) => tables[table].map(({ place }) => `${place.kind} ${place.id}`)
  expect([placesOf('B_01.01'), placesOf('B_99.01')]).toEqual([['entity bank'], ['entity bank']])
  for (const table of ['B_02.01', 'B_03.01', 'B_03.02', 'B_04.01'] as const) {
    expect(placesOf(table)).toEqual(['arrangement contract1', 'arrangement contract2', 'arrangement contract3'])
  }
  expect(placesOf('B_02.02')).toEqual(['line line1', 'line line2', 'line line3', 'line line4'])
  expect(placesOf('B_05.01')[0]).toBe('company company1')
  // A row of several lines is that of the first.
  expect(placesOf('B_05.02')).toEqual(['line line1', 'subcontract b', 'subcontract a', 'line line2', 'line line4'])
  expect(placesOf('B_06.01')).toEqual(['function function1', 'function function2', 'function function3'])
  expect(placesOf('B_07.01')).toEqual(['line line1', 'line line4'])
})

test('DORA-13: what is not known leaves its cells empty', () => {
  const orphan = someRegister({ arrangements: [], functions: [] })
  expect(columns(orphan, 'B_02.02', 'c0010', 'c0030', 'c0040', 'c0050', 'c0070', 'c0080', 'c0090', 'c0100')).toEqual([
    ['', '', '', 'Not Applicable', '', '9999-12-31', '', ''],
  ])
  expect(columns(orphan, 'B_02.02', 'c0110', 'c0120')).toEqual([['', '']])
  expect(cells(orphan, 'B_05.02')).toEqual([])
  expect(columns({ ...orphan, functions: [someFunction(1)] }, 'B_07.01', 'c0010', 'c0020', 'c0030')).toEqual([
    ['', '', ''],
  ])
  const nameless = someRegister({ companies: [], arrangements: [someContract(1, { overarchingId: 'gone' })] })
  expect(columns(nameless, 'B_02.01', 'c0030')).toEqual([['']])
  expect(columns(nameless, 'B_03.02', 'c0020', 'c0030')).toEqual([['', '']])
  expect([cells(nameless, 'B_05.01'), cells(nameless, 'B_05.02')]).toEqual([[], []])
})

test('DORA-15: what a company costs is a sum of what is known, in one currency', () => {
  const register = { entity: someEntity({ currency: 'EUR' }), rates: { USD: 0.5 } }
  const of = (...costs: [number | null, string | null][]) =>
    companyCostOf(
      costs.map(([annualCost, currency], at) => someContract(at, { annualCost, currency })),
      register,
    )
  expect(of([1000.5, 'EUR'], [0.55, 'EUR'])).toEqual({ currency: 'EUR', total: 1001.05, missing: [] })
  expect(of([1000.5, 'EUR'], [null, 'USD'], [5, null])).toEqual({ currency: 'EUR', total: 1000.5, missing: [] })
  expect(of([1, 'EUR'], [1, 'USD'])).toEqual({ currency: 'EUR', total: 1.5, missing: [] })
  expect(of([1, 'EUR'], [1, 'GBP'])).toEqual({ currency: null, total: null, missing: ['GBP'] })
  for (const none of [of(), of([5, null]), of([null, 'EUR'])]) {
    expect(none).toEqual({ currency: null, total: null, missing: [] })
  }
})

const chained = (...subcontracts: [id: string, company: number, recipientId: string | null][]) =>
  someRegister({
    companies: [1, 2, 3, 4].map(n => someCompany(n, n > 1 ? { lei: null } : {})),
    chains: [
      someChain({
        subcontracts: subcontracts.map(([id, n, recipientId]) => ({
          ...{ id, companyId: `company${n}`, recipientId, underpins: true, countries: [] },
        })),
      }),
    ],
  })
const supplied = (facts: RegisterFacts) =>
  columns(facts, 'B_05.02', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070').slice(1)

test('DORA-16: companies without a code are told apart, below one another and beside', () => {
  expect(supplied(chained(['a', 2, null], ['b', 3, null]))).toEqual([
    ['', '', '2', lei(1), LEI],
    ['', '', '2', lei(1), LEI],
  ])
  expect(supplied(chained(['a', 2, null], ['b', 3, null], ['c', 4, 'a'], ['d', 4, 'b']))).toHaveLength(4)
  expect(supplied(chained(['a', 2, null], ['b', 2, null]))).toHaveLength(1)
})

test('DORA-16: a circle has no rank and is left out, and so is one whose company is not known', () => {
  expect(supplied(chained(['a', 2, 'b'], ['b', 3, 'a']))).toEqual([])
  expect(supplied(chained(['a', 9, null]))).toEqual([])
  expect(supplied(chained(['a', 2, 'gone']))).toEqual([['', '', '3', lei(1), LEI]])
})

test('a row is known by its key, else by the first of its texts', () => {
  const place = { kind: 'line', id: 'x' } as const
  const textOf = (table: TableCode, values: Record<string, string | null>) =>
    keyText(edition40, table, rowOf(edition40, table, { place, values }))
  expect(textOf('B_03.01', { c0010: 'CT-01', c0020: lei(0), c0030: 'true' })).toBe(`CT-01 · ${lei(0)}`)
  expect(textOf('B_03.01', { c0020: lei(0) })).toBe(lei(0))
  expect(textOf('B_05.01', { c0050: 'Empresa' })).toBe('Empresa')
  expect(textOf('B_05.01', {})).toBe('-')
})
