import { expect, test } from 'vitest'
import { seesHistory } from '#domain/document/sees-history.ts'

test('ROLE-40: the evaluator that a request names is offered no history, everybody else is', () => {
  expect(seesHistory('named')).toBe(false)
  expect((['centre', 'owner', 'published'] as const).map(seesHistory)).toEqual([true, true, true])
})
