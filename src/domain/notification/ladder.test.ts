import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStepDue, rungs, stepReached, stepsFor } from '#domain/notification/ladder.ts'
import { addDays } from '#domain/values/day.ts'

const TODAY = '2026-11-21'
const steps = [90, 60, 30, 7, 0]
const reachedIn = (days: number, of: readonly number[] = steps) => stepReached(addDays(TODAY, days), TODAY, of)

test.each([
  [91, null],
  [90, 90],
  [61, 90],
  [60, 60],
  [31, 60],
  [30, 30],
  [8, 30],
  [7, 7],
  [1, 7],
  [0, 0],
  [-1, null],
  [-400, null],
])('RENEW-14: with %i days left the step reached is %s', (left, step) => {
  expect(reachedIn(left)).toBe(step)
})

test('RENEW-14: without a step of 0 the last step covers the day itself, and without steps none does', () => {
  expect([reachedIn(0, [30, 7]), reachedIn(0, [])]).toEqual([7, null])
})

test('RENEW-14: the expiries of each step are those that have reached it', () => {
  const ladder = fc.array(fc.integer({ min: 0, max: 365 }), { maxLength: 8 })
  fc.assert(
    fc.property(ladder, fc.integer({ min: -5, max: 370 }), (days, left) => {
      const expiresOn = addDays(TODAY, left)
      const found = rungs(TODAY, stepsFor('owner', days)).filter(({ from, to }) => expiresOn >= from && expiresOn <= to)
      expect(found.map(({ step }) => step)).toEqual([reachedIn(left, days) ?? []].flat())
    }),
  )
})

test('RENEW-16: other participants get the steps of the last thirty days, in order and once each', () => {
  expect(stepsFor('owner', [7, 90, 30, 30])).toEqual([90, 30, 7])
  expect(stepsFor('others', steps)).toEqual([30, 7, 0])
})

test('RENEW-15: a step is due until it or a later one is announced', () => {
  expect([isStepDue(30, null), isStepDue(30, 60), isStepDue(30, 30), isStepDue(60, 30)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
