import { expect, test } from 'vitest'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import { lint, lintInSteps } from '#domain/supervision/register/lint/lint.ts'
import { tablesInSteps, tablesOf } from '#domain/supervision/register/table/tables.ts'
import { inSteps } from '#server/platform/worker/in-steps.ts'
import { someContract, someLine, someRegister } from '#test/support/registers.ts'

function* busy(steps: number, eachMs: number) {
  for (let n = 0; n < steps; n++) {
    for (const until = performance.now() + eachMs; performance.now() < until; );
    yield
  }
  return 'done'
}

/** How often others had their turn meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let goesOn = true
  const turn = () => {
    turns++
    if (goesOn) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  goesOn = false
  return turns
}

test('lets others pass between steps, and not between those that take no time', async () => {
  expect(await turnsDuring(async () => expect(await inSteps(busy(5, 12))).toBe('done'))).toBeGreaterThanOrEqual(4)
  expect(await inSteps(busy(0, 0))).toBe('done')
})

test('a register of 500 contracts is filed and checked in steps, as in one go', async () => {
  const numbers = Array.from({ length: 500 }, (_, n) => n + 1)
  const facts = someRegister({
    arrangements: numbers.map(n => someContract(n)),
    lines: numbers.map(n => someLine(n, { arrangementId: `contract${n}` })),
  })
  const day = '2026-03-15'
  const tables = tablesOf(edition40, facts, day)
  expect(await inSteps(tablesInSteps(edition40, facts, day))).toEqual(tables)
  const linted = { edition: edition40, facts, tables, today: day, referenceDate: '2025-12-31' }
  const faults = lint(linted)
  expect(await turnsDuring(async () => expect(await inSteps(lintInSteps(linted))).toEqual(faults))).toBeGreaterThan(0)
})
