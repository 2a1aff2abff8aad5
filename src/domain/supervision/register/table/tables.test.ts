import { describe, expect, test } from 'vitest'
import type { TableCode } from '#domain/supervision/register/edition/edition.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { companyCode } from '#domain/supervision/register/table/company-code.ts'
import { cellAt, rowOf } from '#domain/supervision/register/table/row.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import {
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
    someLine(3, { functionId: 'function3', reintegration: null, ownAuditOn: '2026-01-10' }),
    someLine(4, { arrangementId: 'contract3', serviceId: null, useId: null, holdsData: false, storageCountry: null }),
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
    // Two lines of CT-001 have the same type: the later audit counts, and the first value that is given.
    expect(columns(several, 'B_07.01', 'c0010', 'c0020', 'c0040', 'c0070', 'c0080', 'c0090', 'c0120')).toEqual([
      ['CT-001', lei(1), 'eba_TA:S19', '2026-01-10', 'eba_BT:x28', 'eba_ZZ:x966', 'Otra empresa'],
      ['CT-003', 'ELGEMI.2', 'eba_TA:S19', '2025-10-31', 'eba_BT:x28', 'eba_ZZ:x966', 'Otra empresa'],
    ])
  })

  test('definitions are the text of the bank, never a count, and none means no row', () => {
    expect(cells(several, 'B_99.01')).toEqual([['Un contrato por servicio', ...Array.from({ length: 18 }, () => '')]])
    expect(cells(someRegister(), 'B_99.01')).toEqual([])
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
  const line = someLine(1, { provisionCountry: null, holdsData: null, storageCountry: null, processingCountry: null })
  expect(columns(someRegister({ lines: [line] }), 'B_02.02', 'c0130', 'c0140', 'c0150', 'c0160')).toEqual([
    ['eba_GA:qx2007', '', 'eba_GA:qx2007', 'eba_GA:qx2007'],
  ])
  const place = { kind: 'line', id: 'x' } as const
  const lineRow = rowOf(edition40, 'B_02.02', { place, values: { c0050: null } })
  expect(cellAt(edition40, 'B_02.02', lineRow, 'c0050')).toBe('Not Applicable')
  expect(() => rowOf(edition40, 'B_02.02', { place, values: { c9999: 'x' } })).toThrow(RangeError)
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

  test('has no sum for contracts in two currencies', () => {
    const mixed = someRegister({ arrangements: [someContract(1), someContract(2, { currency: 'USD' })] })
    expect(columns(mixed, 'B_05.01', 'c0090', 'c0100')).toEqual([['', '']])
  })

  test("REG-03: carries a legal person's national number only without LEI and EUID", () => {
    const other = { lei: null, otherCode: 'B12345674', otherCodeType: 'VAT' } as const
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
  expect(of('2024-01-01', '2025-02-02', null)).toEqual([['2025-02-02']])
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
