import { describe, expect, test } from 'vitest'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import type { FeedbackRow, PlacedRow } from '#domain/supervision/register/feedback/feedback.ts'
import {
  isOurs,
  isResolved,
  keptFaults,
  matchedColumns,
  matchFaults,
  placing,
  ruleNumber,
} from '#domain/supervision/register/feedback/feedback.ts'
import { lint } from '#domain/supervision/register/lint/lint.ts'
import { keptOf, packageChanges } from '#domain/supervision/register/package/changes.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import {
  largeRegister,
  someCompany,
  someContract,
  someFunction,
  someLei,
  someLine,
  someRegister,
} from '#test/support/registers.ts'

const TODAY = '2026-03-15'
const rowsOf = (facts: RegisterFacts) => ({ edition: edition40, rows: keptOf(tablesOf(edition40, facts, TODAY)) })
const filed = rowsOf(
  someRegister({
    functions: [someFunction(1), someFunction(2)],
    arrangements: [someContract(1), someContract(2)],
    lines: [someLine(1), someLine(2, { functionId: 'function2' }), someLine(3, { arrangementId: 'contract2' })],
  }),
)
const said = (more: Partial<FeedbackRow> = {}): FeedbackRow => ({
  ...{ line: 2, rule: 'v8881', table: 'B_06.01', row: 'F1', text: 'RTO missing' },
  ...more,
})
const placed = (more: Partial<FeedbackRow> = {}) => placing(filed)(said(more))
const placeOf = ({ table, column, key }: PlacedRow) => [table, column, key]

describe('REG-22: the row that a fault means', () => {
  const first = `F1 · ${someLei(0)}`
  test.each<[string, string, (string | null)[]]>([
    ['B_06.01', 'F1', ['B_06.01', null, first]],
    ['B_06.01', `F1, ${someLei(0)}`, ['B_06.01', null, first]],
    ['B_06.01', `c0010=F1;c0040=${someLei(0)}`, ['B_06.01', null, first]],
    ['b_06.01.csv', 'f1', ['B_06.01', null, first]],
    ['{tB_06.01, c0080}', 'F1', ['B_06.01', 'c0080', first]],
    ['B_06.01.0080', '1', ['B_06.01', 'c0080', first]],
    ['RT.06.01 (c0090)', 'Row 00002', ['B_06.01', 'c0090', `F2 · ${someLei(0)}`]],
    // Several rows have it: it is not said which.
    ['B_06.01', someLei(0), ['B_06.01', null, null]],
    ['B_06.01', '3', ['B_06.01', null, null]],
    ['B_06.01', '0', ['B_06.01', null, null]],
    ['B_06.01', '', ['B_06.01', null, null]],
    // A table of one row needs no key.
    ['B_01.01', '', ['B_01.01', null, someLei(0)]],
    ['B_06.01 c9999', 'F1', ['B_06.01', null, first]],
    ['B_77.01', 'F1', [null, null, null]],
    ['', 'F1', [null, null, null]],
    ['=cmd|x', '<b>', [null, null, null]],
  ])('%j, %j', (table, row, expected) => expect(placeOf(placed({ table, row }))).toEqual(expected))

  test('what the authority wrote stays as it is, also of rules and tables that are not known', () => {
    expect(placed({ rule: 'XYZ-1', table: 'Tabla 7', row: 'fila rara' })).toEqual({
      ...{ line: 2, rule: 'XYZ-1', tableText: 'Tabla 7', row: 'fila rara', text: 'RTO missing' },
      ...{ table: null, column: null, key: null },
    })
  })

  test('every row of a large file is found again by its key and by its number', () => {
    const large = rowsOf(largeRegister(40))
    const place = placing(large)
    for (const table of ['B_02.02', 'B_05.02', 'B_07.01'] as const) {
      for (const [at, cells] of large.rows[table].entries()) {
        const keys = cells.filter((_, index) => edition40.tables[table].columns[index]!.isKey)
        const key = keys.join(' · ')
        expect(place(said({ table, row: keys.join(' | ') })).key).toBe(key)
        if (at % 50 === 0) expect(place(said({ table, row: `fila ${at + 1}` })).key).toBe(key)
      }
    }
  })
})

test.each([
  ['v8881', 'v8881'],
  ['V 08881', 'v8881'],
  ['EBA_v8881_m', 'v8881'],
  ['  propia-7 ', 'propia-7'],
  ['v12', 'v12'],
])('REG-22: the rule %j is %j', (rule, number) => expect(ruleNumber(rule)).toBe(number))

describe('REG-22: the columns are matched by their words, and then as the bank matched them', () => {
  test.each([
    [
      ['Validation rule', 'Template', 'Row key', 'Message'],
      ['Validation rule', 'Template', 'Row key', 'Message'],
    ],
    [
      ['Código de regla', 'Tabla', 'Fila', 'Descripción'],
      ['Código de regla', 'Tabla', 'Fila', 'Descripción'],
    ],
    [
      ['A', 'B'],
      [null, null, null, null],
    ],
  ])('%j', (headings, [rule, table, row, text]) => {
    expect(matchedColumns(headings, null)).toEqual({ rule, table, row, text })
  })

  test.each([
    [{ rule: 'A', table: null, row: null, text: 'B' }, {}],
    [{ rule: null, table: 'A', row: null, text: 'B' }, { rule: 'Elija la columna del fichero.' }],
    [
      { rule: 'A', table: 'A', row: 'B', text: 'B' },
      { table: expect.any(String), text: expect.any(String) },
    ],
  ])('%j has the faults %j', (match, faults) => expect(matchFaults(match)).toEqual(faults))

  test('what was matched before holds while the file has those columns', () => {
    const before = { rule: 'B', table: null, row: null, text: 'A' }
    expect(matchedColumns(['A', 'B', 'Tabla'], before)).toEqual(before)
    expect(matchedColumns(['Regla', 'Texto'], before)).toEqual({ rule: 'Regla', table: null, row: null, text: 'Texto' })
  })
})

describe('REG-22: whether our check found it too', () => {
  const facts = someRegister({ functions: [someFunction(1, { rtoHours: null }), someFunction(2)] })
  const tables = tablesOf(edition40, facts, TODAY)
  const faults = lint({ edition: edition40, facts, tables, today: TODAY, referenceDate: '2025-12-31' })
  const ours = keptFaults({ edition: edition40, tables, faults })
  const file = { edition: edition40, rows: keptOf(tables) }
  const found = (more: Partial<FeedbackRow>) => isOurs(placing(file)(said(more)), ours)

  test.each<[string, Partial<FeedbackRow>, boolean]>([
    ['the same rule in the same row', {}, true],
    ['the same rule in another row', { row: 'F2' }, false],
    ['the same rule where no row is said', { row: '' }, true],
    ['the same rule in another table', { table: 'B_02.01', row: 'CT-001' }, false],
    ['another rule about the same cell', { rule: 'otra', table: 'B_06.01 c0080' }, true],
    ['another rule about another cell of that row', { rule: 'otra', table: 'B_06.01 c0030' }, false],
    ['another rule where no cell is said', { rule: 'otra' }, false],
  ])('%s', (_name, more, expected) => expect(found(more)).toBe(expected))

  test('what cannot be checked here was not found', () => {
    expect(ours.map(({ rule }) => rule)).not.toContain('R90')
  })
})

describe('REG-22: resolved follows from the next file', () => {
  const fixed = rowsOf(
    someRegister({
      functions: [someFunction(1, { rtoHours: 9 }), someFunction(2)],
      arrangements: [someContract(1, { annualCost: 7 })],
      companies: [someCompany(1)],
      lines: [someLine(1), someLine(2, { functionId: 'function2' })],
    }),
  )
  const changes = packageChanges(filed, fixed)
  test.each<[string, Partial<FeedbackRow>, boolean]>([
    ['the cell changed', { table: 'B_06.01 c0080' }, true],
    ['the row changed, and the column is not said', {}, true],
    ['another cell of the row changed', { table: 'B_06.01 c0030' }, false],
    ['the row did not change', { row: 'F2' }, false],
    ['the row is gone', { table: 'B_02.01', row: 'CT-002' }, true],
    ['some row of the table changed, and it is not said which', { row: '' }, true],
    ['no row of the table changed, and it is not said which', { table: 'B_01.02', row: 'xx' }, false],
    ['the table is not known', { table: '?' }, false],
  ])('%s', (_name, more, expected) => {
    expect(isResolved(placed(more), { changes, answer: null })).toBe(expected)
    expect(isResolved(placed(more), null)).toBe(false)
  })

  test('the answer to the next file decides, once it is read', () => {
    const again = [placing(fixed)(said())]
    expect(isResolved(placed(), { changes, answer: again })).toBe(false)
    expect(isResolved(placed({ row: 'F2' }), { changes, answer: again })).toBe(true)
    expect(isResolved(placed({ table: '?' }), { changes, answer: again })).toBe(true)
    expect(isResolved(placed({ rule: 'EBA v8881' }), { changes, answer: again })).toBe(false)
  })
})
