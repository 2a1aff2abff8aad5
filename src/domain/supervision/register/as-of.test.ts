import { describe, expect, test } from 'vitest'
import { beginningAfter, referenceDateFault, registerAsOf } from '#domain/supervision/register/as-of.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import { lint } from '#domain/supervision/register/lint/lint.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { someContract, someLine, someRegister } from '#test/support/registers.ts'

const contracts = {
  inForce: { startsOn: '2024-01-01', endsOn: null },
  'of its last day': { startsOn: '2025-12-31', endsOn: null },
  'of a day later': { startsOn: '2026-01-01', endsOn: null },
  'ended in its year': { startsOn: '2024-01-01', endsOn: '2025-01-01', endReason: 'x4' },
  'ended the year before': { startsOn: '2024-01-01', endsOn: '2024-12-31', endReason: 'x4' },
  'without dates': { startsOn: null, endsOn: null },
}

describe('REG-09: a register as of 31/12/2025', () => {
  const facts = someRegister({
    arrangements: Object.entries(contracts).map(([name, dates], at) =>
      someContract(at + 1, { id: name, reference: name, ...dates }),
    ),
    lines: Object.keys(contracts).map((name, at) => someLine(at + 1, { arrangementId: name })),
  })

  test('has what was in force on that day or ended in its year, and its lines', () => {
    const then = registerAsOf(facts, '2025-12-31')
    const kept = ['inForce', 'of its last day', 'ended in its year', 'without dates']
    expect(then.arrangements.map(({ id }) => id)).toEqual(kept)
    expect(then.lines.map(({ arrangementId }) => arrangementId)).toEqual(kept)
    expect(beginningAfter(facts, '2025-12-31')).toEqual(['of a day later'])
  })

  test('keeps the framework of a contract that is in it, so that every reference resolves', () => {
    const framed = someRegister({
      arrangements: [
        someContract(1, { id: 'frame', type: 'x2', startsOn: '2020-01-01', endsOn: '2024-06-30', endReason: 'x4' }),
        someContract(2, { type: 'x3', overarchingId: 'frame' }),
      ],
      lines: [someLine(1, { arrangementId: 'contract2' })],
    })
    const then = registerAsOf(framed, '2025-12-31')
    expect(then.arrangements).toHaveLength(2)
    const tables = tablesOf(edition40, then, '2026-02-01')
    const found = lint({ edition: edition40, facts: then, tables, today: '2026-02-01', referenceDate: '2025-12-31' })
    expect(found.filter(({ severity }) => severity === 'BLOCKING')).toEqual([])
  })
})

test.each([
  ['2024-12-30', false],
  ['2024-12-31', true],
  ['2026-12-31', true],
  ['2027-01-01', false],
])('REG-09: %s is a reference date in 2026: %s', (date, isOne) => {
  const fault = 'Elija una fecha entre el 31/12/2024 y el 31/12/2026.'
  expect(referenceDateFault(date, '2026-03-01')).toBe(isOne ? null : fault)
})
