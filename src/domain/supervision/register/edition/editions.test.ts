import { expect, test } from 'vitest'
import type { Edition } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import {
  comparedOn,
  editionNumbered,
  editionOf,
  editions,
  offeredLists,
} from '#domain/supervision/register/edition/editions.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { lint } from '#domain/supervision/register/lint/lint.ts'
import { keptOf, packageChanges } from '#domain/supervision/register/package/changes.ts'
import { packageName, tableFiles } from '#domain/supervision/register/package/files.ts'
import { cellAt } from '#domain/supervision/register/table/row.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { someContract, someFunction, someLei, someRegister } from '#test/support/registers.ts'

const { tables, lists } = edition40
const column = {
  code: 'c0115',
  name: 'Reserva de energía',
  kind: 'yesNo',
  author: 'BANK',
  isKey: false,
  notApplicable: null,
} as const
/** A made-up edition: data alone. One column, one value of a list and one rule of each kind more. */
const madeUp: Edition = {
  ...edition40,
  number: '9.9',
  from: '2026-12-31',
  module: 'DORA020000',
  tables: {
    ...tables,
    'B_02.01': {
      ...tables['B_02.01'],
      columns: [tables['B_02.01'].columns[0]!, column, ...tables['B_02.01'].columns.slice(1)],
    },
  },
  lists: {
    ...lists,
    reliance: {
      ...lists.reliance,
      values: [...lists.reliance.values, { code: 'x9001', label: 'Dependencia inventada' }],
      comparedOn: null,
    },
  },
  mustBeFilled: ['B_06.01 c0060'],
  relations: [...edition40.relations, { from: 'B_01.02 c0020', to: 'B_01.01 c0020' }],
}
const both = [...editions(), madeUp]

const today = '2026-02-01'
const faultsOf = (edition: Edition, facts: RegisterFacts) =>
  lint({ edition, facts, tables: tablesOf(edition, facts, today), today, referenceDate: '2026-12-31' })
const rulesOf = (edition: Edition, facts: RegisterFacts) =>
  faultsOf(edition, facts)
    .filter(({ severity }) => severity !== 'UNKNOWN')
    .map(({ rule, table, column: code, place }) => [rule, table, code, place.kind])

test('REG-17: the reference date chooses the edition, and a package keeps its own', () => {
  expect(['2024-12-31', '2026-12-30'].map(date => editionOf(date, both).number)).toEqual(['4.0', '4.0'])
  expect(['2026-12-31', '2027-12-31'].map(date => editionOf(date, both).number)).toEqual(['9.9', '9.9'])
  expect(editionOf('2026-12-31')).toBe(edition40)
  expect(['4.0', '9.9', '1.0'].map(number => editionNumbered(number, both).number)).toEqual(['4.0', '9.9', '4.0'])
  const when = { referenceDate: '2026-12-31', madeAt: '2027-03-15T08:04:05.067Z' }
  const about = { level: 'IND', lei: someLei(0), country: 'ES', ...when } as const
  expect(packageName({ edition: madeUp, ...about })).toContain('_DORA020000_DORA_2026-12-31_')
  expect([comparedOn(edition40), comparedOn(madeUp)]).toEqual(['2026-11-28', null])
})

test('REG-17: a column for which the portal holds nothing is empty, and lint says so once', () => {
  const facts = someRegister({ arrangements: [someContract(1), someContract(2)] })
  const files = tableFiles(madeUp, tablesOf(madeUp, facts, today))
  const [header, ...rows] = files
    .find(({ path }) => path === 'b_02.01.csv')!
    .text.trimEnd()
    .split('\r\n')
  expect(header).toBe('c0010,c0115,c0020,c0030,c0040,c0050')
  expect(rows.map(row => row.split(',').slice(0, 3))).toEqual([
    ['CT-001', '', 'eba_CO:x1'],
    ['CT-002', '', 'eba_CO:x1'],
  ])
  const found = faultsOf(madeUp, facts).filter(({ rule }) => rule === 'R85')
  expect(found).toMatchObject([{ severity: 'WARNING', table: 'B_02.01', column: 'c0115', owner: 'BANK' }])
  expect(found[0]!.sentence).toContain('«Reserva de energía»')
  expect(rulesOf(edition40, someRegister())).toEqual([])
})

test('REG-17: a value of its list is exported and offered; of the edition before it is a fault', () => {
  const [line] = someRegister().lines
  const facts = someRegister({ lines: [{ ...line!, reliance: 'x9001' }] })
  const [row] = tablesOf(madeUp, facts, today)['B_02.02']
  expect(cellAt(madeUp, 'B_02.02', row!, 'c0180')).toBe('eba_ZZ:x9001')
  expect(rulesOf(madeUp, facts).map(([rule]) => rule)).toEqual(['R85'])
  expect(rulesOf(edition40, facts)).toEqual([['R80', 'B_02.02', 'c0180', 'line']])
  const offered = offeredLists(both)
  expect(offered.reliance.values.map(({ code }) => code)).toEqual([
    ...lists.reliance.values.map(({ code }) => code),
    'x9001',
  ])
  // What only an earlier edition has stays readable.
  const without = { ...madeUp, lists: { ...lists, reliance: { ...lists.reliance, values: [] } } }
  expect(offeredLists([edition40, without]).reliance.values).toEqual(lists.reliance.values)
})

test('REG-17: a rule of a kind that exists comes with the edition: a column that must be filled, and one that refers to another', () => {
  const facts = someRegister({ functions: [someFunction(1, { reason: '' })] })
  expect(rulesOf(madeUp, facts)).toEqual([
    ['R84', 'B_06.01', 'c0060', 'function'],
    ['R85', 'B_02.01', 'c0115', 'entity'],
  ])
  const refers: Edition = {
    ...madeUp,
    relations: [...edition40.relations, { from: 'B_06.01 c0030', to: 'B_01.01 c0020' }],
  }
  expect(rulesOf(refers, someRegister())).toContainEqual(['R03', 'B_06.01', 'c0030', 'function'])
  // One that the portal cannot fill is said once.
  const demanding: Edition = { ...madeUp, mustBeFilled: ['B_02.01 c0115'] }
  const two = someRegister({ arrangements: [someContract(1), someContract(2)] })
  expect(rulesOf(demanding, two).filter(([rule]) => rule === 'R84')).toEqual([['R84', 'B_02.01', 'c0115', 'entity']])
})

test('REG-17: packages of two editions are compared column by column', () => {
  const facts = someRegister()
  const [before, after] = [keptOf(tablesOf(edition40, facts, today)), keptOf(tablesOf(madeUp, facts, today))]
  expect(packageChanges({ edition: edition40, rows: before }, { edition: madeUp, rows: after })).toEqual([])
  const dearer = keptOf(tablesOf(madeUp, someRegister({ arrangements: [someContract(1, { annualCost: 7 })] }), today))
  const changes = packageChanges({ edition: edition40, rows: before }, { edition: madeUp, rows: dearer })
  expect(changes.filter(({ table }) => table === 'B_02.01')).toMatchObject([
    { kind: 'CHANGED', columns: [{ column: 'c0050', before: '1000.5', after: '7' }] },
  ])
})
